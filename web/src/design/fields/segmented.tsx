import { type ReactNode, useId } from 'react';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './segmented.module.css';

interface SegmentedProps<Value extends string> {
  legend: ReactNode;
  options: readonly { value: Value; label: string; picture?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Beside the legend. */
  aside?: ReactNode;
  /** The legend is for screen readers alone. */
  isCompact?: boolean;
}

/** One of a few, all in sight. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { legend, options, value, onChange, aside, isCompact } = props;
  const name = useId();
  return (
    <fieldset aria-labelledby={`${name}legend`} className={styles.field}>
      {isCompact ? (
        <VisuallyHidden id={`${name}legend`}>{legend}</VisuallyHidden>
      ) : (
        <div className={styles.head}>
          <span id={`${name}legend`} className={styles.legend}>
            {legend}
          </span>
          {aside}
        </div>
      )}
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.picture}
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
