import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Key, PageOf } from '../../../../../clients/typescript/index.ts';
import { useSettings } from '../../../api/auth-state.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../design/actions/button.tsx';
import { Card } from '../../../design/content/card.tsx';
import { Pagination } from '../../../design/content/pagination.tsx';
import { Row, Rows } from '../../../design/content/rows.tsx';
import { Badge } from '../../../design/feedback/badge.tsx';
import { EmptyState } from '../../../design/feedback/empty-state.tsx';
import { toast } from '../../../design/feedback/toasts.tsx';
import { Skeleton } from '../../../design/feedback/waiting.tsx';
import { VisuallyHidden } from '../../../design/visually-hidden.tsx';
import { FailureBanner } from '../../../frame/failure-banner.tsx';
import { dotted } from '../../../isolation.ts';
import { useFreshSignIn } from '../../freshness.ts';
import { Loaded } from '../../loaded.tsx';
import { useOptimisticChange } from '../../optimistic.ts';
import { accountQuery, keysQuery } from '../../queries.ts';
import { useTimes } from '../../times.ts';
import { AccountScreen } from '../account-screen.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { FirstCallTabs } from './first-call-tabs.tsx';

export function KeysScreen() {
  const { t } = useLingui();
  const { pages_url: pagesUrl } = useSettings();
  const [page, setPage] = useState(1);
  const [isCreating, setCreating] = useState(false);
  const freshly = useFreshSignIn();
  const keys = useQuery({ ...keysQuery(page), placeholderData: keepPreviousData });
  const isEmpty = keys.data?.records.length === 0;
  const button = (
    <Button variant="primary" icon="plus" onClick={() => freshly(() => setCreating(true))}>
      <Trans>Create a key</Trans>
    </Button>
  );
  return (
    <AccountScreen
      title={t`API keys`}
      lead={<Trans>Let your own programs do what you can do here.</Trans>}
      action={!isEmpty && button}
    >
      <Card>
        <Loaded query={keys} skeleton={<Skeleton height={160} />}>
          {(list) =>
            list.records.length === 0 ? (
              <EmptyState icon="key" title={t`No keys yet`} actions={button}>
                <Trans>A key lets a script, a shop or an app read or change your page.</Trans>
              </EmptyState>
            ) : (
              <>
                <KeyList keys={list} page={page} />
                <Pagination page={page} pages={list.meta.last_page} onTurn={setPage} />
              </>
            )
          }
        </Loaded>
      </Card>
      <Card
        title={t`Your first call`}
        text={
          <Trans>
            Replace <code>fp_…</code> with your key. The{' '}
            <a href={`${pagesUrl}/docs`} target="_blank" rel="noreferrer">
              API reference
            </a>{' '}
            has everything else.
          </Trans>
        }
      >
        <FirstCallTabs secret="fp_…" />
      </Card>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </AccountScreen>
  );
}

function KeyList({ keys, page }: { keys: PageOf<Key>; page: number }) {
  const { t } = useLingui();
  const times = useTimes();
  const [revoking, setRevoking] = useState<Key>();
  const revoke = useOptimisticChange({
    queryKey: keysQuery(page).queryKey,
    change: (id: number) => api.keys.delete(id),
    apply: (list: PageOf<Key>, id) => ({
      ...list,
      records: list.records.map((key) => (key.id === id ? { ...key, revoked_at: new Date().toISOString() } : key)),
    }),
    alsoChanges: [accountQuery.queryKey],
    onSuccess: () => toast(t`Revoked. It no longer works.`),
  });
  return (
    <>
      {revoke.isError && <FailureBanner error={revoke.error} />}
      <Rows>
        {keys.records.map((key) => {
          const used = key.last_used_at ? t`used ${times.ago(key.last_used_at)}` : t`never used`;
          const isExpired = key.expires_at !== null && Date.parse(key.expires_at) < Date.now();
          const expiry = key.expires_at && !isExpired ? t`until ${times.date(key.expires_at)}` : undefined;
          return (
            <Row
              key={key.id}
              icon="key"
              title={
                <>
                  {key.name}
                  <Badge>{key.scope === 'read' ? <Trans>Read</Trans> : <Trans>Read and write</Trans>}</Badge>
                  {key.revoked_at ? (
                    <Badge tone="danger">
                      <Trans>Revoked</Trans>
                    </Badge>
                  ) : (
                    isExpired && (
                      <Badge tone="warning">
                        <Trans>Expired</Trans>
                      </Badge>
                    )
                  )}
                </>
              }
              text={
                <>
                  <code dir="ltr">{key.hint}</code> · {dotted([used, expiry])}
                </>
              }
              aside={
                !key.revoked_at && (
                  <Button size="small" onClick={() => setRevoking(key)}>
                    <Trans>Revoke</Trans>
                    <VisuallyHidden> {key.name}</VisuallyHidden>
                  </Button>
                )
              }
            />
          );
        })}
      </Rows>
      {revoking && (
        <ConfirmDialog
          title={t`Revoke ${revoking.name}?`}
          action={t`Revoke`}
          onConfirm={() => revoke.mutate(revoking.id)}
          onClose={() => setRevoking(undefined)}
        >
          <Trans>Programs that use it stop working at once. This can’t be undone.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
