// What somebody who had the account before may have left behind. Shown once, at the first sign-in after a recovery.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { RecoveryReview } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Row, Rows } from '../../design/content/rows.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import type { IconName } from '../../design/icon.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { useFreshSignIn } from '../freshness.ts';
import { Loaded } from '../loaded.tsx';
import { accountQuery, recoveryQuery } from '../queries.ts';
import { Screen } from '../shell/screen.tsx';
import { useTimes } from '../times.ts';
import styles from './account.module.css';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Item = RecoveryReview['items'][number];
/** What to remove; undefined: everything. */
type Choice = Item | undefined;

const kinds: Record<Item['kind'], { icon: IconName; title: MessageDescriptor }> = {
  passkey: { icon: 'passkey', title: msg`Passkey` },
  key: { icon: 'key', title: msg`API key` },
  identity: { icon: 'account', title: msg`Sign-in with a provider` },
  two_factor: { icon: 'shield', title: msg`Two-factor` },
  share: { icon: 'stats', title: msg`Shared statistics` },
  pixel: { icon: 'pixel', title: msg`Pixel` },
};

export function RecoveryScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  // An account has one second factor, which has no name of its own.
  const app = t`Authenticator app`;
  const review = useQuery({
    ...recoveryQuery,
    select: ({ items }) => items.map((item) => (item.kind === 'two_factor' ? { ...item, name: app } : item)),
  });
  // Somebody may come here at another time.
  const wasRecovered = useQuery(accountQuery).data?.recovered_at != null;
  const freshly = useFreshSignIn();
  const [asking, setAsking] = useState<{ choice: Choice }>();
  const rest = useRef<HTMLDivElement>(null);
  const remove = useMutation({
    mutationFn: (choice: Choice) =>
      api.account.removeReviewed(choice ? { kind: choice.kind, ...(choice.id !== null && { id: choice.id }) } : {}),
    onSuccess: async () => {
      await client.invalidateQueries();
      toast(t`Removed`);
      // The button of what was removed is gone.
      rest.current?.focus();
    },
  });
  const finish = useMutation({
    mutationFn: () => api.account.finishRecoveryReview(),
    onSuccess: async () => {
      await client.invalidateQueries();
      navigate('/', { replace: true });
    },
  });
  const ask = (choice: Choice) => void freshly(() => setAsking({ choice }));
  const error = remove.error ?? finish.error;
  return (
    <Screen
      title={t`Is all of this yours?`}
      lead={
        wasRecovered && (
          <Trans>
            Your account was recovered. Somebody else may have added some of this, to get in again or to run a script on
            your page. Remove what you do not know.
          </Trans>
        )
      }
    >
      {error && <FailureBanner error={error} />}
      <Loaded query={review} skeleton={<Skeleton height={240} />}>
        {(items) => (
          <>
            <div className={styles.actions}>
              {items.length > 0 && (
                <Button variant="danger" icon="trash" busy={remove.isPending} onClick={() => ask(undefined)}>
                  <Trans>Remove all</Trans>
                </Button>
              )}
              <Button busy={finish.isPending} onClick={() => finish.mutate()}>
                {items.length > 0 ? <Trans>Keep the rest</Trans> : <Trans>Done</Trans>}
              </Button>
            </div>
            <div ref={rest} tabIndex={-1}>
              <Card>
                {items.length === 0 ? (
                  <EmptyState icon="shield" title={t`Nothing is left to review`} />
                ) : (
                  <ItemList items={items} onRemove={ask} />
                )}
              </Card>
            </div>
          </>
        )}
      </Loaded>
      {asking && (
        <RemovalDialog
          item={asking.choice}
          onConfirm={() => remove.mutate(asking.choice)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Screen>
  );
}

function ItemList({ items, onRemove }: { items: readonly Item[]; onRemove: (item: Item) => void }) {
  const { t, i18n } = useLingui();
  const times = useTimes();
  return (
    <Rows label={t`Is all of this yours?`}>
      {items.map((item) => {
        const { icon, title } = kinds[item.kind];
        const { name } = item;
        const kind = i18n._(title);
        const [ago, date] = [times.ago(item.created_at), times.date(item.created_at)];
        return (
          <Row
            key={`${item.kind} ${item.id}`}
            icon={icon}
            title={name}
            text={`${kind} · ${date} (${ago})`}
            aside={
              <Button size="small" variant="dangerQuiet" onClick={() => onRemove(item)} aria-label={t`Remove ${name}`}>
                <Trans>Remove</Trans>
              </Button>
            }
          />
        );
      })}
    </Rows>
  );
}

interface RemovalDialogProps {
  item: Choice;
  onConfirm: () => void;
  onClose: () => void;
}

function RemovalDialog({ item, onConfirm, onClose }: RemovalDialogProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={item ? t`Remove ${item.name}?` : t`Remove all of this?`}
      action={t`Remove`}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Trans>It stops working at once.</Trans>
    </ConfirmDialog>
  );
}
