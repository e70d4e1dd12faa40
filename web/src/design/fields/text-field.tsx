import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

export interface TextFieldProps extends FieldTexts, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
  /** Stands before what is typed, such as the first part of an address. */
  prefix?: string;
  message?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, optional, aside, isLive, prefix, message, ...input } = props;
  return (
    <Field {...{ label, hint, error, optional, aside, isLive, message }}>
      {(control) => (
        // With what stands before it, it is one address.
        <div className={styles.box} dir={prefix && 'ltr'}>
          {prefix && (
            <span className={styles.prefix}>
              <span title={prefix}>{prefix}</span>
            </span>
          )}
          <input type="text" dir={directionOf(input)} {...input} {...control} className={styles.control} />
        </div>
      )}
    </Field>
  );
}

/** Addresses are always written from left to right, all else as its first letter is. */
function directionOf({ type, inputMode }: InputHTMLAttributes<HTMLInputElement>): 'ltr' | 'auto' {
  return [type, inputMode].some((kind) => kind === 'email' || kind === 'url' || kind === 'tel') ? 'ltr' : 'auto';
}

interface TextAreaProps extends FieldTexts, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, hint, error, optional, aside, isLive, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, optional, aside, isLive }}>
      {(control) => <textarea dir="auto" {...area} {...control} className={classNames(styles.control, styles.area)} />}
    </Field>
  );
}

/** One field for the six digits of an authenticator app; browsers and password managers know it by its name. */
export function CodeField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <input
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={7}
          dir="ltr"
          required
          {...input}
          {...control}
          className={classNames(styles.control, styles.code)}
        />
      )}
    </Field>
  );
}

export function SearchField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <div className={styles.box}>
          <span className={styles.leading}>
            <Icon name="search" />
          </span>
          <input type="search" {...input} {...control} className={classNames(styles.control, styles.hasLeading)} />
        </div>
      )}
    </Field>
  );
}
