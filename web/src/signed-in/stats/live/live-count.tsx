import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { Link } from 'wouter';
import { classNames } from '../../../design/class-names.ts';
import { VisuallyHidden } from '../../../design/visually-hidden.tsx';
import styles from './live-count.module.css';
import { useLive } from './use-live.ts';

/** How many people are on the page now. Nothing is drawn until that is known. */
export function LiveCount({ isSmall = false }: { isSmall?: boolean }) {
  const live = useLive();
  return live ? <LiveCountLink total={live.total} isSmall={isSmall} /> : null;
}

export function LiveCountLink({ total, isSmall = false }: { total: number; isSmall?: boolean }) {
  const { i18n } = useLingui();
  const text = plural(total, { one: '# here now', other: '# here now' });
  return (
    <Link href="/stats#live" className={classNames(styles.count, total > 0 && styles.some)}>
      <i className={styles.light} aria-hidden="true" />
      {isSmall ? (
        <>
          <span aria-hidden="true">{i18n.number(total)}</span>
          <VisuallyHidden>{text}</VisuallyHidden>
        </>
      ) : (
        text
      )}
    </Link>
  );
}
