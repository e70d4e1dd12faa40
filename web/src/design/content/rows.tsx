import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon, type IconName } from '../icon.tsx';
import styles from './rows.module.css';

/** A list whose items are rows. */
export function Rows({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  icon?: IconName;
  title: ReactNode;
  text?: ReactNode;
  /** At the end: buttons, a state. */
  aside?: ReactNode;
  /** The whole row leads there. */
  href?: string;
}

export function Row({ icon, title, text, aside, href }: RowProps) {
  const content = (
    <>
      {icon && (
        <span className={styles.icon}>
          <Icon name={icon} />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.title}>{isolatedNode(title)}</span>
        {text && <span className={styles.text}>{isolatedNode(text)}</span>}
      </span>
      {aside && <span className={styles.aside}>{aside}</span>}
    </>
  );
  return (
    <li>
      {href ? (
        <Link href={href} className={styles.row!}>
          {content}
          <span className={styles.forward}>
            <Icon name="forward" size={16} />
          </span>
        </Link>
      ) : (
        <div className={styles.row}>{content}</div>
      )}
    </li>
  );
}

/** A name or an address may be written in the other direction. A sentence has isolated them in itself. */
function isolatedNode(node: ReactNode): ReactNode {
  return typeof node === 'string' && !node.includes('\u2068') ? <bdi>{node}</bdi> : node;
}
