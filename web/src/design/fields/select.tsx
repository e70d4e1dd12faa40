import type { SelectHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import styles from './field.module.css';
import { Field, type FieldTexts } from './field.tsx';

interface SelectProps extends FieldTexts, SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly { value: string; label: string; lang?: string }[];
}

export function Select({ label, hint, error, options, ...select }: SelectProps) {
  return (
    <Field {...{ label, hint, error }}>
      {(control) => (
        <div className={styles.box}>
          <select {...select} {...control} className={classNames(styles.control, styles.select)}>
            {options.map(({ value, label: text, lang }) => (
              <option key={value} value={value} lang={lang}>
                {text}
              </option>
            ))}
          </select>
          <span className={styles.chevron}>
            <Icon name="down" size={16} />
          </span>
        </div>
      )}
    </Field>
  );
}
