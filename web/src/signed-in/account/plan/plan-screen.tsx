// The plan, what is used of it, and what was bought.
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountUsage, Profile } from '../../../../../clients/typescript/index.ts';
import { api } from '../../../api/client.ts';
import { Card } from '../../../design/content/card.tsx';
import { Pagination } from '../../../design/content/pagination.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { Meter } from '../../../design/feedback/meter.tsx';
import { Skeleton } from '../../../design/feedback/waiting.tsx';
import { useLocale } from '../../../language.ts';
import { useFileSizes } from '../../files/file-sizes.ts';
import { Loaded } from '../../loaded.tsx';
import { profileQuery, usageQuery } from '../../queries.ts';
import { useTimes } from '../../times.ts';
import { AccountScreen } from '../account-screen.tsx';
import styles from './plan.module.css';
import { PlanHistory } from './plan-history.tsx';

function historyQuery(page: number) {
  return queryOptions({
    queryKey: ['plan-history', page],
    queryFn: ({ signal }) => api.planHistory.list({ page }, { signal }),
  });
}

export function PlanScreen() {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const profile = useQuery(profileQuery);
  const usage = useQuery(usageQuery);
  const history = useQuery({ ...historyQuery(page), placeholderData: keepPreviousData });
  const hasHistory = (history.data?.meta.total ?? 0) > 0;
  return (
    <AccountScreen title={t`Plan`} lead={<Trans>What you use, and what you bought.</Trans>}>
      <Loaded query={profile} skeleton={<Skeleton height={120} />}>
        {(data) => history.data && <PlanCard profile={data} hasHistory={hasHistory} />}
      </Loaded>
      <Card title={t`What you use`}>
        <Loaded query={usage} skeleton={<Skeleton height={260} />}>
          {(data) => <Usage usage={data} />}
        </Loaded>
      </Card>
      <Card title={t`Purchases`}>
        <Loaded query={history} skeleton={<Skeleton height={160} />}>
          {({ records, meta }) =>
            records.length === 0 ? (
              <EmptyState icon="plan" title={t`No purchases`}>
                <Trans>Plans that you buy, or that the person who runs this server gives you, appear here.</Trans>
              </EmptyState>
            ) : (
              <>
                <PlanHistory records={records} />
                <Pagination page={page} pages={meta.last_page} onTurn={setPage} />
              </>
            )
          }
        </Loaded>
      </Card>
    </AccountScreen>
  );
}

function PlanCard({ profile, hasHistory }: { profile: Profile; hasHistory: boolean }) {
  const { t } = useLingui();
  const times = useTimes();
  const { plan_name: name, plan_due: due } = profile;
  if (!hasHistory) {
    return (
      <Card
        title={t`Everything is included`}
        text={<Trans>Nothing has to be bought here. The limits below are the same for everybody on this server.</Trans>}
      />
    );
  }
  // English text by contract, such as “Nov 15, 2027”.
  const date = times.date(new Date(`${due} UTC`).toISOString());
  return (
    <Card title={t`Your plan`}>
      <p className={styles.plan}>
        <strong>{name}</strong>
        <span className={styles.muted}>
          <Trans>until {date}</Trans>
        </span>
      </p>
    </Card>
  );
}

function Usage({ usage }: { usage: AccountUsage }) {
  const { t } = useLingui();
  const sizes = useFileSizes(1000);
  const numbers = new Intl.NumberFormat(useLocale());
  const { blocks, form_entries: entries, uploads, upload_bytes: bytes, pixels, keys, shares } = usage;
  const rows: [label: string, amount: { used: number; limit: number }, format: (amount: number) => string][] = [
    [t`Blocks on your page`, blocks, numbers.format],
    [t`Storage for files`, bytes, sizes],
    [t`Files`, uploads, numbers.format],
    [t`Form entries`, entries, numbers.format],
    [t`Pixels`, pixels, numbers.format],
    [t`API keys`, keys, numbers.format],
    [t`Shared statistics`, shares, numbers.format],
  ];
  const requests = usage.requests_per_minute === null ? null : numbers.format(usage.requests_per_minute);
  return (
    <div className={styles.usage}>
      {rows.map(([label, { used, limit }, format]) => {
        const [some, all] = [format(used), format(limit)];
        return <Meter key={label} label={label} text={t`${some} of ${all}`} value={used} max={limit} />;
      })}
      <p className={styles.muted}>
        {requests === null ? (
          <Trans>The API has no limit of requests.</Trans>
        ) : (
          <Trans>Your API keys together can make {requests} requests a minute.</Trans>
        )}
      </p>
    </div>
  );
}
