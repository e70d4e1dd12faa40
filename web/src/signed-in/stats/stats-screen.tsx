// The numbers: of the page at /stats, of one link at /stats/:slug.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FingerpostError, type Link } from '../../../../clients/typescript/index.ts';
import { LinkButton } from '../../design/actions/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Card } from '../../design/content/card.tsx';
import { WhenLoaded } from '../../design/drawing.tsx';
import { Badge } from '../../design/feedback/badge.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { targetOf } from '../page/list/row-names.ts';
import { settingsQuery } from '../queries.ts';
import { SharesButton } from '../shares/shares-button.tsx';
import { Screen, ScreenSkeleton } from '../shell/screen.tsx';
import { BreakdownCard } from './cards/breakdown-card.tsx';
import { cards } from './cards/dimensions.ts';
import { LinksCard } from './cards/links-card.tsx';
import { comparable } from './change.ts';
import { ChartCard, isEmpty } from './chart/chart-card.tsx';
import { Controls, FilterChips } from './controls.tsx';
import { NoVisitsYet } from './empty.tsx';
import { useMetrics } from './figures.tsx';
import { LiveCard } from './live/live-card.tsx';
import { ViewOfStats } from './numbers.tsx';
import { OwnVisitsButton } from './own-visits-dialog.tsx';
import { useBreakdowns, useHasVisits, useLink, useSeries } from './requests.ts';
import styles from './stats.module.css';
import { formatView, isFiltered } from './view/stats-view.ts';
import { useStatsPeriod, useStatsView } from './view/use-stats-view.ts';
import { useWords } from './words.ts';

export function StatsScreen({ slug }: { slug?: string | undefined }) {
  // Numbers of the wrong days would be asked for, and replaced at once.
  const { isPending } = useQuery(settingsQuery);
  return (
    <WhenLoaded isLoading={isPending} skeleton={<ScreenSkeleton />}>
      {/* Another link begins anew: its numbers must not stand under the name of the last one. */}
      {() => <StatsOf key={slug ?? ''} slug={slug} />}
    </WhenLoaded>
  );
}

function StatsOf({ slug }: { slug: string | undefined }) {
  const { t } = useLingui();
  const words = useWords();
  const [view, change] = useStatsView();
  const period = useStatsPeriod(view);
  const scope = { view, period, slug };
  const series = useSeries(scope);
  const breakdowns = useBreakdowns(scope);
  const metrics = useMetrics(slug !== undefined);
  const context = useMemo(() => ({ view, change }), [view, change]);
  const isNothing = series.data !== undefined && isEmpty(series.data) && !isFiltered(view);
  const isNew = useHasVisits(slug, isNothing) === false && isNothing;
  const link = useLink(slug);
  const isUnknown = series.error instanceof FingerpostError && series.error.status === 404;
  const isLink = slug !== undefined;

  return (
    <ViewOfStats value={context}>
      <Screen
        wide
        title={isLink ? link?.title || slug : t`Stats`}
        lead={link && <LinkTarget link={link} />}
        {...(isLink && { back: { href: `/stats${formatView({ ...view, metric: 'visits' })}`, title: t`All stats` } })}
        isBackAlways
        action={!isUnknown && <SharesButton slug={slug} size="small" />}
      >
        {isUnknown ? (
          <UnknownLink />
        ) : (
          <>
            <div className={styles.head}>
              <Controls {...{ view, period, change, words }} />
              <FilterChips {...{ view, change, words }} />
            </div>
            {isNew ? (
              <NoVisitsYet isLink={isLink} />
            ) : (
              <ChartCard query={series} {...{ scope, metrics, change, words }} />
            )}
            {!isLink && <LiveCard />}
            {!isNew && (
              <>
                {!isLink && (
                  <LinksCard
                    {...{ scope, words }}
                    clicks={series.data?.total.clicks ?? 0}
                    isComparable={series.data !== undefined && Boolean(comparable(series.data))}
                  />
                )}
                <div className={styles.cards}>
                  {cards.map((card) => (
                    <div key={card.id} className={classNames(styles.place, card.isWide && styles.wide)}>
                      <BreakdownCard query={breakdowns} {...{ card, scope, words }} />
                    </div>
                  ))}
                </div>
              </>
            )}
            <div className={styles.end}>
              <p className={styles.muted}>
                <Trans>Your own visits are not counted in this browser while you are signed in.</Trans>
              </p>
              <OwnVisitsButton />
            </div>
          </>
        )}
      </Screen>
    </ViewOfStats>
  );
}

function LinkTarget({ link: { url, slug, state } }: { link: Link }) {
  return (
    <span className={styles.target}>
      <a href={url} target="_blank" rel="noreferrer">
        {targetOf(url)}
      </a>
      <span dir="ltr">/{slug}</span>
      {state === 'deleted' && (
        <Badge>
          <Trans>Deleted</Trans>
        </Badge>
      )}
    </span>
  );
}

function UnknownLink() {
  const { t } = useLingui();
  return (
    <Card>
      <EmptyState
        icon="link"
        title={t`There is no such link`}
        actions={
          <LinkButton href="/stats" variant="primary">
            <Trans>All stats</Trans>
          </LinkButton>
        }
      >
        <Trans>It may have been deleted before anybody clicked it.</Trans>
      </EmptyState>
    </Card>
  );
}
