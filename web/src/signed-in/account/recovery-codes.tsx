import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { CopyButton } from '../../design/content/copying.tsx';
import { downloadText } from '../download.ts';
import styles from './account.module.css';

/** Shown once, to copy or to download. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <div ref={ref} tabIndex={-1}>
      <Card
        title={t`Save your recovery codes`}
        text={<Trans>If you lose your phone, each code signs you in once. You won’t see them again.</Trans>}
      >
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <CopyButton text={text} label={t`Copy all`} />
          <Button icon="download" onClick={() => downloadText('fingerpost-recovery-codes.txt', `${text}\n`)}>
            <Trans>Download</Trans>
          </Button>
          <Button variant="primary" onClick={onDone}>
            <Trans>I saved them</Trans>
          </Button>
        </div>
      </Card>
    </div>
  );
}
