import { CopyButton } from '../../design/content/copying.tsx';
import { Icon } from '../../design/icon.tsx';
import styles from './address-bar.module.css';

/** Where the page is, to open or to copy. */
export function AddressBar({ url }: { url: string }) {
  return (
    <span className={styles.bar}>
      <a href={url} target="_blank" rel="noreferrer" className={styles.link} dir="ltr">
        <span>{url.replace(/^https?:\/\//, '')}</span>
        <Icon name="external" size={16} />
      </a>
      <CopyButton text={url} size="small" variant="quiet" />
    </span>
  );
}
