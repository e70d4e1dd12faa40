// Settings of the account, as opposed to those of its page.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../design/content/card.tsx';
import { Skeleton } from '../../../design/feedback/waiting.tsx';
import { Loaded } from '../../loaded.tsx';
import { settingsQuery } from '../../queries.ts';
import { SharesButton } from '../../shares/shares-button.tsx';
import { AccountScreen } from '../account-screen.tsx';
import { LanguageCard } from './language-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { TimezoneCard } from './timezone-card.tsx';

export function SettingsScreen() {
  const { t } = useLingui();
  const settings = useQuery(settingsQuery);
  return (
    <AccountScreen title={t`Settings`} lead={<Trans>What you choose here is saved at once.</Trans>}>
      <Loaded query={settings} skeleton={<Skeleton height={420} />}>
        {(data) => (
          <>
            <LanguageCard settings={data} />
            <TimezoneCard settings={data} />
            <NotificationsCard settings={data} />
          </>
        )}
      </Loaded>
      <Card
        title={t`Shared statistics`}
        text={
          <Trans>Links that show your numbers to people without an account. There are none until you make one.</Trans>
        }
      >
        <div>
          <SharesButton />
        </div>
      </Card>
    </AccountScreen>
  );
}
