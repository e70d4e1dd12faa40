import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon: IconName;
  title: ReactNode;
  /** What will be here, and what it is good for. */
  children?: ReactNode;
  actions?: ReactNode;
}

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={icon} size={26} />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
