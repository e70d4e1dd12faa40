// What every form does: sends its fields once, shows errors beside them, keeps what was typed, and leads to the first
// field that is wrong.

import { useLingui } from '@lingui/react';
import { type FormEvent, type FormHTMLAttributes, type ReactNode, useRef, useState } from 'react';
import { fieldErrorsOf } from '../api/failure.ts';
import { FailureBanner } from './failure-banner.tsx';
import { problemsIn } from './field-problems.ts';
import styles from './submission.module.css';

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
}

export type Values = Readonly<Record<string, string>>;

export function useSubmission(send: (values: Values) => Promise<unknown>): Submission {
  const { i18n } = useLingui();
  const formRef = useRef<HTMLFormElement>(null);
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
}

export function Form({ submission, children, ...form }: FormProps) {
  const { formRef, onSubmit, failure, busy } = submission;
  return (
    <form noValidate {...form} ref={formRef} onSubmit={onSubmit} aria-busy={busy} className={styles.form}>
      {children}
      {/* Beside the button that was pressed; no field moves. */}
      {failure !== undefined && <FailureBanner error={failure} />}
    </form>
  );
}
