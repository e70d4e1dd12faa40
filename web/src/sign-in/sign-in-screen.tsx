import { Trans, useLingui } from '@lingui/react/macro';
import { Link, Redirect, useSearch } from 'wouter';
import { setSignedIn, useSettings, useSignedIn } from '../api/auth-state.ts';
import { Banner } from '../design/feedback/banner.tsx';
import { AuthFrame } from '../frame/auth-frame.tsx';
import { returnPath } from './return-path.ts';
import { SignInForm } from './sign-in-form.tsx';

export function SignInScreen() {
  const { t } = useLingui();
  const search = useSearch();
  const { signup } = useSettings();
  const isSignedIn = useSignedIn();
  const to = returnPath(search);
  if (isSignedIn) return <Redirect to={to} replace />;
  return (
    <AuthFrame
      title={t`Sign in`}
      foot={
        signup === 'open' && (
          <Trans>
            New here? <Link href="/sign-up">Make your page</Link>
          </Trans>
        )
      }
    >
      <ProviderProblem search={search} />
      <SignInForm onSignedIn={() => setSignedIn(true)} returnTo={to} isPending={isPending(search)} />
    </AuthFrame>
  );
}

/** A provider leads back here if the account has a second factor too. */
function isPending(search: string): boolean {
  return new URLSearchParams(search).get('two_factor') === '1';
}

/** A provider that did not sign somebody in leads back here and says why. */
function ProviderProblem({ search }: { search: string }) {
  const { t } = useLingui();
  const error = new URLSearchParams(search).get('error');
  if (error === null) return null;
  return (
    <Banner tone="warning" title={t`That sign-in did not work.`}>
      <ProviderAdvice error={error} />
    </Banner>
  );
}

function ProviderAdvice({ error }: { error: string }) {
  switch (error) {
    case 'account_suspended':
      return <Trans>This account is suspended.</Trans>;
    case 'email_missing':
    case 'email_not_verified':
      return <Trans>Your e-mail address is not confirmed at the provider. Confirm it there, then try again.</Trans>;
    case 'signup_closed':
      return <Trans>New accounts need an invitation.</Trans>;
    default:
      return <Trans>Try again, or sign in with your password or a passkey.</Trans>;
  }
}
