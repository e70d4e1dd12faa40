import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { dotted } from '../../../isolation.ts';
import { useCountryNames } from '../../names.ts';
import type { LiveVisitor } from './live-state.ts';
import styles from './live-view.module.css';

/** More than anybody reads. */
const MAX_SHOWN = 50;
const MINUTE_MS = 60_000;
const TICK_MS = 15_000;

export function LiveList({ visitors, total }: { visitors: readonly LiveVisitor[]; total: number }) {
  const { t } = useLingui();
  const now = useNow();
  const shown = visitors.slice(0, MAX_SHOWN);
  const hidden = total - shown.length;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard */}
      <ul className={styles.rows} aria-label={t`People on your page`} tabIndex={0}>
        {shown.map((visitor) => (
          <Visitor key={visitor.id} visitor={visitor} now={now} />
        ))}
      </ul>
      {hidden > 0 && <p className={styles.more}>{plural(hidden, { one: 'and # more', other: 'and # more' })}</p>}
    </>
  );
}

function Visitor({ visitor, now }: { visitor: LiveVisitor; now: number }) {
  const { t } = useLingui();
  const { browser, os, clicked } = visitor;
  return (
    <li className={styles.visitor}>
      <div className={styles.words}>
        <span className={styles.place}>{usePlace(visitor)}</span>
        <span className={styles.detail}>
          {dotted([browser === os ? browser : t`${browser} on ${os}`, clicked !== undefined && t`clicked ${clicked}`])}
        </span>
      </div>
      <span className={styles.time}>{useStay(visitor, now)}</span>
    </li>
  );
}

function usePlace({ country, city }: LiveVisitor): string {
  const { t } = useLingui();
  const nameOf = useCountryNames();
  if (country === 'XX') return t`Unknown place`;
  const name = nameOf(country);
  return city === undefined || city === name ? name : t`${city}, ${name}`;
}

/** For how long somebody has been here. Of those who were here before, only the least time is known. */
function useStay({ since, isSinceArrival }: LiveVisitor, now: number): string {
  const { t, i18n } = useLingui();
  const minutes = Math.floor((now - since) / MINUTE_MS);
  if (minutes < 1) return isSinceArrival ? t`just arrived` : '';
  const time = i18n.number(minutes, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
  return isSinceArrival ? t`for ${time}` : t`for over ${time}`;
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
