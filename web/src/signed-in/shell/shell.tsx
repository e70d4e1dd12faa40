// The frame of every screen behind the sign-in: a rail on wide screens, a bar at the bottom of phones.
import { useLingui } from '@lingui/react/macro';
import { usePrefetchQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'wouter';
import { Wordmark } from '../../brand/wordmark.tsx';
import { Icon } from '../../design/icon.tsx';
import { settingsQuery } from '../queries.ts';
import { fetchScreen } from '../screens.ts';
import { DeletionNotice } from './deletion-notice.tsx';
import { HeaderLiveCount } from './header-live-count.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PersonMenu } from './person-menu.tsx';
import { accountPlace, accountPlaces, morePlace, morePlaces, type Place, pagePlaces, sharingPlace } from './places.ts';
import styles from './shell.module.css';

export function Shell({ children }: { children: ReactNode }) {
  const { t, i18n } = useLingui();
  const [path] = useLocation();
  // The numbers wait for the time zone: it is asked for while their code loads.
  usePrefetchQuery(settingsQuery);
  const isAt = ({ href }: Place) => (href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`));
  const isIn = (place: Place) =>
    isAt(place) || (place === morePlace && [sharingPlace, ...morePlaces, accountPlace].some(isAt));
  return (
    <div className={styles.shell}>
      {/* With the path: a fragment alone would be resolved against the document's base. */}
      <a href={`${location.pathname}#main`} className={styles.skip}>
        {t`Skip to the content`}
      </a>
      <header className={styles.top}>
        <Wordmark />
        <div className={styles.topEnd}>
          <HeaderLiveCount isSmall />
          <PersonMenu isSmall />
        </div>
      </header>
      <aside className={styles.rail} aria-label={t`Navigation`}>
        <div className={styles.brand}>
          <Wordmark />
          <div className={styles.live}>
            <HeaderLiveCount />
          </div>
        </div>
        <nav aria-label={t`Main`}>
          <PlaceGroup title={t`Page`} places={pagePlaces} isAt={isAt} />
          <PlaceGroup title={t`More`} places={morePlaces} isAt={isAt} />
          <PlaceGroup title={t`Account`} places={accountPlaces} isAt={isAt} />
        </nav>
        <PersonMenu />
      </aside>
      <main id="main" tabIndex={-1} className={styles.main}>
        <OfflineNotice />
        <DeletionNotice />
        {children}
      </main>
      <nav className={styles.bottom} aria-label={t`Main`}>
        <ul>
          {[...pagePlaces.filter((place) => place !== sharingPlace), morePlace].map((place) => (
            <li key={place.href}>
              <Link href={place.href} {...fetching(place)} aria-current={isIn(place) ? 'page' : undefined}>
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

/** Whoever points at a place is about to go there. */
function fetching({ href }: Place) {
  const fetch = () => void fetchScreen(href);
  return { onPointerEnter: fetch, onFocus: fetch };
}

interface PlaceGroupProps {
  title: string;
  places: readonly Place[];
  isAt: (place: Place) => boolean;
}

function PlaceGroup({ title, places, isAt }: PlaceGroupProps) {
  const { i18n } = useLingui();
  const id = useId();
  return (
    <div className={styles.group}>
      <p className={styles.groupTitle} id={id}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {places.map((place) => (
          <li key={place.href}>
            <Link
              href={place.href}
              {...fetching(place)}
              className={styles.link!}
              aria-current={isAt(place) ? 'page' : undefined}
            >
              <Icon name={place.icon} size={18} />
              {i18n._(place.title)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
