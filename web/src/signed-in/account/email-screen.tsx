import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountSecurity } from '../../../../clients/typescript/index.ts';
import { useSettings } from '../../api/auth-state.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Badge } from '../../design/feedback/badge.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { Form, useSubmission } from '../../frame/submission.tsx';
import { MailIsInFiles } from '../../sign-in/mail-is-in-files.tsx';
import { Loaded } from '../loaded.tsx';
import { accountQuery } from '../queries.ts';
import styles from './account.module.css';
import { AccountScreen } from './account-screen.tsx';

export function EmailScreen() {
  const { t } = useLingui();
  const { mail } = useSettings();
  const account = useQuery(accountQuery);
  return (
    <AccountScreen title={t`E-mail`} lead={<Trans>You sign in with it. It is never shown on your page.</Trans>}>
      {mail === 'files' && <MailIsInFiles />}
      <Loaded query={account} skeleton={<Skeleton height={320} />}>
        {(data) => (
          <>
            <CurrentCard account={data} />
            <ChangeCard />
          </>
        )}
      </Loaded>
    </AccountScreen>
  );
}

function CurrentCard({ account }: { account: AccountSecurity }) {
  const { t } = useLingui();
  const resend = useMutation({
    mutationFn: () => api.account.resendVerification(),
    onSuccess: () => toast(t`Sent. Check your e-mail.`),
  });
  const { pending_email: pending } = account;
  return (
    <Card title={t`Your address`}>
      <p className={styles.current}>
        {account.email}
        {account.email_verified ? (
          <Badge tone="success">
            <Trans>Confirmed</Trans>
          </Badge>
        ) : (
          <Badge tone="warning">
            <Trans>Not confirmed</Trans>
          </Badge>
        )}
      </p>
      {!account.email_verified && (
        <>
          <p>
            <Trans>Open the link we sent you. Until then, we can’t help if you forget your password.</Trans>
          </p>
          <div className={styles.actions}>
            <Button icon="mail" busy={resend.isPending} onClick={() => resend.mutate()}>
              <Trans>Send it again</Trans>
            </Button>
          </div>
          {resend.isError && <FailureBanner error={resend.error} />}
        </>
      )}
      {pending && (
        <Banner title={t`Waiting for ${pending}`}>
          <Trans>Open the link we sent there. Until then, nothing changes.</Trans>
        </Banner>
      )}
    </Card>
  );
}

function ChangeCard() {
  const { t } = useLingui();
  const client = useQueryClient();
  const submission = useSubmission(async ({ email = '' }) => {
    await api.account.changeEmail({ email });
    await client.invalidateQueries({ queryKey: accountQuery.queryKey });
    submission.formRef.current?.reset();
    toast(t`Sent. Open the link we sent to ${email}.`);
  });
  return (
    <Card
      title={t`Change it`}
      text={
        <Trans>
          We’ll send a link to the new address and a notice to the old one. You can undo the change for seven days.
        </Trans>
      }
    >
      <Form submission={submission}>
        <TextField
          label={t`New e-mail`}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={submission.errors.email}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={submission.busy}>
            <Trans>Send the link</Trans>
          </Button>
        </div>
      </Form>
    </Card>
  );
}
