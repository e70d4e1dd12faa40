// The frame of every screen behind the sign-in: a rail on wide screens, a bar at the bottom of phones.
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Wordmark } from '../../brand/wordmark.tsx';
import { Icon } from '../../design/icon.tsx';
import { DeletionNotice } from './deletion-notice.tsx';
import { PersonMenu } from './person-menu.tsx';
import { accountPlaces, mainPlaces, type Place } from './places.ts';
import styles from './shell.module.css';

export function Shell({ children }: { children: ReactNode }) {
  const { t, i18n } = useLingui();
  const [path] = useLocation();
  const isIn = ({ href }: Place) => (href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`));
  return (
    <div className={styles.shell}>
      {/* With the path: a fragment alone would be resolved against the document's base. */}
      <a href={`${location.pathname}#main`} className={styles.skip}>
        {t`Skip to the content`}
      </a>
      <header className={styles.top}>
        <Wordmark />
        <PersonMenu isSmall />
      </header>
      <aside className={styles.rail} aria-label={t`Navigation`}>
        <div className={styles.brand}>
          <Wordmark />
        </div>
        <nav aria-label={t`Main`}>
          <ul className={styles.group}>
            {mainPlaces.map((place) => (
              <PlaceLink key={place.href} place={place} isCurrent={path === place.href} />
            ))}
          </ul>
          <p className={`${styles.groupTitle} ${styles.group}`} id="account-places">
            {t`Sign-in and data`}
          </p>
          <ul aria-labelledby="account-places">
            {accountPlaces.map((place) => (
              <PlaceLink key={place.href} place={place} isCurrent={path === place.href} />
            ))}
          </ul>
        </nav>
        <PersonMenu />
      </aside>
      <main id="main" tabIndex={-1} className={styles.main}>
        <DeletionNotice />
        {children}
      </main>
      <nav className={styles.bottom} aria-label={t`Main`}>
        <ul>
          {mainPlaces.map((place) => (
            <li key={place.href}>
              <Link href={place.href} aria-current={isIn(place) ? 'page' : undefined}>
                <Icon name={place.icon} size={24} />
                {i18n._(place.title)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

function PlaceLink({ place, isCurrent }: { place: Place; isCurrent: boolean }) {
  const { i18n } = useLingui();
  return (
    <li>
      <Link href={place.href} className={styles.link!} aria-current={isCurrent ? 'page' : undefined}>
        <Icon name={place.icon} size={18} />
        {i18n._(place.title)}
      </Link>
    </li>
  );
}
