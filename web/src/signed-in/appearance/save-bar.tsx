import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../design/actions/button.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import styles from './appearance.module.css';
import type { Appearance } from './use-appearance.ts';

/** In sight as long as the look has changes that visitors do not see yet. */
export function SaveBar({ appearance }: { appearance: Appearance }) {
  const { t } = useLingui();
  const [failure, setFailure] = useState<unknown>();
  const save = async () => {
    setFailure(undefined);
    try {
      await appearance.save();
      toast(t`Your page has a new look.`);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      {failure !== undefined && <FailureBanner error={failure} />}
      {appearance.isChanged && (
        <div className={styles.bar}>
          <span className={styles.barText}>
            <Trans>Only you see this yet</Trans>
          </span>
          <Button onClick={appearance.discard}>
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
