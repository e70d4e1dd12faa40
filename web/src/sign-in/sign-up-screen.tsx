import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { setSignedIn, useSettings, useSignedIn } from '../api/auth-state.ts';
import { publicApi } from '../api/client.ts';
import { Button, LinkButton } from '../design/actions/button.tsx';
import { Banner } from '../design/feedback/banner.tsx';
import { PasswordField } from '../design/fields/password-field.tsx';
import { TextField } from '../design/fields/text-field.tsx';
import { AuthFrame } from '../frame/auth-frame.tsx';
import { Form, useSubmission } from '../frame/submission.tsx';
import { chosenLanguage } from '../language.ts';
import { UsernameField } from './username-field.tsx';

export function SignUpScreen() {
  const { t } = useLingui();
  const search = useSearch();
  const { signup } = useSettings();
  const isSignedIn = useSignedIn();
  const username = new URLSearchParams(search).get('username') ?? undefined;
  if (isSignedIn) return <Redirect to="/" replace />;
  return (
    <AuthFrame
      title={t`Make your page`}
      lead={signup === 'open' && <Trans>One address for your links. It takes a minute.</Trans>}
      foot={
        <Trans>
          Already have a page? <Link href="/sign-in">Sign in</Link>
        </Trans>
      }
    >
      {signup === 'open' ? <SignUpForm username={username} /> : <SignUpIsOff isByInvitation={signup === 'invite'} />}
    </AuthFrame>
  );
}

function SignUpIsOff({ isByInvitation }: { isByInvitation: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <Banner title={isByInvitation ? t`New accounts need an invitation.` : t`This server isn’t open for sign-up.`}>
        {isByInvitation ? (
          <Trans>Ask the person who runs this server for one, then open its link.</Trans>
        ) : (
          <Trans>The person who runs it can still invite you.</Trans>
        )}
      </Banner>
      <LinkButton href="/sign-in" variant="primary" wide>
        <Trans>Sign in</Trans>
      </LinkButton>
    </>
  );
}

interface SignUpFormProps {
  username?: string | undefined;
  invitation?: { token: string; email: string | null };
}

export function SignUpForm({ username, invitation }: SignUpFormProps) {
  const { t, i18n } = useLingui();
  const [, navigate] = useLocation();
  const { password: rules } = useSettings();
  const [own, setOwn] = useState({ username: username ?? '', email: '' });
  const submission = useSubmission(async ({ username: name = '', email = '', password = '' }) => {
    await publicApi.auth.signUp({
      username: name,
      email,
      password,
      ...(invitation && { invitation: invitation.token }),
    });
    await keepLanguage();
    navigate('/welcome', { replace: true });
    setSignedIn(true);
  });
  return (
    <Form submission={submission}>
      <UsernameField
        error={submission.errors.username}
        initial={username}
        onChange={(value) => setOwn({ ...own, username: value })}
      />
      <TextField
        label={t`E-mail`}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={invitation?.email ?? undefined}
        required
        error={submission.errors.email}
        hint={t`For signing in, and if you forget your password.`}
        onChange={(event) => setOwn({ ...own, email: event.target.value })}
      />
      <PasswordField
        label={t`Password`}
        name="password"
        minLength={rules.min}
        rules={{ min: rules.min, own: [own.username, own.email.split('@')[0] ?? ''] }}
        hint={t`At least ${i18n.number(rules.min)} characters. Three or four words are easy to remember.`}
        error={submission.errors.password}
      />
      <Button type="submit" variant="primary" wide busy={submission.busy}>
        <Trans>Continue</Trans>
      </Button>
    </Form>
  );
}

/** A language that was chosen before signing up is the account's from then on. Without it, the account goes on as well. */
async function keepLanguage(): Promise<void> {
  const language = chosenLanguage();
  if (language) await publicApi.account.editSettings({ language }).catch(() => undefined);
}
