import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Row, Rows } from '../../design/content/rows.tsx';
import { Badge } from '../../design/feedback/badge.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { VisuallyHidden } from '../../design/visually-hidden.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { dotted } from '../../isolation.ts';
import { Loaded } from '../loaded.tsx';
import { useCountryNames } from '../names.ts';
import { useOptimisticChange } from '../optimistic.ts';
import { accountQuery, sessionsQuery } from '../queries.ts';
import { useTimes } from '../times.ts';
import { AccountScreen } from './account-screen.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

export function SessionsScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const [isAsking, setAsking] = useState(false);
  const endOthers = useMutation({
    mutationFn: () => api.sessions.deleteOther(),
    onSuccess: async () => {
      await Promise.all([sessionsQuery, accountQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
      toast(t`All other devices are signed out.`);
    },
  });
  const hasOthers = (sessions.data?.length ?? 0) > 1;
  return (
    <AccountScreen
      title={t`Sessions`}
      lead={
        <Trans>Where you’re signed in. If you don’t recognise a device, sign it out and change your password.</Trans>
      }
      action={
        hasOthers && (
          <Button icon="sign-out" busy={endOthers.isPending} onClick={() => setAsking(true)}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        )
      }
    >
      {endOthers.isError && <FailureBanner error={endOthers.error} />}
      <Card>
        <Loaded query={sessions} skeleton={<Skeleton height={180} />}>
          {(list) => <SessionList sessions={list} />}
        </Loaded>
      </Card>
      {isAsking && (
        <ConfirmDialog
          title={t`Sign out everywhere else?`}
          action={t`Sign out`}
          onConfirm={() => endOthers.mutate()}
          onClose={() => setAsking(false)}
        >
          <Trans>Only this device stays signed in.</Trans>
        </ConfirmDialog>
      )}
    </AccountScreen>
  );
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { t } = useLingui();
  const times = useTimes();
  const countryName = useCountryNames();
  const end = useOptimisticChange({
    queryKey: sessionsQuery.queryKey,
    change: (id: number) => api.sessions.delete(id),
    apply: (list: Session[], id) => list.filter((one) => one.id !== id),
    alsoChanges: [accountQuery.queryKey],
    onSuccess: () => toast(t`Signed out there.`),
  });
  return (
    <>
      {end.isError && <FailureBanner error={end.error} />}
      <Rows>
        {sessions.map((session) => {
          const { browser, os, kind } = session.device;
          const name = os ? t`${browser} on ${os}` : browser;
          const country = session.country && countryName(session.country);
          const place = [session.city, country].filter(Boolean).join(', ') || session.ip;
          const seen = times.ago(session.last_seen_at);
          return (
            <Row
              key={session.id}
              icon={kind === 'phone' || kind === 'tablet' ? 'phone' : 'screen'}
              title={
                <>
                  {name}
                  {session.current && (
                    <Badge tone="success">
                      <Trans>This device</Trans>
                    </Badge>
                  )}
                </>
              }
              text={session.current ? place : dotted([place, seen])}
              aside={
                !session.current && (
                  <Button size="small" onClick={() => end.mutate(session.id)}>
                    <Trans>Sign out</Trans>
                    <VisuallyHidden> {name}</VisuallyHidden>
                  </Button>
                )
              }
            />
          );
        })}
      </Rows>
    </>
  );
}
