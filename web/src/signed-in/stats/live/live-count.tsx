import { plural } from '@lingui/core/macro';
import { Link } from 'wouter';
import { classNames } from '../../../design/class-names.ts';
import styles from './live-count.module.css';
import { useLive } from './use-live.ts';

/** How many people are on the page now. Nothing is drawn until that is known. */
export function LiveCount() {
  const live = useLive();
  return live ? <LiveCountLink total={live.total} /> : null;
}

export function LiveCountLink({ total }: { total: number }) {
  return (
    <Link href="/stats#live" className={classNames(styles.count, total > 0 && styles.some)}>
      <i className={styles.light} aria-hidden="true" />
      {plural(total, { one: '# here now', other: '# here now' })}
    </Link>
  );
}
