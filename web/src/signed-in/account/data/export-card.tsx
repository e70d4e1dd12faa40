// Everything that the account owns, as one archive that the service makes in the background.
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { AccountExport } from '../../../../../clients/typescript/index.ts';
import { api } from '../../../api/client.ts';
import { Button, LinkButton } from '../../../design/actions/button.tsx';
import { Card } from '../../../design/content/card.tsx';
import { Banner } from '../../../design/feedback/banner.tsx';
import { announce } from '../../../design/feedback/toasts.tsx';
import { ProgressBar, Skeleton } from '../../../design/feedback/waiting.tsx';
import { FailureBanner } from '../../../frame/failure-banner.tsx';
import { useFileSizes } from '../../files/file-sizes.ts';
import { Loaded } from '../../loaded.tsx';
import { useTimes } from '../../times.ts';
import styles from '../account.module.css';

const ASK_AGAIN_MS = 1_500;
const isUnderWay = ({ state }: AccountExport) => state === 'waiting' || state === 'running';

const exportQuery = queryOptions({
  queryKey: ['export'],
  queryFn: ({ signal }) => api.account.getExport({ signal }),
  // Somebody who closed the sign-in dialog is not asked again by a timer.
  refetchInterval: ({ state: { data, error } }) => (!error && data && isUnderWay(data) ? ASK_AGAIN_MS : false),
});

export function ExportCard() {
  const { t } = useLingui();
  const client = useQueryClient();
  const archive = useQuery(exportQuery);
  const start = useMutation({
    mutationFn: () => api.account.startExport(),
    onSuccess: (started) => client.setQueryData(exportQuery.queryKey, started),
  });
  useAnnouncedEnd(archive.data);
  return (
    <Card
      title={t`All your data`}
      text={
        <Trans>
          One archive with your page, its history, links, files, form entries, statistics, activity, plan and settings.
        </Trans>
      }
    >
      <Loaded query={archive} skeleton={<Skeleton height={44} width="220px" />}>
        {(data) => <State archive={data} isStarting={start.isPending} onStart={() => start.mutate()} />}
      </Loaded>
      {start.isError && <FailureBanner error={start.error} />}
    </Card>
  );
}

interface StateProps {
  archive: AccountExport;
  isStarting: boolean;
  onStart: () => void;
}

function State({ archive, isStarting, onStart }: StateProps) {
  const { t } = useLingui();
  const times = useTimes();
  const sizes = useFileSizes();
  const { state, progress, url, bytes, finished_at: finished, expires_at: expires } = archive;
  if (isUnderWay(archive)) {
    return (
      <div className={styles.progress}>
        <p>
          {state === 'waiting' ? (
            <Trans>Waiting for its turn.</Trans>
          ) : (
            <Trans>Collecting your data: {progress} %</Trans>
          )}{' '}
          <Trans>You can close this page. The archive will be here.</Trans>
        </p>
        <ProgressBar label={t`Export of your data`} value={progress} max={100} />
      </div>
    );
  }
  if (state === 'ready' && url) {
    const [size, made, end] = [sizes(bytes ?? 0), times.moment(finished!), times.moment(expires!)];
    return (
      <>
        <Banner tone="success" title={t`Your archive is ready (${size}).`}>
          <Trans>
            Made on {made}. The link works until {end}, for everybody who has it: do not pass it on.
          </Trans>
        </Banner>
        <div className={styles.actions}>
          <LinkButton href={url} download variant="primary" icon="download">
            <Trans>Download the archive</Trans>
          </LinkButton>
          <Button icon="refresh" busy={isStarting} onClick={onStart}>
            <Trans>Make a new one</Trans>
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      {state === 'failed' && (
        <Banner tone="danger" title={t`The archive could not be made.`}>
          <Trans>Try again. If it fails again, ask the person who runs this server.</Trans>
        </Banner>
      )}
      <div className={styles.actions}>
        <Button icon="download" busy={isStarting} onClick={onStart}>
          <Trans>Export all my data</Trans>
        </Button>
      </div>
    </>
  );
}

/** Those who do not see the screen learn when it is done. */
function useAnnouncedEnd(archive: AccountExport | undefined): void {
  const { t } = useLingui();
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (!archive) return;
    if (wasUnderWay.current && archive.state === 'ready') announce(t`Your archive is ready.`);
    wasUnderWay.current = isUnderWay(archive);
  }, [archive, t]);
}
