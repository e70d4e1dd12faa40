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
import {
  accountDestination,
  accountDestinations,
  type Destination,
  moreDestination,
  moreDestinations,
  pageDestinations,
  sharingDestination,
} from './destinations.ts';
import { HeaderLiveCount } from './header-live-count.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PersonMenu } from './person-menu.tsx';
import styles from './shell.module.css';

export function Shell({ children }: { children: ReactNode }) {
  const { t, i18n } = useLingui();
  const [path] = useLocation();
  // The numbers wait for the time zone: it is asked for while their code loads.
  usePrefetchQuery(settingsQuery);
  const isAt = ({ href }: Destination) => (href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`));
  const isIn = (destination: Destination) =>
    isAt(destination) ||
    (destination === moreDestination && [sharingDestination, ...moreDestinations, accountDestination].some(isAt));
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
          <DestinationGroup title={t`Page`} destinations={pageDestinations} isAt={isAt} />
          <DestinationGroup title={t`More`} destinations={moreDestinations} isAt={isAt} />
          <DestinationGroup title={t`Account`} destinations={accountDestinations} isAt={isAt} />
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
          {[...pageDestinations.filter((destination) => destination !== sharingDestination), moreDestination].map(
            (destination) => (
              <li key={destination.href}>
                <Link
                  href={destination.href}
                  {...fetching(destination)}
                  aria-current={isIn(destination) ? 'page' : undefined}
                >
                  <Icon name={destination.icon} size={24} />
                  {i18n._(destination.title)}
                </Link>
              </li>
            ),
          )}
        </ul>
      </nav>
    </div>
  );
}

/** Whoever points at a destination is about to go there. */
function fetching({ href }: Destination) {
  const fetch = () => void fetchScreen(href);
  return { onPointerEnter: fetch, onFocus: fetch };
}

interface DestinationGroupProps {
  title: string;
  destinations: readonly Destination[];
  isAt: (destination: Destination) => boolean;
}

function DestinationGroup({ title, destinations, isAt }: DestinationGroupProps) {
  const { i18n } = useLingui();
  const id = useId();
  return (
    <div className={styles.group}>
      <p className={styles.groupTitle} id={id}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {destinations.map((destination) => (
          <li key={destination.href}>
            <Link
              href={destination.href}
              {...fetching(destination)}
              className={styles.link!}
              aria-current={isAt(destination) ? 'page' : undefined}
            >
              <Icon name={destination.icon} size={18} />
              {i18n._(destination.title)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
