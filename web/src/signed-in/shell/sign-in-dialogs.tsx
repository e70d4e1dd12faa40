// Opens above whatever is on the screen when a call needs somebody to sign in; the call then goes on.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { publicApi } from '../../api/client.ts';
import { settleSignIn, useSignInRequest } from '../../api/sign-in-requests.ts';
import { Button } from '../../design/actions/button.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { PasswordField } from '../../design/fields/password-field.tsx';
import { CodeField } from '../../design/fields/text-field.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { Form, useSubmission } from '../../frame/submission.tsx';
import { forgetUnsaved } from '../../frame/unsaved.ts';
import { signInWithPasskey, supportsPasskeys } from '../../sign-in/passkeys.ts';
import { SignInForm } from '../../sign-in/sign-in-form.tsx';
import { accountQuery, profileQuery } from '../queries.ts';

export function SignInDialogs() {
  const request = useSignInRequest();
  if (request === 'sign-in') return <SignInAgain />;
  return request === 'confirm' ? <ConfirmIdentity /> : null;
}

function SignInAgain() {
  const { t } = useLingui();
  const client = useQueryClient();
  const known = client.getQueryData(profileQuery.queryKey);

  const goOn = async () => {
    // Somebody else may sign in here: what was on the screen is then not theirs.
    const now = await publicApi.user.get().catch(() => undefined);
    if (known && now && now.id !== known.id) {
      forgetUnsaved();
      location.assign(document.baseURI);
    } else settleSignIn(true);
  };
  return (
    <Dialog title={t`Sign in again`} onClose={() => settleSignIn(false)}>
      <p>
        <Trans>Your session has ended. Nothing you typed is lost.</Trans>
      </p>
      <SignInForm email={known?.email} onSignedIn={goOn} returnTo={location.pathname} />
    </Dialog>
  );
}

function ConfirmIdentity() {
  const { t } = useLingui();
  const account = useQuery(accountQuery).data;
  const [failure, setFailure] = useState<unknown>();
  const [isPasskeyBusy, setPasskeyBusy] = useState(false);
  const submission = useSubmission(async ({ password = '', code }) => {
    await publicApi.auth.reauthenticate({ password, ...(code && { code }) });
    settleSignIn(true);
  });

  const confirmByPasskey = async () => {
    setPasskeyBusy(true);
    setFailure(undefined);
    try {
      if (await signInWithPasskey()) settleSignIn(true);
    } catch (error) {
      setFailure(error);
    } finally {
      setPasskeyBusy(false);
    }
  };

  return (
    <Dialog title={t`Confirm it’s you`} onClose={() => settleSignIn(false)}>
      <p>
        <Trans>This needs a recent sign-in. We won’t ask again for ten minutes.</Trans>
      </p>
      {failure !== undefined && <FailureBanner error={failure} />}
      {!account && <Skeleton height={120} />}
      {account && account.passkeys > 0 && supportsPasskeys() && (
        <Button
          icon="passkey"
          wide
          variant={account.has_password ? 'secondary' : 'primary'}
          busy={isPasskeyBusy}
          onClick={confirmByPasskey}
        >
          <Trans>Use a passkey</Trans>
        </Button>
      )}
      {account?.has_password && (
        <Form submission={submission}>
          <PasswordField label={t`Password`} name="password" error={submission.errors.password} />
          {account.two_factor && (
            <CodeField label={t`Code from your authenticator app`} error={submission.errors.code} />
          )}
          <Button type="submit" variant="primary" wide busy={submission.busy}>
            <Trans>Confirm</Trans>
          </Button>
        </Form>
      )}
      {account && !account.has_password && account.passkeys === 0 && (
        <p>
          <Trans>Sign out and in again to confirm: your account has neither a password nor a passkey.</Trans>
        </p>
      )}
    </Dialog>
  );
}
