import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './badge.module.css';
import type { Tone } from './banner.tsx';

/** One or two words on the state of something. */
export function Badge({ tone = 'info', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
