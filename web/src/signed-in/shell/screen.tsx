import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classNames } from '../../design/class-names.ts';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Icon } from '../../design/icon.tsx';
import { useScreenTitle } from '../../frame/screen-title.ts';
import styles from './screen.module.css';

interface ScreenProps {
  title: string;
  lead?: ReactNode;
  /** The main thing to do here. */
  action?: ReactNode;
  /** Where one came from, on a phone. */
  back?: { href: string; title: string };
  /** Also where there is a rail: it does not lead there. */
  isBackAlways?: boolean;
  wide?: boolean;
  children: ReactNode;
}

export function Screen({ title, lead, action, back, isBackAlways, wide, children }: ScreenProps) {
  const heading = useScreenTitle(title);
  return (
    <div className={classNames(styles.screen, wide && styles.wide)}>
      <div className={styles.head}>
        <div className={styles.words}>
          {back && (
            <Link href={back.href} className={classNames(styles.back, isBackAlways && styles.always)}>
              <Icon name="back" size={16} />
              {back.title}
            </Link>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}

export function ScreenSkeleton() {
  return (
    <div className={styles.screen} aria-busy="true">
      <Skeleton height={38} width="240px" />
      <Skeleton height={220} />
    </div>
  );
}
