import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './card.module.css';

interface CardProps {
  title?: ReactNode;
  /** One or two sentences under the title. */
  text?: ReactNode;
  /** At the end of the title's line. */
  aside?: ReactNode;
  tone?: 'plain' | 'danger';
  /** Several cards may have the same title: they are no landmarks then. */
  hasLikelyTwins?: boolean;
  children?: ReactNode;
}

export function Card({ title, text, aside, tone = 'plain', hasLikelyTwins = false, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title && !hasLikelyTwins ? id : undefined}
      className={classNames(styles.card, tone === 'danger' && styles.danger)}
    >
      {(title || aside) && (
        <div className={styles.head}>
          <div className={styles.words}>
            {title && <h2 id={id}>{title}</h2>}
            {text && <p className={styles.text}>{text}</p>}
          </div>
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
