import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountSecurity } from '../../../../clients/typescript/index.ts';
import { useSettings } from '../../api/auth-state.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { PasswordField } from '../../design/fields/password-field.tsx';
import { Form, useSubmission } from '../../frame/submission.tsx';
import { Loaded } from '../loaded.tsx';
import { accountQuery, sessionsQuery } from '../queries.ts';
import styles from './account.module.css';
import { AccountScreen } from './account-screen.tsx';

export function PasswordScreen() {
  const { t } = useLingui();
  const account = useQuery(accountQuery);
  return (
    <AccountScreen title={t`Password`} lead={<Trans>A new one signs out all your other devices.</Trans>}>
      <Loaded query={account} skeleton={<Skeleton height={300} />}>
        {(data) => <PasswordCard account={data} />}
      </Loaded>
    </AccountScreen>
  );
}

function PasswordCard({ account }: { account: AccountSecurity }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { password: rules } = useSettings();
  const { has_password: hasOne, email } = account;
  const submission = useSubmission(async ({ password = '', current_password: current }) => {
    await api.account.changePassword({ password, ...(current && { current_password: current }) });
    await Promise.all([accountQuery, sessionsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    submission.formRef.current?.reset();
    toast(t`Your password has changed.`);
  });
  return (
    <Card title={hasOne ? t`Change your password` : t`Set a password`}>
      <Form submission={submission}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {hasOne && (
          <PasswordField
            label={t`Current password`}
            name="current_password"
            autoComplete="current-password"
            error={submission.errors.current_password}
          />
        )}
        <PasswordField
          label={t`New password`}
          name="password"
          minLength={rules.min}
          rules={{ min: rules.min, own: [email.split('@')[0] ?? ''] }}
          hint={t`At least ${i18n.number(rules.min)} characters. Three or four words are easy to remember.`}
          error={submission.errors.password}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={submission.busy}>
            <Trans>Save the new password</Trans>
          </Button>
        </div>
      </Form>
    </Card>
  );
}
