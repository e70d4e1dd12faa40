import { Trans, useLingui } from '@lingui/react/macro';
import { LinkButton } from '../../design/actions/button.tsx';
import { QrCode } from '../qr-code.tsx';
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
        <LinkButton href={`${url}/qr.png?size=1024&download`} target="_blank" size="small" icon="download">
          <Trans>PNG</Trans>
        </LinkButton>
        <LinkButton href={`${url}/qr.svg?download`} target="_blank" size="small" icon="download">
          <Trans>SVG for print</Trans>
        </LinkButton>
      </div>
    </div>
  );
}
