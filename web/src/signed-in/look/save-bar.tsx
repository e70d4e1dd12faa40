import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../design/actions/button.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import styles from './look.module.css';
import type { Look } from './use-look.ts';

/** In sight as long as the look has changes that visitors do not see yet. */
export function SaveBar({ look }: { look: Look }) {
  const { t } = useLingui();
  const [failure, setFailure] = useState<unknown>();
  const save = async () => {
    setFailure(undefined);
    try {
      await look.save();
      toast(t`Your page has a new look.`);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      {failure !== undefined && <FailureBanner error={failure} />}
      {look.isChanged && (
        <div className={styles.bar}>
          <span className={styles.barText}>
            <Trans>Only you see this yet</Trans>
          </span>
          <Button onClick={look.discard}>
            <Trans>Discard</Trans>
          </Button>
          <Button variant="primary" onClick={save}>
            <Trans>Use this look</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
