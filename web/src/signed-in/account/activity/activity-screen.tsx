// What happened to the account: when, from where, and with which browser.
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Button } from '../../../design/actions/button.tsx';
import { Card } from '../../../design/content/card.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { Skeleton } from '../../../design/feedback/waiting.tsx';
import { FailureBanner } from '../../../frame/failure-banner.tsx';
import { Loaded } from '../../loaded.tsx';
import { useTimezone } from '../../stats/view/use-timezone.ts';
import { AccountScreen } from '../account-screen.tsx';
import { activitiesQuery, downloadActivities } from './activities.ts';
import styles from './activity.module.css';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityList } from './activity-list.tsx';
import { useActivityView } from './activity-view.ts';

export function ActivityScreen() {
  const { t } = useLingui();
  const timezone = useTimezone();
  const [view, change] = useActivityView();
  const activities = useInfiniteQuery({ ...activitiesQuery(view, timezone), placeholderData: keepPreviousData });
  const download = useMutation({ mutationFn: () => downloadActivities(view, timezone) });
  const total = activities.data?.pages[0]?.meta.total ?? 0;
  return (
    <AccountScreen
      title={t`Activity`}
      lead={<Trans>What happened to your account and your page. If something wasn’t you, change your password.</Trans>}
      action={
        total > 0 && (
          <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
            <Trans>Download CSV</Trans>
          </Button>
        )
      }
    >
      {download.isError && <FailureBanner error={download.error} />}
      <ActivityFilters view={view} change={change} />
      <Card>
        <Loaded query={activities} skeleton={<Skeleton height={480} />}>
          {({ pages }) => {
            const records = pages.flatMap((page) => page.records);
            if (records.length === 0) return <NothingHere isFiltered={Object.keys(view).length > 0} />;
            return (
              <>
                <p className={styles.count} aria-live="polite">
                  {plural(total, { one: '# activity', other: '# activities' })}
                </p>
                <ActivityList records={records} timezone={timezone} onIp={(ip) => change({ ip })} />
                {activities.isFetchNextPageError && (
                  <FailureBanner error={activities.error} onRetry={() => activities.fetchNextPage()} />
                )}
                {activities.hasNextPage && !activities.isFetchNextPageError && (
                  <Button busy={activities.isFetchingNextPage} onClick={() => activities.fetchNextPage()}>
                    <Trans>Show more</Trans>
                  </Button>
                )}
              </>
            );
          }}
        </Loaded>
      </Card>
    </AccountScreen>
  );
}

function NothingHere({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useLingui();
  if (isFiltered) {
    return (
      <EmptyState icon="search" title={t`Nothing matches these filters`}>
        <Trans>Try other words, or clear the filters.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="activity" title={t`Nothing happened yet`}>
      <Trans>Sign-ins and changes of your page appear here.</Trans>
    </EmptyState>
  );
}
