// The live list. A page with JavaScript sends heartbeats and reports when the visitor leaves. Without JavaScript, the
// last request counts.
import type { Static } from 'typebox';
import { limits } from '../../../contract/limits.ts';
import type { Live } from '../../../contract/schemas/analytics.ts';
import { MINUTE, type Micros, SECOND } from '../../../contract/time.ts';
import type { Executor } from '../../storage/tables.ts';
import type { LiveVisitorRow } from '../../storage/visit-tables.ts';
import { type ListedVisitor, type LiveCount, liveCounts, liveVisitors } from '../../storage/visits/live.ts';
import { cityOf, keyed } from '../read/keyed.ts';
import { countryName } from '../record/geography.ts';
import type { VisitEvent } from '../record/identify.ts';

export const HEARTBEAT_LIFE: Micros = 60 * SECOND;
const REQUEST_LIFE: Micros = 5 * MINUTE;

export type Heartbeat = 'request' | 'heartbeat' | 'leave';
const lives: Record<Heartbeat, Micros> = { request: REQUEST_LIFE, heartbeat: HEARTBEAT_LIFE, leave: 0 };

/** False for old visits that are imported later. */
export function isLive({ at }: VisitEvent, now: Micros): boolean {
  return at + REQUEST_LIFE > now;
}

export function liveRow(event: VisitEvent, heartbeat: Heartbeat): LiveVisitorRow {
  return {
    account_id: event.accountId,
    visitor: event.visitor,
    ip: event.address ?? '',
    country: event.country,
    city: event.city,
    os: event.os,
    browser: event.browser,
    last_activity_at: event.at,
    expires_at: event.at + lives[heartbeat],
  };
}

/** Merges many heartbeats into one row per visitor, with the same result as writing them one by one. */
export function latestHeartbeats(rows: readonly LiveVisitorRow[]): LiveVisitorRow[] {
  const latest = new Map<string, LiveVisitorRow>();
  for (const row of rows) {
    const key = `${row.account_id} ${row.visitor}`;
    const before = latest.get(key);
    if (!before) latest.set(key, row);
    else if (row.last_activity_at >= before.last_activity_at) latest.set(key, following(before, row));
  }
  return [...latest.values()].sort(byVisitor);
}

/** In key order, which prevents deadlocks between processes. */
export function byVisitor(a: LiveVisitorRow, b: LiveVisitorRow): number {
  return a.account_id - b.account_id || (a.visitor < b.visitor ? -1 : 1);
}

/** The result of writing both rows one after the other. */
export function following(before: LiveVisitorRow, row: LiveVisitorRow): LiveVisitorRow {
  const heartbeats = before.expires_at - before.last_activity_at <= HEARTBEAT_LIFE;
  return heartbeats ? { ...row, expires_at: Math.min(row.expires_at, row.last_activity_at + HEARTBEAT_LIFE) } : row;
}

export async function liveReport(executor: Executor, accountId: number, now: Micros): Promise<Static<typeof Live>> {
  const rows = await liveVisitors(executor, accountId, now, limits.liveVisitors + 1);
  const areAll = rows.length <= limits.liveVisitors;
  const counts = areAll ? countsOf(rows) : await liveCounts(executor, accountId, now);
  const map = <T>(dimension: LiveCount['dimension'], entry: (key: string) => T) =>
    keyed(
      counts.filter((count) => count.dimension === dimension),
      (count) => count.visitors,
      ({ key, visitors: unique }) => ({ unique, ...entry(key) }),
    );

  return {
    visitors: rows.slice(0, limits.liveVisitors).map((row) => ({
      user: accountId,
      ip: row.ip,
      tracking: trackingOf(row),
      last_activity: Math.floor(row.last_activity_at / SECOND),
    })),
    insight: {
      countries: map('country', (iso) => ({ name: countryName(iso) })),
      cities: map('city', cityOf),
      devices: map('os', (name) => ({ name })),
      browsers: map('browser', (name) => ({ name })),
      getviews: { unique: counts.find((count) => count.dimension === 'total')?.visitors ?? 0 },
    },
  };
}

function countsOf(rows: readonly ListedVisitor[]): LiveCount[] {
  const counts: LiveCount[] = [{ dimension: 'total', key: '', visitors: rows.length }];
  for (const dimension of ['country', 'city', 'os', 'browser'] as const) {
    for (const [key, some] of Map.groupBy(rows, (row) => row[dimension])) {
      counts.push({ dimension, key, visitors: some.length });
    }
  }
  return counts;
}

export function trackingOf({
  country,
  city,
  browser,
  os,
}: Pick<LiveVisitorRow, 'country' | 'city' | 'browser' | 'os'>) {
  return { country: { iso: country, name: countryName(country), city }, agent: { browser, os } };
}
