// Figures, the chart of one of them, and the table behind it.
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import type { Series } from '../../../../../clients/typescript/index.ts';
import { parseDay } from '../../../../../contract/local-time.ts';
import { formatDay } from '../../../../../contract/time.ts';
import { Button } from '../../../design/actions/button.tsx';
import { Card } from '../../../design/content/card.tsx';
import { Skeleton } from '../../../design/feedback/waiting.tsx';
import { dotted } from '../../../isolation.ts';
import { comparable } from '../change.ts';
import { IntervalMenu } from '../controls.tsx';
import { CsvButton } from '../csv-button.tsx';
import { NothingHere } from '../empty.tsx';
import { PictureMenu } from '../export/picture-menu.tsx';
import { Figures, type ShownMetric } from '../figures.tsx';
import { Numbers } from '../numbers.tsx';
import { captionFor, fileName, type Scope } from '../requests.ts';
import type { StatsView } from '../view/stats-view.ts';
import type { Words } from '../words.ts';
import styles from './chart.module.css';
import { Chart } from './chart.tsx';
import { ChartTable } from './chart-table.tsx';
import { chartPoints } from './points.ts';

interface ChartCardProps {
  query: UseQueryResult<Series>;
  scope: Scope;
  metrics: readonly ShownMetric[];
  change: (view: StatsView) => void;
  words: Words;
}

export function ChartCard({ query, scope, metrics, change, words }: ChartCardProps) {
  const { view, slug } = scope;
  // A link has no clicks beside its visits, the page no impressions to speak of.
  const drawn = metrics.find(({ metric }) => metric === view.metric) ?? metrics[0]!;
  return (
    <Card>
      <Numbers query={query} skeleton={<Skeleton height={400} />}>
        {(series) => (
          <>
            <Figures
              {...{ series, metrics, words }}
              drawn={drawn.metric}
              onDraw={(metric) => change({ ...view, metric })}
            />
            {isEmpty(series) ? (
              <NothingHere {...{ view, change }} isLink={slug !== undefined} />
            ) : (
              <SeriesChart {...{ series, scope, metrics, change, drawn, words }} />
            )}
          </>
        )}
      </Numbers>
    </Card>
  );
}

export function isEmpty({ total, compare }: Series): boolean {
  const sum = ({ visits, clicks, bots }: Series['total']) => visits + clicks + bots;
  return sum(total) + (compare ? sum(compare.total) : 0) === 0;
}

type SeriesChartProps = Pick<ChartCardProps, 'scope' | 'metrics' | 'change' | 'words'> & {
  series: Series;
  drawn: ShownMetric;
};

function SeriesChart({ series, scope, metrics, change, drawn, words }: SeriesChartProps) {
  const { t } = useLingui();
  const [isTable, setTable] = useState(false);
  const tableId = useId();
  const svg = useRef<SVGSVGElement>(null);
  const today = formatDay(scope.period.today);
  const points = useMemo(() => chartPoints(series, Date.now(), today), [series, today]);
  const isGoingOn = series.to >= today;
  const compare = comparable(series);
  return (
    <>
      <Chart {...{ series, points, words, svg }} metric={drawn.metric} title={drawn.title} />
      <div className={styles.legend}>
        <span>
          <i className={styles.nowKey} aria-hidden="true" />
          {words.days(daysOf(series))}
        </span>
        {compare && (
          <span>
            <i className={styles.beforeKey} aria-hidden="true" />
            {words.days(daysOf(compare))}
          </span>
        )}
        {compare && isGoingOn && (
          <span>
            <Trans>The figures compare both until the same time of day.</Trans>
          </span>
        )}
        {points.some(({ isUnknown }) => isUnknown) && (
          <span>
            <i className={styles.unknownKey} aria-hidden="true" />
            <Trans>Too long ago for filters: single visits are not stored for as long.</Trans>
          </span>
        )}
      </div>
      <div className={styles.foot}>
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isTable}
          aria-controls={tableId}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? t`Hide the table` : t`Show as table`}
        </Button>
        <div className={styles.buttons}>
          <IntervalMenu view={scope.view} period={scope.period} change={change} />
          <CsvButton scope={scope} table="series" name={t`Chart`} />
          <PictureMenu
            svg={() => svg.current}
            name={fileName(scope, 'series')}
            caption={dotted([drawn.title, captionFor(scope, words)])}
          />
        </div>
      </div>
      <div id={tableId} className={styles.tablePlace}>
        {isTable && <ChartTable {...{ series, points, metrics, words }} drawn={drawn.metric} />}
      </div>
    </>
  );
}

function daysOf({ from, to }: { from: string; to: string }) {
  return { first: parseDay(from)!, last: parseDay(to)! };
}
