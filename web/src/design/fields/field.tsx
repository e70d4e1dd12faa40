// What every field has: a label, a hint or an error below it, and the ids that tie them together.
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';
import styles from './field.module.css';

export interface FieldTexts {
  label: ReactNode;
  /** Shown below the field until there is an error. */
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean | undefined;
  /** Beside the label, such as a link. */
  aside?: ReactNode;
  /** What is below the field changes while somebody types, and is read out then. */
  isLive?: boolean | undefined;
}

/** Attributes that the control itself has to carry. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string;
  'aria-invalid': true | undefined;
}

interface FieldProps extends FieldTexts {
  children: (control: ControlAttributes) => ReactNode;
  /** Instead of hint and error. */
  message?: ReactNode;
}

export function Field({ label, hint, error, optional, aside, isLive, message, children }: FieldProps) {
  const id = useId();
  const messageId = `${id}message`;
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.label}>
          {label}
          {optional && (
            <span className={styles.optional}>
              {' '}
              <Trans>(optional)</Trans>
            </span>
          )}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': messageId, 'aria-invalid': error ? true : undefined })}
      <div id={messageId} className={styles.message} aria-live={isLive ? 'polite' : undefined}>
        {error ? <FieldError>{error}</FieldError> : (message ?? hint)}
      </div>
    </div>
  );
}

function FieldError({ children }: { children: ReactNode }) {
  return (
    <span className={styles.error}>
      <Icon name="warning" size={16} />
      <span>{children}</span>
    </span>
  );
}
