import { classNames } from '../../../design/class-names.ts';
import styles from './world-map.module.css';

/** The shades from the least number to the most. Every number is in the names of the countries too. */
export function MapLegend({ least, most, steps }: { least: string; most: string; steps: number }) {
  return (
    <div className={styles.legend} aria-hidden="true">
      <span>{least}</span>
      {Array.from({ length: steps }, (_, at) => at + 1).map((step) => (
        <i key={step} className={classNames(styles.swatch, styles[`step${step}`])} />
      ))}
      <span>{most}</span>
    </div>
  );
}
