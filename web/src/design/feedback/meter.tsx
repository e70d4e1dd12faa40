import { classNames } from '../class-names.ts';
import styles from './meter.module.css';

interface MeterProps {
  label: string;
  /** In words: “12 of 100”. */
  text: string;
  value: number;
  max: number;
}

/** More than this is nearly full. */
const NEARLY_FULL = 0.9;

/** How much of something limited is used. */
export function Meter({ label, text, value, max }: MeterProps) {
  const share = max === 0 ? 0 : Math.min(value / max, 1);
  return (
    <div className={styles.meter}>
      <p className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.text}>{text}</span>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: each browser draws <meter> in its own way. */}
      <div
        role="meter"
        aria-label={label}
        aria-valuetext={text}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={max}
        className={styles.track}
      >
        <div
          className={classNames(styles.bar, share >= NEARLY_FULL && styles.full)}
          style={{ inlineSize: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
