import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client.ts';
import { Button, LinkButton } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { CopyField } from '../../design/content/copying.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { CodeField } from '../../design/fields/text-field.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { Form, useSubmission } from '../../frame/submission.tsx';
import { QrCode } from '../qr-code.tsx';
import styles from './account.module.css';

interface TwoFactorSetupProps {
  hasPassword: boolean;
  onCodes: (codes: readonly string[]) => void;
}

/** Not active before a correct code has shown that the app works. */
export function TwoFactorSetup({ hasPassword, onCodes }: TwoFactorSetupProps) {
  const { t } = useLingui();
  const start = useMutation({ mutationFn: () => api.twoFactor.start() });
  if (!hasPassword) {
    return (
      <Card title={t`Authenticator app`}>
        <Banner title={t`Your account has no password.`}>
          <Trans>Two-factor needs a password. Set one first.</Trans>
        </Banner>
        <div className={styles.actions}>
          <LinkButton href="/account/password">
            <Trans>Set a password</Trans>
          </LinkButton>
        </div>
      </Card>
    );
  }
  return (
    <Card
      title={t`Authenticator app`}
      text={!start.data && <Trans>Any authenticator app works, and so do most password managers.</Trans>}
    >
      {start.isError && <FailureBanner error={start.error} />}
      {start.data ? (
        <Enrolment {...start.data} onCodes={onCodes} />
      ) : (
        <div className={styles.actions}>
          <Button variant="primary" icon="shield" busy={start.isPending} onClick={() => start.mutate()}>
            <Trans>Turn on</Trans>
          </Button>
        </div>
      )}
    </Card>
  );
}

interface EnrolmentProps {
  secret: string;
  uri: string;
  onCodes: (codes: readonly string[]) => void;
}

function Enrolment({ secret, uri, onCodes }: EnrolmentProps) {
  const { t } = useLingui();
  const submission = useSubmission(async ({ code = '' }) => {
    const { recovery_codes: codes } = await api.twoFactor.confirm({ code });
    onCodes(codes);
  });
  // It takes the place of the button that was pressed.
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div ref={ref} tabIndex={-1} className={styles.setUp}>
      <div className={styles.scan}>
        <QrCode text={uri} label={t`QR code for your authenticator app`} size={180} />
        <div className={styles.steps}>
          <h3>
            <Trans>1. Scan this with your app</Trans>
          </h3>
          <p>
            <Trans>Can’t scan it? Type this key into the app:</Trans>
          </p>
          <CopyField label={t`Key for the app`} value={secret} />
        </div>
      </div>
      <Form submission={submission}>
        <h3>
          <Trans>2. Enter the code it shows</Trans>
        </h3>
        <CodeField label={t`Six-digit code`} error={submission.errors.code} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={submission.busy}>
            <Trans>Turn on</Trans>
          </Button>
        </div>
      </Form>
    </div>
  );
}
