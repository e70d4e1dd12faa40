// Screens that links in messages lead to: each spends its token once and says what came of it.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { setSignedIn, useSettings, useSignedIn } from '../api/auth-state.ts';
import { publicApi } from '../api/client.ts';
import { LinkButton } from '../design/actions/button.tsx';
import { Skeleton } from '../design/feedback/waiting.tsx';
import { AuthFrame } from '../frame/auth-frame.tsx';
import { FailureBanner } from '../frame/failure-banner.tsx';

type State = { is: 'waiting' } | { is: 'done' } | { is: 'failed'; error: unknown };

function useToken(spend: (token: string) => Promise<unknown>) {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const [state, setState] = useState<State>({ is: 'waiting' });
  const isSpent = useRef(false);

  const run = useCallback(() => {
    setState({ is: 'waiting' });
    spend(token).then(
      () => setState({ is: 'done' }),
      (error) => setState({ is: 'failed', error }),
    );
  }, [token, spend]);

  useEffect(() => {
    if (isSpent.current) return;
    isSpent.current = true;
    run();
  }, [run]);
  return { state, run };
}

interface OutcomeProps {
  state: State;
  titles: { waiting: string; done: string; failed: string };
  children: ReactNode;
  onRetry: () => void;
}

function Outcome({ state, titles, children, onRetry }: OutcomeProps) {
  const isSignedIn = useSignedIn();
  return (
    <AuthFrame title={titles[state.is]}>
      <div role="status">
        {state.is === 'waiting' ? <Skeleton height={24} width="70%" /> : state.is === 'done' && children}
      </div>
      {state.is === 'failed' && <FailureBanner error={state.error} onRetry={onRetry} />}
      {state.is !== 'waiting' && (
        <LinkButton href={isSignedIn ? '/' : '/sign-in'} variant={state.is === 'done' ? 'primary' : 'secondary'} wide>
          {isSignedIn ? <Trans>Go to your page</Trans> : <Trans>Sign in</Trans>}
        </LinkButton>
      )}
    </AuthFrame>
  );
}

const verify = (token: string) => publicApi.auth.verifyEmail({ token });
const confirmChange = (token: string) => publicApi.auth.confirmEmailChange({ token });
const signIn = (token: string) => publicApi.auth.signInWithLink({ token });

export function VerifyScreen() {
  const { t } = useLingui();
  const { state, run } = useToken(verify);
  const titles = {
    waiting: t`Confirming your address`,
    done: t`Your address is confirmed`,
    failed: t`That did not work`,
  };
  return (
    <Outcome state={state} titles={titles} onRetry={run}>
      <Trans>Thank you. If you ever forget your password, we can help.</Trans>
    </Outcome>
  );
}

export function EmailConfirmScreen() {
  const { t } = useLingui();
  const { state, run } = useToken(confirmChange);
  const titles = {
    waiting: t`Changing your address`,
    done: t`Your address has changed`,
    failed: t`That did not work`,
  };
  return (
    <Outcome state={state} titles={titles} onRetry={run}>
      <Trans>
        Use it to sign in from now on. We sent a notice to your old address. It can undo this for seven days.
      </Trans>
    </Outcome>
  );
}

export function LinkScreen() {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  useSettings();
  const { state, run } = useToken(signIn);
  useEffect(() => {
    if (state.is !== 'done') return;
    navigate('/', { replace: true });
    setSignedIn(true);
  }, [state, navigate]);
  const titles = { waiting: t`Signing you in`, done: t`Signed in`, failed: t`This link does not work` };
  return (
    <Outcome state={state} titles={titles} onRetry={run}>
      <Trans>One moment.</Trans>
    </Outcome>
  );
}
