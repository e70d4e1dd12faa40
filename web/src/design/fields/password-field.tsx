import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { IconButton } from '../actions/button.tsx';
import { classNames } from '../class-names.ts';
import fieldStyles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';
import styles from './password-field.module.css';
import { type Strength, strengthOf } from './password-strength.ts';

interface PasswordFieldProps extends FieldTexts, InputHTMLAttributes<HTMLInputElement> {
  /** For a new password: shows how strong it is. */
  rules?: { min: number; own?: readonly string[] };
}

/** Pasting is allowed, and the password can be shown. */
export function PasswordField({ label, hint, error, aside, rules, onChange, ...input }: PasswordFieldProps) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const [typed, setTyped] = useState('');
  const message =
    rules && typed ? (
      <StrengthMeter strength={strengthOf(typed, rules.min, rules.own)} left={rules.min - [...typed].length} />
    ) : undefined;
  return (
    <Field {...{ label, hint, error, aside, message }}>
      {(control) => (
        <div className={fieldStyles.box} dir="ltr">
          <input
            autoComplete={rules ? 'new-password' : 'current-password'}
            autoCapitalize="off"
            spellCheck={false}
            maxLength={128}
            required
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange?.(event);
            }}
            className={classNames(fieldStyles.control, fieldStyles.hasWithin)}
          />
          <IconButton
            className={fieldStyles.within!}
            icon={isShown ? 'eye-off' : 'eye'}
            label={isShown ? t`Hide password` : t`Show password`}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}

function StrengthMeter({ strength, left }: { strength: Strength; left: number }): ReactNode {
  const { t } = useLingui();
  const words: Record<Strength, string> = {
    short: plural(left, { one: '# more character', other: '# more characters' }),
    weak: t`Easy to guess`,
    fair: t`Good`,
    strong: t`Strong`,
  };
  return (
    <span className={styles.strength}>
      <span className={classNames(styles.bars, styles[strength])} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span role="status">{words[strength]}</span>
    </span>
  );
}
