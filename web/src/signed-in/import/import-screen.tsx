// Brings a page along from another service or another server, and takes this one elsewhere.
import { Trans, useLingui } from '@lingui/react/macro';
import { EditedScreen } from '../editing/index.ts';
import { DownloadCard } from './download-card.tsx';
import { GuidesCard } from './guides-card.tsx';
import { ImportCard } from './import-card.tsx';

export function ImportScreen() {
  const { t } = useLingui();
  return (
    <EditedScreen
      title={t`Import`}
      lead={<Trans>Bring your links along. You see what will change before anything does.</Trans>}
      back={{ href: '/more', title: t`More` }}
    >
      <ImportCard />
      <GuidesCard />
      <DownloadCard />
    </EditedScreen>
  );
}
