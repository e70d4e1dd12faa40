import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { AccountSettings } from '../../../../../clients/typescript/index.ts';
import { Button } from '../../../design/actions/button.tsx';
import { Card } from '../../../design/content/card.tsx';
import { FailureBanner } from '../../../frame/failure-banner.tsx';
import { dotted } from '../../../isolation.ts';
import { useLocale } from '../../../language.ts';
import { browserTimezone } from '../../stats/view/use-timezone.ts';
import styles from './settings.module.css';
import { describeZone } from './time-zones.ts';
import { useSettingsChange } from './use-settings-change.ts';
import { ZoneDialog } from './zone-dialog.tsx';

export function TimezoneCard({ settings: { timezone } }: { settings: AccountSettings }) {
  const { t } = useLingui();
  const locale = useLocale();
  const [isChoosing, setChoosing] = useState(false);
  const change = useSettingsChange();
  const zone = describeZone(timezone ?? browserTimezone(), locale);
  return (
    <Card
      title={t`Time zone`}
      text={
        <Trans>Days, weeks and months of your statistics begin at midnight there, and so does your activity.</Trans>
      }
    >
      <div className={styles.setting}>
        <p className={styles.value}>
          <b>{zone.place}</b>
          <span className={styles.muted}>
            {dotted([timezone === null ? t`Time zone of this browser` : zone.name, zone.offset])}
          </span>
        </p>
        <Button icon="clock" onClick={() => setChoosing(true)}>
          <Trans>Change the time zone</Trans>
        </Button>
      </div>
      {change.isError && <FailureBanner error={change.error} />}
      {isChoosing && (
        <ZoneDialog
          current={timezone}
          onChoose={(chosen) => change.mutate({ timezone: chosen })}
          onClose={() => setChoosing(false)}
        />
      )}
    </Card>
  );
}
