// Around every screen that is seen before signing in: the form, and beside it on a wide screen, what this is about.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSettings } from '../api/auth-state.ts';
import { Signpost } from '../brand/signpost.tsx';
import { Wordmark } from '../brand/wordmark.tsx';
import styles from './auth-frame.module.css';
import { LanguageMenu } from './language-menu.tsx';
import { SchemeMenu } from './scheme-menu.tsx';
import { useScreenTitle } from './screen-title.ts';

interface AuthFrameProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Where else one may want to go. */
  foot?: ReactNode;
}

export function AuthFrame({ title, lead, children, foot }: AuthFrameProps) {
  const heading = useScreenTitle(title);
  const { pages_url: pagesUrl } = useSettings();
  return (
    <div className={styles.frame}>
      <div className={styles.column}>
        <header className={styles.top}>
          <Wordmark href={pagesUrl} />
          <div className={styles.settings}>
            <LanguageMenu />
            <SchemeMenu />
          </div>
        </header>
        <main className={styles.main}>
          <div className={styles.heading}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          {children}
          {foot && <p className={styles.foot}>{foot}</p>}
        </main>
      </div>
      <div className={styles.scene} aria-hidden="true">
        <Signpost />
        <p>
          <Trans>One address for everything you do</Trans>
        </p>
      </div>
    </div>
  );
}
