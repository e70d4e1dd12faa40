// All ways to pass the page on: show the code, copy the address, or hand it to another app.
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../design/actions/button.tsx';
import { CopyField } from '../../design/content/copying.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { QrCode } from '../qr-code.tsx';
import { CodeDownloads } from './code-downloads.tsx';
import styles from './sharing.module.css';

export function ShareSheet({ url, onClose }: { url: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Share your page`} onClose={onClose}>
      <div className={styles.sheet}>
        <QrCode text={url} label={t`QR code of ${url}`} size={220} />
        <p className={styles.note}>
          <Trans>Let somebody scan this with their phone.</Trans>
        </p>
        <div className={styles.sheetAddress}>
          <CopyField label={t`Address of your page`} value={url} />
        </div>
        <div className={styles.ways}>
          <SystemShareButton url={url} />
          <CodeDownloads url={url} />
        </div>
      </div>
    </Dialog>
  );
}

/** Only where the system has a way to share. */
export function SystemShareButton({ url }: { url: string }) {
  if (!navigator.share) return null;
  const share = () => navigator.share({ url }).catch(() => undefined);
  return (
    <Button variant="primary" size="small" icon="share" onClick={share}>
      <Trans>Send to an app</Trans>
    </Button>
  );
}
