import { useLingui } from '@lingui/react/macro';
import { QrCode } from '../qr-code.tsx';
import { CodeDownloads } from '../sharing/code-downloads.tsx';
import styles from './address-card.module.css';

/** The QR code, to show or to print. */
export function PageCode({ url }: { url: string }) {
  const { t } = useLingui();
  return (
    <div className={styles.code}>
      <QrCode text={url} label={t`QR code of ${url}`} size={220} />
      <p className={styles.url} dir="ltr">
        {url}
      </p>
      <div className={styles.ways}>
        <CodeDownloads url={url} />
      </div>
    </div>
  );
}
