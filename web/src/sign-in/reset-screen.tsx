import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { setSignedIn, useSettings } from '../api/auth-state.ts';
import { publicApi } from '../api/client.ts';
import { Button, LinkButton } from '../design/actions/button.tsx';
import { Banner } from '../design/feedback/banner.tsx';
import { PasswordField } from '../design/fields/password-field.tsx';
import { AuthFrame } from '../frame/auth-frame.tsx';
import { Form, useSubmission } from '../frame/submission.tsx';

export function ResetScreen() {
  const { t, i18n } = useLingui();
  const { password: rules } = useSettings();
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const [isDone, setDone] = useState(false);
  const submission = useSubmission(async ({ password = '' }) => {
    await publicApi.auth.resetPassword({ token, password });
    setSignedIn(false);
    setDone(true);
  });
  const tokenError = submission.errors.token;
  return (
    // What has come of it is a screen of its own, announced as such.
    <AuthFrame
      key={isDone ? 'done' : 'form'}
      title={isDone ? t`Your password has changed` : t`Choose a new password`}
      lead={!isDone && <Trans>This signs you out on every device.</Trans>}
    >
      {isDone ? (
        <>
          <p role="status">
            <Trans>You can sign in with it now.</Trans>
          </p>
          <LinkButton href="/sign-in" variant="primary" wide>
            <Trans>Sign in</Trans>
          </LinkButton>
        </>
      ) : (
        <>
          {tokenError && (
            <Banner tone="warning" title={tokenError}>
              <Link href="/recover">
                <Trans>Send a new link</Trans>
              </Link>
            </Banner>
          )}
          <Form submission={tokenError ? { ...submission, failure: undefined } : submission}>
            <PasswordField
              label={t`New password`}
              name="password"
              minLength={rules.min}
              rules={{ min: rules.min }}
              hint={t`At least ${i18n.number(rules.min)} characters. Three or four words are easy to remember.`}
              error={submission.errors.password}
            />
            <Button type="submit" variant="primary" wide busy={submission.busy}>
              <Trans>Save the new password</Trans>
            </Button>
          </Form>
        </>
      )}
    </AuthFrame>
  );
}
