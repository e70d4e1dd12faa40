import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, LinkButton } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { CopyField } from '../../design/content/copying.tsx';
import { QrCode } from '../qr-code.tsx';
import { CodeDownloads } from './code-downloads.tsx';
import { ShareSheet } from './share-sheet.tsx';
import styles from './sharing.module.css';

export function AddressCard({ url }: { url: string }) {
  const { t } = useLingui();
  const [isSharing, setSharing] = useState(false);
  return (
    <Card title={t`Your address`}>
      <div className={styles.address}>
        <QrCode text={url} label={t`QR code of ${url}`} size={148} />
        <div className={styles.addressWords}>
          <CopyField label={t`Address of your page`} value={url} />
          <div className={styles.ways}>
            <Button variant="primary" size="small" icon="share" onClick={() => setSharing(true)}>
              <Trans>Share</Trans>
            </Button>
            <LinkButton href={url} target="_blank" size="small" icon="external">
              <Trans>Open</Trans>
            </LinkButton>
            <CodeDownloads url={url} />
          </div>
          <p className={styles.note}>
            <Trans>The QR code leads to this address. It keeps working when you change your username.</Trans>
          </p>
        </div>
      </div>
      {isSharing && <ShareSheet url={url} onClose={() => setSharing(false)} />}
    </Card>
  );
}
