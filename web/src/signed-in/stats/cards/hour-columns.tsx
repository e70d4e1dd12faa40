import { useLingui } from '@lingui/react/macro';
import type { DimensionKey } from '../../../../../clients/typescript/index.ts';
import { VisuallyHidden } from '../../../design/visually-hidden.tsx';
import type { Words } from '../words.ts';
import styles from './cards.module.css';

interface HourColumnsProps {
  rows: readonly DimensionKey[];
  total: number;
  words: Words;
}

/** The hours of the day, side by side. */
export function HourColumns({ rows, total, words }: HourColumnsProps) {
  const { t } = useLingui();
  const largest = Math.max(1, ...rows.map(({ visits }) => visits));
  return (
    <ol className={styles.hours} aria-label={t`Hours`}>
      {rows.map(({ key, visits }) => {
        const hour = words.name('hour', key);
        const count = words.number(visits);
        const share = words.percent(total === 0 ? 0 : visits / total);
        return (
          <li key={key} title={`${hour}: ${count} (${share})`}>
            <span className={styles.column}>
              <i style={{ blockSize: `${(visits / largest) * 100}%` }} />
            </span>
            <span className={styles.hour} aria-hidden="true">
              {Number(key) % 6 === 0 ? hour : ''}
            </span>
            <VisuallyHidden>{`${hour}: ${count} (${share})`}</VisuallyHidden>
          </li>
        );
      })}
    </ol>
  );
}
