import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountSecurity } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Badge } from '../../design/feedback/badge.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { Loaded } from '../loaded.tsx';
import { accountQuery } from '../queries.ts';
import styles from './account.module.css';
import { AccountScreen } from './account-screen.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

const FEW_CODES = 3;

export function TwoFactorScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const account = useQuery(accountQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const show = (given: readonly string[]) => {
    setCodes(given);
    client.invalidateQueries({ queryKey: accountQuery.queryKey });
  };
  return (
    <AccountScreen
      title={t`Two-factor`}
      lead={<Trans>After your password, enter a code from an app on your phone. Not needed with passkeys.</Trans>}
    >
      {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      <Loaded query={account} skeleton={<Skeleton height={220} />}>
        {(data) =>
          data.two_factor ? (
            <OnCard account={data} onCodes={show} />
          ) : (
            <TwoFactorSetup hasPassword={data.has_password} onCodes={show} />
          )
        }
      </Loaded>
    </AccountScreen>
  );
}

function OnCard({ account, onCodes }: { account: AccountSecurity; onCodes: (codes: readonly string[]) => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const replace = useMutation({
    mutationFn: () => api.twoFactor.replaceRecoveryCodes(),
    onSuccess: ({ recovery_codes: codes }) => onCodes(codes),
  });
  const turnOff = useMutation({
    mutationFn: () => api.twoFactor.delete(),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: accountQuery.queryKey });
      toast(t`Two-factor is off.`);
    },
  });
  const left = account.recovery_codes_left;
  const error = replace.error ?? turnOff.error;
  return (
    <Card
      title={t`Authenticator app`}
      aside={
        <Badge tone="success">
          <Trans>On</Trans>
        </Badge>
      }
    >
      {error && <FailureBanner error={error} />}
      {left <= FEW_CODES && (
        <Banner
          tone="warning"
          title={plural(left, { one: '# recovery code is left', other: '# recovery codes are left' })}
        >
          <Trans>Make new ones before they run out.</Trans>
        </Banner>
      )}
      <p>
        {plural(left, { one: '# recovery code', other: '# recovery codes' })}{' '}
        <Trans>left, in case you lose your phone.</Trans>
      </p>
      <div className={styles.actions}>
        <Button icon="refresh" busy={replace.isPending} onClick={() => replace.mutate()}>
          <Trans>New recovery codes</Trans>
        </Button>
        <Button variant="dangerQuiet" busy={turnOff.isPending} onClick={() => setAsking(true)}>
          <Trans>Turn off</Trans>
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t`Turn two-factor off?`}
          action={t`Turn off`}
          onConfirm={() => turnOff.mutate()}
          onClose={() => setAsking(false)}
        >
          <Trans>Your password alone will then be enough to sign in.</Trans>
        </ConfirmDialog>
      )}
    </Card>
  );
}
