import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../design/actions/button.tsx';
import { CopyButton } from '../../design/content/copying.tsx';
import { Icon } from '../../design/icon.tsx';
import { ShareSheet } from '../sharing/share-sheet.tsx';
import styles from './address-bar.module.css';

/** Where the page is, to open, to copy or to share. */
export function AddressBar({ url }: { url: string }) {
  const [isSharing, setSharing] = useState(false);
  const [host, path] = url.replace(/^https?:\/\//, '').split(/\/(?=[^/]*$)/);
  return (
    <span className={styles.bar}>
      <a href={url} target="_blank" rel="noreferrer" className={styles.link} dir="ltr">
        <span>
          {host}/<wbr />
          {path}
        </span>
        <Icon name="external" size={16} />
      </a>
      <CopyButton text={url} size="small" variant="quiet" />
      <Button size="small" variant="quiet" icon="share" onClick={() => setSharing(true)}>
        <Trans>Share</Trans>
      </Button>
      {isSharing && <ShareSheet url={url} onClose={() => setSharing(false)} />}
    </span>
  );
}
