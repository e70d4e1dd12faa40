// The words of forms. Labels, buttons and thanks that the owner has left as they are by default follow the language of
// the page. Errors are sentences here; the domain only knows which rule an entry breaks.
import type { FieldProblem } from '../../contract/page/forms.ts';
import type { I18n } from './index.ts';

/** Defaults of `contract/page/block-shapes.ts` and `forms.ts`. */
const defaults = new Set([
  /*i18n*/ 'Your name',
  /*i18n*/ 'Your e-mail address',
  /*i18n*/ 'Your message',
  /*i18n*/ 'Sign up',
  /*i18n*/ 'Send',
  /*i18n*/ 'you@example.com',
  /*i18n*/ 'Thank you. You are on the list.',
  /*i18n*/ 'Thank you. Your message has been sent.',
]);

export function formText(i18n: I18n, text: string): string {
  const trimmed = text.trim();
  return defaults.has(trimmed) ? i18n.t(trimmed) : trimmed;
}

export function problemText(i18n: I18n, problem: FieldProblem): string {
  if (problem.kind === 'empty') return i18n.t('Fill in at least one field.');
  const label = formText(i18n, problem.label);
  switch (problem.kind) {
    case 'missing':
      return i18n.t('Fill in “{label}”.', { label });
    case 'too_long': {
      const { most, length } = problem;
      return i18n.t('“{label}” may have at most {most} characters; it has {length}.', { label, most, length });
    }
    case 'email':
      return i18n.t('“{label}” must look like name@example.com.', { label });
    case 'tel':
      return i18n.t('“{label}” must be a telephone number.', { label });
  }
}
