import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { downloadText } from '../download.ts';
import { profileQuery } from '../queries.ts';
import styles from './import.module.css';

/** The page as a document. */
export function DownloadCard() {
  const { t } = useLingui();
  const profile = useQuery(profileQuery).data;
  const download = useMutation({
    mutationFn: () => api.page.get(),
    onSuccess: (page) =>
      downloadText(`${profile?.username ?? 'page'}.json`, `${JSON.stringify(page, null, 2)}\n`, 'application/json'),
  });
  return (
    <Card
      title={t`Download your page`}
      text={<Trans>Everything on it as one file. You can import it here or on another Fingerpost server.</Trans>}
    >
      {download.isError && <FailureBanner error={download.error} />}
      <div className={styles.actions}>
        <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
          <Trans>Download</Trans>
        </Button>
      </div>
    </Card>
  );
}
