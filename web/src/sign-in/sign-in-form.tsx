// Signing in: a passkey, or e-mail and password and then, where it is on, a second factor. The same form stands on its
// own screen and in the dialog that opens when a session has ended.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';
import { useSettings } from '../api/auth-state.ts';
import { publicApi } from '../api/client.ts';
import { Button } from '../design/actions/button.tsx';
import { PasswordField } from '../design/fields/password-field.tsx';
import { TextField } from '../design/fields/text-field.tsx';
import { FailureBanner } from '../frame/failure-banner.tsx';
import { Form, useSubmission } from '../frame/submission.tsx';
import { offerPasskeys, signInWithPasskey, supportsPasskeys, withdrawPasskeys } from './passkeys.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import styles from './sign-in-form.module.css';

interface SignInFormProps {
  onSignedIn: () => void;
  /** Where a provider leads back to. */
  returnTo?: string;
  email?: string | undefined;
  /** The first step is done, and a code is needed next. */
  isPending?: boolean;
}

export function SignInForm({ onSignedIn, returnTo = '/', email, isPending = false }: SignInFormProps) {
  const { t } = useLingui();
  const [needsCode, setNeedsCode] = useState(isPending);
  const [failure, setFailure] = useState<unknown>();
  const passkey = usePasskey(onSignedIn, setFailure);
  const submission = useSubmission(async ({ email: address = '', password = '' }) => {
    setFailure(undefined);
    const { two_factor: isTwoFactor } = await publicApi.auth.signIn({ email: address, password });
    withdrawPasskeys();
    if (isTwoFactor) setNeedsCode(true);
    else onSignedIn();
  });

  if (needsCode) return <SecondFactorForm onSignedIn={onSignedIn} onBack={() => setNeedsCode(false)} />;
  return (
    <div className={styles.ways}>
      <Form submission={submission}>
        <TextField
          label={t`E-mail or username`}
          name="email"
          autoComplete="username webauthn"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          inputMode="email"
          defaultValue={email}
          required
          error={submission.errors.email}
        />
        <PasswordField
          label={t`Password`}
          name="password"
          error={submission.errors.password}
          aside={
            <Link href="/recover">
              <Trans>Forgot it?</Trans>
            </Link>
          }
        />
        <Button type="submit" variant="primary" wide busy={submission.busy}>
          <Trans>Sign in</Trans>
        </Button>
      </Form>
      <OtherWays passkey={passkey} returnTo={returnTo} onFailure={setFailure} />
      {failure !== undefined && <FailureBanner error={failure} />}
    </div>
  );
}

interface OtherWaysProps {
  passkey: { busy: boolean; start: () => void };
  returnTo: string;
  onFailure: (error: unknown) => void;
}

function OtherWays({ passkey, returnTo, onFailure }: OtherWaysProps) {
  const { providers } = useSettings();
  const [leavingFor, setLeavingFor] = useState<string>();
  if (!supportsPasskeys() && providers.length === 0) return null;

  const leaveFor = async (provider: string) => {
    setLeavingFor(provider);
    onFailure(undefined);
    try {
      const { url } = await publicApi.auth.signInWithProvider({ provider, return_to: returnTo });
      location.assign(url);
    } catch (error) {
      onFailure(error);
      setLeavingFor(undefined);
    }
  };

  return (
    <>
      <p className={styles.or}>
        <Trans>or</Trans>
      </p>
      <div className={styles.others}>
        {supportsPasskeys() && (
          <Button wide icon="passkey" busy={passkey.busy} onClick={passkey.start}>
            <Trans>Use a passkey</Trans>
          </Button>
        )}
        {providers.map(({ id, name }) => (
          <Button key={id} wide busy={leavingFor === id} onClick={() => leaveFor(id)}>
            <Trans>Continue with {name}</Trans>
          </Button>
        ))}
      </div>
    </>
  );
}

function usePasskey(onSignedIn: () => void, onFailure: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  const finish = useEffectEvent((isSignedIn: boolean) => {
    if (isSignedIn) onSignedIn();
  });
  const fail = useEffectEvent(onFailure);

  useEffect(() => {
    let isHere = true;
    offerPasskeys().then(
      (isSignedIn) => isHere && finish(isSignedIn),
      (error) => isHere && fail(error),
    );
    return () => {
      isHere = false;
      withdrawPasskeys();
    };
  }, []);

  const start = async () => {
    setBusy(true);
    onFailure(undefined);
    try {
      if (await signInWithPasskey()) onSignedIn();
    } catch (error) {
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, start };
}
