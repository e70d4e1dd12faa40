import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, LinkButton } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { CopyField } from '../../design/content/copying.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import styles from './address-card.module.css';
import { PageCode } from './page-code.tsx';

export function AddressCard({ url }: { url: string }) {
  const { t } = useLingui();
  const [isCodeShown, setCodeShown] = useState(false);
  return (
    <Card title={t`Your address`}>
      <CopyField label={t`Address of your page`} value={url} />
      <div className={styles.ways}>
        <LinkButton href={url} target="_blank" size="small" icon="external">
          <Trans>Open</Trans>
        </LinkButton>
        <ShareButton url={url} />
        <Button size="small" icon="qr" onClick={() => setCodeShown(true)}>
          <Trans>QR code</Trans>
        </Button>
      </div>
      {isCodeShown && (
        <Dialog title={t`QR code`} onClose={() => setCodeShown(false)}>
          <PageCode url={url} />
        </Dialog>
      )}
    </Card>
  );
}

/** Only where the system has a way to share. */
export function ShareButton({ url }: { url: string }) {
  if (!navigator.share) return null;
  const share = () => navigator.share({ url }).catch(() => undefined);
  return (
    <Button size="small" icon="share" onClick={share}>
      <Trans>Share</Trans>
    </Button>
  );
}
