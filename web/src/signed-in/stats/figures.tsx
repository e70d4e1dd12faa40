// The figures at the top, each against the period before. One of them is drawn in the chart.
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Series } from '../../../../clients/typescript/index.ts';
import { IconButton } from '../../design/actions/button.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { isolated } from '../../isolation.ts';
import { type Change, changeOf, comparable } from './change.ts';
import styles from './figures.module.css';
import type { Metric } from './view/stats-view.ts';
import type { Words } from './words.ts';

export interface ShownMetric {
  metric: Metric;
  title: string;
  /** What exactly is counted. */
  about?: ReactNode;
}

/** Of the page, or of a link: the first is what the chart draws by default. */
export function useMetrics(isLink: boolean): readonly ShownMetric[] {
  const { t } = useLingui();
  const unique = { metric: 'unique', title: t`Unique visitors`, about: <AboutUnique /> } as const;
  const bots = { metric: 'bots', title: t`Bots`, about: <AboutBots /> } as const;
  const through = {
    metric: 'click_through',
    title: t`Click-through`,
    about: <AboutClickThrough isLink={isLink} />,
  } as const;
  return isLink
    ? [
        { metric: 'visits', title: t`Clicks` },
        unique,
        { metric: 'impressions', title: t`Impressions`, about: <AboutImpressions /> },
        through,
        bots,
      ]
    : [{ metric: 'visits', title: t`Visits` }, unique, { metric: 'clicks', title: t`Clicks` }, through, bots];
}

interface FiguresProps {
  series: Series | undefined;
  metrics: readonly ShownMetric[];
  drawn: Metric;
  onDraw: (metric: Metric) => void;
  words: Words;
}

export function Figures({ series, metrics, drawn, onDraw, words }: FiguresProps) {
  const { t } = useLingui();
  const [explained, setExplained] = useState<ShownMetric>();
  const before = series && comparable(series)?.total_to_date;
  return (
    <>
      <ul className={styles.figures} aria-label={t`Figures`}>
        {metrics.map((shown) => {
          const { metric, title, about } = shown;
          const value = series ? words.figure(metric, series.total[metric]) : '…';
          return (
            <li key={metric} className={styles.figure}>
              <button
                type="button"
                className={styles.choice}
                aria-pressed={metric === drawn}
                onClick={() => onDraw(metric)}
              >
                <span className={styles.title}>{title}</span>
                <span className={styles.value}>{value}</span>
                {before && (
                  <ChangeText change={changeOf(series.total[metric], before[metric])} metric={metric} words={words} />
                )}
              </button>
              {about && (
                <IconButton
                  icon="question"
                  label={t`What does “${title}” mean?`}
                  className={styles.about!}
                  onClick={() => setExplained(shown)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {explained && (
        <Dialog title={explained.title} onClose={() => setExplained(undefined)}>
          {explained.about}
        </Dialog>
      )}
    </>
  );
}

interface ChangeTextProps {
  change: Change | undefined;
  metric: Metric;
  words: Words;
}

/** In words, and by an arrow: not by colour alone. */
export function ChangeText({ change, metric, words }: ChangeTextProps) {
  if (!change) return <span className={styles.change}>–</span>;
  const { difference, share } = change;
  if (difference === 0) {
    return (
      <span className={styles.change}>
        <Trans>No change</Trans>
      </span>
    );
  }
  const isMore = difference > 0;
  const size = Math.abs(difference);
  const points = Math.round(size * 1000) / 10;
  const amount =
    metric === 'click_through'
      ? isMore
        ? plural(points, { one: '# point more', other: '# points more' })
        : plural(points, { one: '# point less', other: '# points less' })
      : '';
  return (
    <span className={metric === 'bots' ? styles.change : isMore ? styles.more : styles.less}>
      <span aria-hidden="true">{isMore ? '↗' : '↘'} </span>
      {amount || <Amount isMore={isMore} size={words.number(size)} />}
      {share !== undefined &&
        metric !== 'click_through' &&
        ` (${isolated(`${isMore ? '+' : '−'}${words.roughPercent(Math.abs(share))}`)})`}
    </span>
  );
}

function Amount({ isMore, size }: { isMore: boolean; size: string }) {
  return isMore ? <Trans>{size} more</Trans> : <Trans>{size} fewer</Trans>;
}

function AboutUnique() {
  return (
    <>
      <p>
        <Trans>
          A visitor is counted once per day, with the first visit of that day. Days begin at midnight UTC for this, in
          every time zone.
        </Trans>
      </p>
      <p>
        <Trans>
          Nobody can be recognized on another day. So the number for several days is the sum of the days: somebody who
          comes on three days counts three times.
        </Trans>
      </p>
      <p>
        <Trans>No cookies are used. People who share an address and have the same browser count as one visitor.</Trans>
      </p>
    </>
  );
}

function AboutBots() {
  return (
    <p>
      <Trans>
        Requests that are not visits of people: crawlers and other programs, link previews in chats, prefetches and HEAD
        requests. They are in no other figure.
      </Trans>
    </p>
  );
}

function AboutClickThrough({ isLink }: { isLink: boolean }) {
  return (
    <p>
      {isLink ? (
        <Trans>
          Clicks on this link per impression: how many of those who saw it opened it. It is not known while you filter.
        </Trans>
      ) : (
        <Trans>
          Clicks on all links per visit of your page. It can be more than 100 % if people open several links.
        </Trans>
      )}
    </p>
  );
}

function AboutImpressions() {
  return (
    <p>
      <Trans>
        Visits of your page while this link was on it. Impressions have no country, browser or other details, so they
        are not known while you filter.
      </Trans>
    </p>
  );
}
