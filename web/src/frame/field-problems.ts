// What is wrong with a form before it is sent, in our own words and beside the fields. The service checks it again.
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function problemsIn(form: HTMLFormElement, i18n: I18n): Record<string, string> {
  const controls = [...form.elements].filter(
    (element): element is Control => 'validity' in element && 'name' in element,
  );
  const wrong = controls.filter(({ name, validity }) => name !== '' && !validity.valid);
  return Object.fromEntries(wrong.map((control) => [control.name, problemOf(control, i18n)]));
}

function problemOf(control: Control, i18n: I18n): string {
  const { validity } = control;
  if (validity.valueMissing || validity.patternMismatch) return i18n._(msg`Please fill this in.`);
  if (validity.typeMismatch) return i18n._(msg`This does not look like an e-mail address.`);
  if (validity.tooShort && 'minLength' in control) {
    const minLength = i18n.number(control.minLength);
    return i18n._(msg`Use at least ${minLength} characters.`);
  }
  return control.validationMessage;
}
