import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageVersion } from '../../../../clients/typescript/index.ts';
import { Button } from '../../design/actions/button.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { SkeletonLines } from '../../design/feedback/waiting.tsx';
import { DialogActions, Sheet } from '../../design/overlays/dialog.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { ChangeList } from '../changes/change-list.tsx';
import { type Operation, useEditor } from '../editing/index.ts';
import { Loaded } from '../loaded.tsx';
import { useTimes } from '../times.ts';
import styles from './history.module.css';
import { versionQuery } from './versions.ts';

/** What restoring a version would change. A version that equals the page is not offered. */
export function VersionSheet({ version, onClose }: { version: PageVersion; onClose: () => void }) {
  const { t } = useLingui();
  const times = useTimes();
  const details = useQuery(versionQuery(version.id));
  const restore = useRestore(version, onClose);
  const time = times.lately(version.created_at);
  return (
    <Sheet title={time} onClose={onClose}>
      <Loaded query={details} skeleton={<SkeletonLines count={6} />}>
        {({ changes, warnings }) =>
          changes.length === 0 ? (
            <EmptyState icon="check" title={t`This is how your page is now`}>
              <Trans>There is nothing to restore.</Trans>
            </EmptyState>
          ) : (
            <div className={styles.version}>
              <p className={styles.lead}>
                <Trans>If you restore this version, your page changes like this. Clicks and form entries stay.</Trans>
              </p>
              <ChangeList label={t`What restoring changes`} changes={changes} />
              {warnings.length > 0 && (
                <Banner tone="warning" title={t`Please note`}>
                  <ul>
                    {warnings.map((warning) => (
                      <li key={warning}>{warning}</li>
                    ))}
                  </ul>
                </Banner>
              )}
              {restore.failure !== undefined && <FailureBanner error={restore.failure} />}
              <DialogActions>
                <Button onClick={onClose}>
                  <Trans>Cancel</Trans>
                </Button>
                <Button variant="primary" icon="history" busy={restore.isBusy} onClick={restore.run}>
                  <Trans>Restore</Trans>
                </Button>
              </DialogActions>
            </div>
          )
        }
      </Loaded>
    </Sheet>
  );
}

function useRestore(version: PageVersion, onDone: () => void) {
  const { t } = useLingui();
  const times = useTimes();
  const editor = useEditor();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    const time = times.lately(version.created_at);
    const restoring: Operation = { type: 'restore-version', versionId: version.id };
    try {
      await editor.change(restoring, t`Version of ${time} restored`);
      onDone();
      toast(t`Your page is as it was on ${time}.`, { label: t`Undo`, onChoose: () => void editor.undo(restoring) });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy, failure };
}
