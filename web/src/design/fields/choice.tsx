// Fields that are chosen rather than typed into.
import type { InputHTMLAttributes, ReactNode } from 'react';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './choice.module.css';

interface ChoiceProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode;
  hint?: ReactNode;
}

interface SwitchProps extends ChoiceProps {
  /** For screen readers alone: what is beside it says what it switches. */
  isLabelHidden?: boolean;
}

export function Checkbox({ label, hint, ...input }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" {...input} className={styles.checkbox} />
      <Words label={label} hint={hint} />
    </label>
  );
}

/** Takes effect at once, without a button to save. */
export function Switch({ label, hint, isLabelHidden, ...input }: SwitchProps) {
  return (
    <label className={styles.choice}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: the browser tells the state of a checkbox. */}
      <input type="checkbox" role="switch" {...input} className={styles.switch} />
      {isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : <Words label={label} hint={hint} />}
    </label>
  );
}

interface RadioCardsProps<Value extends string> {
  legend: ReactNode;
  name: string;
  options: readonly { value: Value; title: ReactNode; text?: ReactNode; disabled?: boolean }[];
  defaultValue?: Value;
  onChoose?: (value: Value) => void;
}

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, name, options, defaultValue, onChoose } = props;
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.cards}>
        {options.map(({ value, title, text, disabled }) => (
          <label key={value} className={styles.card}>
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              disabled={disabled}
              onChange={() => onChoose?.(value)}
              className={styles.radio}
            />
            <Words label={<span className={styles.title}>{title}</span>} hint={text} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Words({ label, hint }: Pick<ChoiceProps, 'label' | 'hint'>) {
  return (
    <span className={styles.words}>
      <span>{label}</span>
      {hint && <span className={styles.hint}>{hint}</span>}
    </span>
  );
}
