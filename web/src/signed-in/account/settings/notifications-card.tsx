import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AccountSettings } from '../../../../../clients/typescript/index.ts';
import { useSettings } from '../../../api/auth-state.ts';
import { LinkButton } from '../../../design/actions/button.tsx';
import { Card } from '../../../design/content/card.tsx';
import { Banner } from '../../../design/feedback/banner.tsx';
import { Switch } from '../../../design/fields/choice.tsx';
import { FailureBanner } from '../../../frame/failure-banner.tsx';
import { accountQuery } from '../../queries.ts';
import styles from './settings.module.css';
import { useSettingsChange } from './use-settings-change.ts';

export function NotificationsCard({ settings: { notifications } }: { settings: AccountSettings }) {
  const { t } = useLingui();
  const { mail } = useSettings();
  const account = useQuery(accountQuery).data;
  const change = useSettingsChange();
  return (
    <Card
      title={t`Notifications by e-mail`}
      text={
        account && (
          <Trans>
            They go to <strong className={styles.address}>{account.email}</strong>. Every mail has a link that stops
            them.
          </Trans>
        )
      }
    >
      {mail === 'files' ? (
        <Banner tone="warning" title={t`Nothing is sent yet: this server has no mail server.`}>
          <Trans>
            The person who runs it can set one up with <code>SMTP_URL</code>. What you choose here then applies.
          </Trans>
        </Banner>
      ) : (
        account &&
        !account.email_verified && (
          <Banner
            tone="warning"
            title={t`Nothing is sent yet: your address is not confirmed.`}
            actions={
              <LinkButton size="small" href="/account/email">
                <Trans>Confirm your address</Trans>
              </LinkButton>
            }
          >
            <Trans>What you choose here applies once it is.</Trans>
          </Banner>
        )
      )}
      <div className={styles.switches}>
        <Switch
          label={t`Weekly summary`}
          hint={t`Mondays at 8:00: visits and clicks of the week against the week before, top links and sources.`}
          checked={notifications.weekly_summary}
          onChange={(event) => change.mutate({ notifications: { weekly_summary: event.target.checked } })}
        />
        <Switch
          label={t`New form entries`}
          hint={t`When visitors send a form: at once, then at most every ten minutes for each form.`}
          checked={notifications.form_entries}
          onChange={(event) => change.mutate({ notifications: { form_entries: event.target.checked } })}
        />
      </div>
      {change.isError && <FailureBanner error={change.error} />}
    </Card>
  );
}
