import { useLingui } from '@lingui/react/macro';
import { Mark } from '../brand/wordmark.tsx';
import styles from './splash.module.css';

/** Before anything is known. Most of the time it is gone before it is seen. */
export function Splash() {
  const { t } = useLingui();
  return (
    <main className={styles.splash} aria-busy="true" aria-label={t`Loading`}>
      <Mark size={48} />
    </main>
  );
}
