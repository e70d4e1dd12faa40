import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import styles from './banner.module.css';

export type Tone = 'info' | 'success' | 'warning' | 'danger';

interface BannerProps {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** To quote when the problem is reported. */
  requestId?: string | undefined;
}

const icons: Record<Tone, IconName> = { info: 'info', success: 'check', warning: 'warning', danger: 'warning' };

/** Stays until what it says is settled. A danger is read out at once. */
export function Banner({ tone = 'info', title, children, actions, requestId }: BannerProps) {
  return (
    <div className={classNames(styles.banner, styles[tone])} role={tone === 'danger' ? 'alert' : undefined}>
      <span className={styles.icon}>
        <Icon name={icons[tone]} />
      </span>
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {requestId && (
          <p className={styles.id}>
            <Trans>
              Request id: <code>{requestId}</code>
            </Trans>
          </p>
        )}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
