import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, LinkButton } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { CopyField } from '../../design/content/copying.tsx';
import { ShareSheet } from '../sharing/share-sheet.tsx';
import styles from './address-card.module.css';

export function AddressCard({ url }: { url: string }) {
  const { t } = useLingui();
  const [isSharing, setSharing] = useState(false);
  return (
    <Card title={t`Your address`}>
      <CopyField label={t`Address of your page`} value={url} />
      <div className={styles.ways}>
        <LinkButton href={url} target="_blank" size="small" icon="external">
          <Trans>Open</Trans>
        </LinkButton>
        <Button size="small" icon="share" onClick={() => setSharing(true)}>
          <Trans>Share</Trans>
        </Button>
      </div>
      {isSharing && <ShareSheet url={url} onClose={() => setSharing(false)} />}
    </Card>
  );
}
