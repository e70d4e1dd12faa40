import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { PageImported } from '../../../../clients/typescript/index.ts';
import { Button, LinkButton } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { ChangeList } from '../changes/change-list.tsx';
import { useEditor } from '../editing/index.ts';
import styles from './import.module.css';

/** What was done, and the way back. */
export function ImportResult({ imported, onAgain }: { imported: PageImported; onAgain: () => void }) {
  const { t } = useLingui();
  const editor = useEditor();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const { version_id: versionId, changes, warnings } = imported;
  const undo = async () => {
    if (versionId === null) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await editor.change({ type: 'restore-version', versionId }, t`Import undone`);
      toast(t`Your page is as it was before the import.`);
      onAgain();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Card title={t`Import a page or links`}>
      <Banner
        tone="success"
        title={t`Imported. Your page is up to date.`}
        actions={
          <>
            <LinkButton href="/" size="small" variant="primary">
              <Trans>Go to your page</Trans>
            </LinkButton>
            {versionId !== null && (
              <Button size="small" icon="undo" busy={isBusy} onClick={undo}>
                <Trans>Undo the import</Trans>
              </Button>
            )}
            <Button size="small" variant="quiet" onClick={onAgain}>
              <Trans>Import something else</Trans>
            </Button>
          </>
        }
      />
      {failure !== undefined && <FailureBanner error={failure} />}
      <ChangeList label={t`What has changed`} changes={changes} />
      {warnings.length > 0 && (
        <ul className={styles.note}>
          {warnings.map((warning) => (
            <li key={warning} lang="en" dir="ltr">
              {warning}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
