import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { useSettings } from '../api/auth-state.ts';
import { publicApi } from '../api/client.ts';
import { Button } from '../design/actions/button.tsx';
import { Banner } from '../design/feedback/banner.tsx';
import { TextField } from '../design/fields/text-field.tsx';
import { AuthFrame } from '../frame/auth-frame.tsx';
import { Form, useSubmission } from '../frame/submission.tsx';
import { MailIsInFiles } from './mail-is-in-files.tsx';

/** Never says whether an address is known. */
export function RecoverScreen() {
  const { t } = useLingui();
  const { mail } = useSettings();
  const [sentTo, setSentTo] = useState<string>();
  const submission = useSubmission(async ({ email = '' }) => {
    await publicApi.auth.requestPasswordReset({ email });
    setSentTo(email);
  });
  return (
    <AuthFrame
      title={t`Forgot your password?`}
      lead={sentTo === undefined && <Trans>We’ll send you a link to choose a new one.</Trans>}
      foot={
        <Link href="/sign-in">
          <Trans>Back to sign-in</Trans>
        </Link>
      }
    >
      {sentTo === undefined ? (
        <Form submission={submission}>
          <TextField
            label={t`E-mail`}
            name="email"
            type="email"
            autoComplete="email"
            required
            error={submission.errors.email}
            hint={t`The address that you sign in with.`}
          />
          <Button type="submit" variant="primary" wide busy={submission.busy}>
            <Trans>Send the link</Trans>
          </Button>
        </Form>
      ) : (
        <Banner tone="success" title={t`Check your e-mail`}>
          <p role="status">
            <Trans>
              If <strong>{sentTo}</strong> belongs to an account, a link is on its way. It works for one hour.
            </Trans>
          </p>
        </Banner>
      )}
      {mail === 'files' && <MailIsInFiles />}
    </AuthFrame>
  );
}
