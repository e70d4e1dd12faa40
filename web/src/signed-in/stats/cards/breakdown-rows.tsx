import { useLingui } from '@lingui/react/macro';
import { useContext } from 'react';
import type { DimensionKey } from '../../../../../clients/typescript/index.ts';
import { ViewOfStats } from '../numbers.tsx';
import { EMPTY_FILTER, type FilterName, filterNames, withFilter, withoutFilter } from '../view/stats-view.ts';
import type { Words } from '../words.ts';
import styles from './cards.module.css';
import { type Dimension, dimensionNames } from './dimensions.ts';

interface BreakdownRowsProps {
  dimension: Dimension;
  rows: readonly DimensionKey[];
  /** What the shares are of. */
  total: number;
  words: Words;
  onChoose?: () => void;
}

/** The longest bar is as long as the row. */
export function BreakdownRows({ dimension, rows, total, words, onChoose }: BreakdownRowsProps) {
  const { t, i18n } = useLingui();
  const { view, change } = useContext(ViewOfStats);
  const largest = Math.max(1, ...rows.map(({ visits }) => visits));
  const filter = filterNames.find((name): name is FilterName => name === dimension);
  return (
    <ul className={styles.rows} aria-label={i18n._(dimensionNames[dimension])}>
      {rows.map(({ key, name: given, visits }) => {
        const name = words.name(dimension, key, given);
        const isChosen = filter !== undefined && view.filters[filter] === key;
        const choose = () => {
          change(isChosen ? withoutFilter(view, filter) : withFilter(view, filter!, key));
          onChoose?.();
        };
        const content = (
          <>
            <span className={styles.bar} style={{ inlineSize: `${(visits / largest) * 100}%` }} />
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.count}>{words.number(visits)}</span>
            <span className={styles.share}>{words.percent(total === 0 ? 0 : visits / total)}</span>
          </>
        );
        return (
          <li key={key}>
            {canFilter(filter, key) ? (
              <button
                type="button"
                className={styles.row}
                aria-pressed={isChosen}
                title={isChosen ? t`Remove this filter` : t`Show only ${name}`}
                onClick={choose}
              >
                {content}
              </button>
            ) : (
              <div className={styles.row}>{content}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What is grouped matches no filter. */
function canFilter(filter: FilterName | undefined, key: string): filter is FilterName {
  return filter !== undefined && (key !== '' || filter === EMPTY_FILTER) && key !== 'Other';
}
