import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSignedIn } from '../api/auth-state.ts';
import { Card } from '../design/content/card.tsx';
import { PictureMenu } from '../signed-in/stats/export/picture-menu.tsx';
import { LiveCard } from '../signed-in/stats/live/live-card.tsx';
import { LiveCountLink } from '../signed-in/stats/live/live-count.tsx';
import { LiveView } from '../signed-in/stats/live/live-view.tsx';
import { LocationCreditLine } from '../signed-in/stats/location-credit.tsx';
import { WorldMap } from '../signed-in/stats/map/world-map.tsx';
import styles from './gallery.module.css';
import { Part } from './part.tsx';

const visits = new Map([
  ['DE', 1204],
  ['US', 873],
  ['FR', 410],
  ['IN', 388],
  ['BR', 240],
  ['RU', 96],
  ['FJ', 61],
  ['NP', 52],
  ['AU', 44],
  ['ZA', 31],
  ['SG', 28],
  ['MT', 12],
  ['BH', 9],
  ['NZ', 3],
  ['XX', 17],
]);

const credit = (
  <LocationCreditLine
    licence={{ name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' }}
    attribution={{ text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com' }}
  />
);

const MINUTE = 60_000;

const visitors = [
  { place: ['DE', 'Berlin'], agent: ['Firefox', 'Linux'], minutes: 0, isSinceArrival: true },
  { place: ['SG', 'Singapore'], agent: ['Mobile Safari', 'iOS'], minutes: 3, isSinceArrival: true, clicked: 'shop' },
  { place: ['DE', undefined], agent: ['Chrome', 'Windows'], minutes: 12, isSinceArrival: false },
  { place: ['XX', undefined], agent: ['Other', 'Other'], minutes: 4, isSinceArrival: false, clicked: 'walking-maps' },
] as const;

export function StatisticsSamples() {
  const isSignedIn = useSignedIn();
  const [selected, setSelected] = useState<string>();
  const map = useRef<SVGSVGElement>(null);
  const [live] = useState(() => ({
    total: visitors.length,
    visitors: visitors.map(({ place: [country, city], agent: [browser, os], minutes, ...rest }, at) => ({
      ...{ id: String(at), country, city, browser, os, since: Date.now() - minutes * MINUTE, ...rest },
    })),
  }));
  return (
    <Part title="Statistics">
      <div className={styles.line}>
        <LiveCountLink total={0} />
        <LiveCountLink total={12} />
        <LiveCountLink total={12} isSmall />
      </div>
      <Card
        title="Countries"
        aside={
          <PictureMenu
            svg={() => map.current}
            name="visits-by-country"
            caption="Visits by country, 1 to 30 November 2026, Europe/Berlin. Only visitors with Firefox."
          />
        }
      >
        <WorldMap
          ref={map}
          label="Visits by country"
          values={visits}
          selected={selected}
          onSelect={(iso) => setSelected(iso === selected ? undefined : iso)}
        />
        {credit}
      </Card>
      {isSignedIn ? <OwnLiveCard /> : <LiveView live={live} credit={credit} />}
    </Part>
  );
}

/** With an account, what is really going on. */
function OwnLiveCard() {
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <LiveCard />
    </QueryClientProvider>
  );
}
