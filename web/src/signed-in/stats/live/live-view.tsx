import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../design/actions/button.tsx';
import { Card } from '../../../design/content/card.tsx';
import { VisuallyHidden } from '../../../design/visually-hidden.tsx';
import { useCountryNames } from '../../names.ts';
import { WorldMap } from '../map/world-map.tsx';
import { LiveList } from './live-list.tsx';
import { countByCountry, type LiveState } from './live-state.ts';
import styles from './live-view.module.css';

interface LiveViewProps {
  live: LiveState;
  /** Where the places come from. */
  credit: ReactNode;
}

export function LiveView({ live: { visitors, total }, credit }: LiveViewProps) {
  const { t } = useLingui();
  const nameOf = useCountryNames();
  const [chosen, setChosen] = useState<string>();
  const values = useMemo(() => countByCountry(visitors), [visitors]);
  const country = chosen !== undefined && values.has(chosen) ? chosen : undefined;
  const shown = country === undefined ? visitors : visitors.filter((visitor) => visitor.country === country);
  const sentence = plural(total, {
    0: 'Nobody is on your page.',
    one: '# person is on your page.',
    other: '# people are on your page.',
  });
  return (
    <div id="live" className={styles.anchor}>
      <Card
        title={t`Here now`}
        text={total === 0 ? t`Nobody is on your page right now. Visitors appear here within a second.` : sentence}
        aside={<Announcement text={sentence} />}
      >
        {total > 0 && (
          <div className={styles.parts}>
            <WorldMap
              label={t`People on your page by country`}
              values={values}
              selected={country}
              onSelect={(iso) => setChosen(iso === country ? undefined : iso)}
            />
            <div className={styles.list}>
              {country !== undefined && (
                <div className={styles.chosen}>
                  <h3>{nameOf(country)}</h3>
                  <Button size="small" variant="quiet" onClick={() => setChosen(undefined)}>
                    {t`Show all`}
                  </Button>
                </div>
              )}
              <LiveList visitors={shown} total={country === undefined ? total : shown.length} />
            </div>
          </div>
        )}
        {total > 0 && credit}
      </Card>
    </div>
  );
}

const QUIET_MS = 20_000;

/** For screen readers: how many there are, when that has changed, and not more often than three times a minute. */
function Announcement({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('');
  const last = useRef({ text, at: Date.now() });
  useEffect(() => {
    if (text === last.current.text) return;
    const wait = Math.max(0, last.current.at + QUIET_MS - Date.now());
    const timer = setTimeout(() => {
      last.current = { text, at: Date.now() };
      setAnnounced(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div role="status">
      <VisuallyHidden>{announced}</VisuallyHidden>
    </div>
  );
}
