import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import { Button, IconButton } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Row, Rows } from '../../design/content/rows.tsx';
import { Badge } from '../../design/feedback/badge.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Menu } from '../../design/overlays/menu.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { createPasskey, PasskeyIsThere, supportsPasskeys } from '../../sign-in/passkeys.ts';
import { Loaded } from '../loaded.tsx';
import { useOptimisticChange } from '../optimistic.ts';
import { accountQuery, passkeysQuery } from '../queries.ts';
import { useTimes } from '../times.ts';
import { AccountScreen } from './account-screen.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

export function PasskeysScreen() {
  const { t } = useLingui();
  const passkeys = useQuery(passkeysQuery);
  const add = useAddPasskey();
  const button = (
    <Button variant="primary" icon="plus" busy={add.isPending} onClick={() => add.mutate()}>
      <Trans>Add a passkey</Trans>
    </Button>
  );
  const isEmpty = passkeys.data?.length === 0;
  return (
    <AccountScreen
      title={t`Passkeys`}
      lead={<Trans>Sign in with your fingerprint, face or device PIN. Nothing to remember, nothing to steal.</Trans>}
      action={!isEmpty && supportsPasskeys() && button}
    >
      {add.error instanceof PasskeyIsThere ? (
        <Banner tone="warning" title={t`This device has a passkey for your account already.`} />
      ) : (
        add.isError && <FailureBanner error={add.error} />
      )}
      <Card>
        <Loaded query={passkeys} skeleton={<Skeleton height={120} />}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState icon="passkey" title={t`No passkeys yet`} actions={supportsPasskeys() && button}>
                {supportsPasskeys() ? (
                  <Trans>Add one on each device, or one that your password manager shares between them.</Trans>
                ) : (
                  <Trans>This browser cannot make passkeys. Try a newer one, or an address with HTTPS.</Trans>
                )}
              </EmptyState>
            ) : (
              <PasskeyList passkeys={list} />
            )
          }
        </Loaded>
      </Card>
    </AccountScreen>
  );
}

function useAddPasskey() {
  const { t } = useLingui();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const credential = await createPasskey(await api.passkeys.start());
      return credential && (await api.passkeys.add({ credential }));
    },
    onSuccess: async (saved) => {
      if (!saved) return;
      await Promise.all([passkeysQuery, accountQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
      toast(t`Added. You can sign in with it now.`);
    },
  });
}

function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useLingui();
  const times = useTimes();
  const [renaming, setRenaming] = useState<Passkey>();
  const [removing, setRemoving] = useState<Passkey>();
  const { queryKey } = passkeysQuery;
  const rename = useOptimisticChange({
    queryKey,
    change: ({ id, name }: { id: number; name: string }) => api.passkeys.edit(id, { name }),
    apply: (list: Passkey[], { id, name }) => list.map((one) => (one.id === id ? { ...one, name } : one)),
  });
  const remove = useOptimisticChange({
    queryKey,
    change: (id: number) => api.passkeys.delete(id),
    apply: (list: Passkey[], id) => list.filter((one) => one.id !== id),
    alsoChanges: [accountQuery.queryKey],
    onSuccess: () => toast(t`Removed`),
  });
  return (
    <>
      {rename.isError && <FailureBanner error={rename.error} />}
      {remove.isError && <FailureBanner error={remove.error} />}
      <Rows>
        {passkeys.map((passkey) => (
          <Row
            key={passkey.id}
            icon="passkey"
            title={
              <>
                {passkey.name}
                {passkey.backed_up && (
                  <Badge>
                    <Trans>Synced</Trans>
                  </Badge>
                )}
              </>
            }
            text={
              passkey.last_used_at ? (
                <Trans>Last used {times.ago(passkey.last_used_at)}</Trans>
              ) : (
                <Trans>Added {times.ago(passkey.created_at)}, not used yet</Trans>
              )
            }
            aside={
              <Menu
                label={t`Passkey ${passkey.name}`}
                items={[
                  { label: t`Rename`, icon: 'edit', onChoose: () => setRenaming(passkey) },
                  { label: t`Remove`, icon: 'trash', danger: true, onChoose: () => setRemoving(passkey) },
                ]}
              >
                {(opener) => <IconButton {...opener} icon="more" label={t`Change ${passkey.name}`} />}
              </Menu>
            }
          />
        ))}
      </Rows>
      {renaming && (
        <RenameDialog
          name={renaming.name}
          onRename={(name) => rename.mutate({ id: renaming.id, name })}
          onClose={() => setRenaming(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          title={t`Remove ${removing.name}?`}
          action={t`Remove`}
          onConfirm={() => remove.mutate(removing.id)}
          onClose={() => setRemoving(undefined)}
        >
          <Trans>You can no longer sign in with it. Also delete it on your device or in your password manager.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
