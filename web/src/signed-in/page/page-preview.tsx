import { useLingui } from '@lingui/react/macro';
import { classNames } from '../../design/class-names.ts';
import styles from './page-preview.module.css';

interface PagePreviewProps {
  url: string;
  /** Loads it anew when it changes. */
  version: number;
  /** Without the frame of a phone. */
  isPlain?: boolean;
}

/**
 * The real page, without its scripts: nothing there runs, and no pixel fires. It keeps its own origin, since fonts are
 * loaded by it only.
 */
export function PagePreview({ url, version, isPlain }: PagePreviewProps) {
  const { t } = useLingui();
  return (
    <div className={classNames(styles.phone, isPlain && styles.plain)}>
      <iframe
        key={version}
        src={url}
        sandbox="allow-same-origin"
        title={t`Your page, as visitors see it`}
        className={styles.screen}
        loading="lazy"
      />
    </div>
  );
}
