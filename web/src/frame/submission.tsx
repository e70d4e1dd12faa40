// What every form does: sends its fields once, shows errors beside them, keeps what was typed, and leads to the first
// field that is wrong.

import { useLingui } from '@lingui/react';
import { type FormEvent, type FormHTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react';
import { fieldErrorsOf } from '../api/failure.ts';
import { FailureBanner } from './failure-banner.tsx';
import { problemsIn } from './field-problems.ts';
import styles from './submission.module.css';
import { useUnsaved } from './unsaved.ts';

export interface Submission {
  readonly busy: boolean;
  /** By the name of the field. */
  readonly errors: Readonly<Record<string, string>>;
  /** What belongs to no field of the form. */
  readonly failure: unknown;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Sends the form without an event of its own. */
  readonly run: () => void;
  readonly formRef: React.RefObject<HTMLFormElement | null>;
  /** Something was typed since the form was drawn or sent. */
  readonly isTyped: React.RefObject<boolean>;
}

export type Values = Readonly<Record<string, string>>;

/** `onSent` leaves the form, if that is what happens next. */
export function useSubmission(send: (values: Values) => Promise<unknown>, onSent?: () => void): Submission {
  const { i18n } = useLingui();
  const formRef = useRef<HTMLFormElement>(null);
  const isTyped = useRef(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<unknown>();

  const run = async () => {
    const form = formRef.current;
    if (busy || !form) return;
    setFailure(undefined);
    const problems = problemsIn(form, i18n);
    setErrors(problems);
    if (leadToFirst(form, problems)) return;
    setBusy(true);
    try {
      const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
      await send(Object.fromEntries(entries));
      isTyped.current = false;
      onSent?.();
    } catch (error) {
      const found = fieldErrorsOf(error, i18n);
      setErrors(found);
      if (!leadToFirst(form, found)) setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    errors,
    failure,
    formRef,
    isTyped,
    run,
    onSubmit: (event) => {
      event.preventDefault();
      run();
    },
  };
}

/** False where none of the fields is in the form. */
function leadToFirst(form: HTMLFormElement, errors: Record<string, string>): boolean {
  const first = [...form.elements].find((element) => Object.hasOwn(errors, (element as HTMLInputElement).name));
  if (!(first instanceof HTMLElement)) return false;
  // After the error is there, so that it is read out with the field.
  requestAnimationFrame(() => first.focus());
  return true;
}

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  submission: Submission;
  children: ReactNode;
  /** What is typed in it is of no use elsewhere, such as a confirmation. */
  mayBeLost?: boolean;
}

export function Form({ submission, children, mayBeLost = false, ...form }: FormProps) {
  const { formRef, isTyped, onSubmit, failure, busy } = submission;
  const before = useRef('');
  useEffect(() => {
    if (!isTyped.current) before.current = textIn(formRef.current!);
  });
  useUnsaved(() => !mayBeLost && isTyped.current && textIn(formRef.current!) !== before.current);
  return (
    <form
      noValidate
      {...form}
      ref={formRef}
      onSubmit={onSubmit}
      onInput={() => {
        isTyped.current = true;
      }}
      aria-busy={busy}
      className={styles.form}
    >
      {children}
      {/* Beside the button that was pressed; no field moves. */}
      {failure !== undefined && <FailureBanner error={failure} />}
    </form>
  );
}

/** Browsers fill in these by themselves. */
const SIGN_IN_FIELD = /username|current-password|one-time-code/;

function textIn(form: HTMLFormElement): string {
  const fields = [...form.elements].filter(
    (field) => !SIGN_IN_FIELD.test(field.getAttribute('autocomplete') ?? ''),
  ) as HTMLInputElement[];
  return JSON.stringify(
    fields.map(({ type, value, checked }) => (/^(?:radio|checkbox)$/.test(type) ? checked : value)),
  );
}
