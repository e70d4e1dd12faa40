import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { publicApi } from '../api/client.ts';
import { Button } from '../design/actions/button.tsx';
import { toast } from '../design/feedback/toasts.tsx';
import { CodeField, TextField } from '../design/fields/text-field.tsx';
import { Form, useSubmission } from '../frame/submission.tsx';
import styles from './sign-in-form.module.css';

interface SecondFactorFormProps {
  onSignedIn: () => void;
  onBack: () => void;
}

const DIGITS = 6;

/** The code of an authenticator app, or one of the recovery codes. What was wrong with one says nothing about the other. */
export function SecondFactorForm(props: SecondFactorFormProps) {
  const [usesRecovery, setUsesRecovery] = useState(false);
  return (
    <CodeForm
      {...props}
      key={usesRecovery ? 'recovery' : 'code'}
      usesRecovery={usesRecovery}
      onSwitch={() => setUsesRecovery(!usesRecovery)}
    />
  );
}

interface CodeFormProps extends SecondFactorFormProps {
  usesRecovery: boolean;
  onSwitch: () => void;
}

function CodeForm({ usesRecovery, onSwitch, onSignedIn, onBack }: CodeFormProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const submission = useSubmission(async ({ code = '' }) => {
    if (usesRecovery) {
      const { codes_left: left } = await publicApi.auth.signInWithRecoveryCode({ code });
      toast(
        plural(left, {
          one: 'Signed in. # recovery code is left.',
          other: 'Signed in. # recovery codes are left.',
        }),
      );
    } else {
      await publicApi.auth.signInWithCode({ code });
    }
    onSignedIn();
  });

  useEffect(() => input.current?.focus(), []);

  return (
    <Form submission={submission}>
      {usesRecovery ? (
        <TextField
          ref={input}
          label={t`Recovery code`}
          name="code"
          hint={t`Each code works once.`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          error={submission.errors.code}
        />
      ) : (
        <CodeField
          ref={input}
          label={t`Code from your authenticator app`}
          hint={t`Six digits. It changes every 30 seconds.`}
          error={submission.errors.code}
          onChange={(event) => {
            if (event.target.value.replaceAll(/\D/g, '').length === DIGITS) submission.run();
          }}
        />
      )}
      <Button type="submit" variant="primary" wide busy={submission.busy}>
        <Trans>Sign in</Trans>
      </Button>
      <div className={styles.switch}>
        <Button variant="quiet" size="small" icon="back" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button variant="quiet" size="small" onClick={onSwitch}>
          {usesRecovery ? <Trans>Use the app instead</Trans> : <Trans>Use a recovery code</Trans>}
        </Button>
      </div>
    </Form>
  );
}
