import { Trans, useLingui } from '@lingui/react/macro';
import type { Series } from '../../../../../clients/typescript/index.ts';
import type { Metric } from '../view/stats-view.ts';
import type { Words } from '../words.ts';
import styles from './chart.module.css';
import { type ChartPoint, figureOf } from './points.ts';

interface ChartTableProps {
  series: Series;
  points: readonly ChartPoint[];
  metrics: readonly { metric: Metric; title: string }[];
  /** The one that is drawn, and compared. */
  drawn: Metric;
  words: Words;
}

/** The numbers of the chart, the latest last. */
export function ChartTable({ series: { interval, timezone }, points, metrics, drawn, words }: ChartTableProps) {
  const { t } = useLingui();
  const hasBefore = points.some(({ before }) => before);
  const title = metrics.find(({ metric }) => metric === drawn)!.title;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
    <section className={styles.table} aria-label={t`The numbers of the chart`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Date</Trans>
            </th>
            {metrics.map(({ metric, title: name }) => (
              <th key={metric} scope="col">
                {name}
              </th>
            ))}
            {hasBefore && <th scope="col">{t`${title} before`}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map(({ at, before, isRepeated, isFuture, isUnknown, isUnfinished }) => (
            <tr key={at.start}>
              <th scope="row">
                {words.date({ ...at, isRepeated, timezone }, interval)}
                {isUnfinished && ` ${t`(so far)`}`}
              </th>
              {metrics.map(({ metric }) => (
                <td key={metric}>{words.figure(metric, isFuture || isUnknown ? null : figureOf(at, metric))}</td>
              ))}
              {hasBefore && <td>{words.figure(drawn, before ? figureOf(before, drawn) : null)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
