// A random history of visits, and its figures by another way: counted from the visits themselves.
import assert from 'node:assert/strict';
import { DAY, HOUR, MINUTE, type Micros } from '../../contract/time.ts';
import { type VisitDimension, visitDimensions } from '../../contract/vocabulary.ts';
import type { Store } from '../../server/storage/store.ts';
import { filteredFigures } from '../../server/visits/read/filtered-counts.ts';
import { type RecordedVisit, uncountedEvent } from '../../server/visits/record/events.ts';
import { compactAll, compactDay } from '../../server/visits/segments/compaction.ts';
import { generator } from '../support/random.ts';
import { event, TODAY } from './setting.ts';

export const QUARTER = 15 * MINUTE;
const hostile = ['a|b.example', '50 % off', 'line\nbreak', '', '%', 'Zürich', '漢字', '__proto__', '"\\ '];
export const everything = { dimensions: visitDimensions, quarters: true, links: true };

/** Views, clicks, repeats and non-visits of three days before today, in order of time. */
export function history(count: number, { days = 3 } = {}): RecordedVisit[] {
  const random = generator(20261116);
  const one = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)]!;
  const times = Array.from({ length: count }, () => TODAY - Math.ceil(random() * days * DAY)).sort((a, b) => a - b);
  return times.map((at) => {
    const targetId = one([0, 0, 11, 12]);
    if (random() < 0.2) return uncountedEvent(1, targetId, at, one(['bot', 'preview', 'prefetch', 'head'] as const));
    const person = Math.floor(random() * 300);
    const traits = {
      device: one(['Phone', 'Computer']),
      ...(random() < 0.5 ? { referrer: `site-${Math.floor(random() ** 3 * 300)}.example` } : {}),
      ...(random() < 0.3 ? { utm_term: one(hostile) } : {}),
    };
    const visitor = `person ${person} on day ${Math.floor(at / DAY)}`;
    const country = one(['de', 'gb', 'fr', 'us', 'np']);
    return event({ at, targetId, visitor, country, browser: `Browser ${person % 12}`, traits });
  });
}

interface Query {
  targetId: number;
  span: { from: Micros; to: Micros };
  filters: ReadonlyMap<VisitDimension, string | null>;
}

/** In order of arrival: clicks with the source of their visitor's first view of the day, if it arrived earlier. */
function withSources(all: readonly RecordedVisit[]): RecordedVisit[] {
  const sources = new Map<string, object>();
  return all.map((visit) => {
    if (visit.uncounted) return visit;
    const { referrer, utm_term, ...others } = visit.traits ?? {};
    const source = { ...(referrer !== undefined && { referrer }), ...(utm_term !== undefined && { utm_term }) };
    if (visit.targetId !== 0) return { ...visit, traits: { ...others, ...(sources.get(visit.visitor) ?? source) } };
    if (!sources.has(visit.visitor)) sources.set(visit.visitor, source);
    return visit;
  });
}

/** The same figures, counted from the visits themselves. */
export function naively(all: readonly RecordedVisit[], { targetId, span, filters }: Query) {
  const seen = new Set<string>();
  const counts: Record<string, Record<string, [number, number]>> = {};
  const quarters = new Map<Micros, [number, number, number]>();
  const links: Record<string, [number, number]> = {};
  const add = (of: Record<string, [number, number]>, key: string, unique: boolean) => {
    const count = of[key] ?? [0, 0];
    of[key] = [count[0] + 1, count[1] + (unique ? 1 : 0)];
  };
  for (const visit of withSources(all)) {
    const isNewTo = (target: number) => {
      const name = `${target} ${visit.visitor}`;
      const isNew = visit.uncounted === undefined && !seen.has(name);
      seen.add(name);
      return isNew;
    };
    const isNew = isNewTo(visit.targetId);
    const isNewToLinks = visit.targetId !== 0 && isNewTo(-1);
    if (targetId === -1 ? visit.targetId === 0 : visit.targetId !== targetId) continue;
    if (visit.at < span.from || visit.at >= span.to) continue;
    const propertyOf = (dimension: VisitDimension): string | undefined => {
      if (dimension === 'kind') return visit.uncounted;
      if (visit.uncounted) return undefined;
      return { ...visit, ...visit.traits }[dimension as 'country'];
    };
    const isMatch = ([dimension, value]: [VisitDimension, string | null]) => {
      if (value === null) return !visit.uncounted && propertyOf(dimension) === undefined;
      return (dimension === 'kind' ? (visit.uncounted ?? 'counted') : propertyOf(dimension)) === value;
    };
    if (![...filters].every(isMatch)) continue;
    const unique = targetId === -1 ? isNewToLinks : isNew;
    for (const dimension of visitDimensions) {
      const value = propertyOf(dimension);
      if (value === undefined) continue;
      counts[dimension] ??= Object.create(null) as Record<string, [number, number]>;
      add(counts[dimension], value, unique);
    }
    const quarter = quarters.get(visit.at - (visit.at % QUARTER)) ?? [0, 0, 0];
    quarters.set(visit.at - (visit.at % QUARTER), quarter);
    if (visit.uncounted) quarter[2] += 1;
    else {
      counts.total ??= {};
      add(counts.total, '', unique);
      quarter[0] += 1;
      quarter[1] += unique ? 1 : 0;
      if (visit.targetId !== 0) add(links, String(visit.targetId), isNew);
    }
  }
  return {
    counts: Object.fromEntries(Object.entries(counts).map(([name, of]) => [name, sorted(Object.entries(of))])),
    quarters: [...quarters].map(([start, numbers]) => [start, ...numbers]).sort((a, b) => a[0]! - b[0]!),
    links: sorted(Object.entries(links)),
  };
}

const sorted = <T>(entries: [string, T][]) => entries.sort(([a], [b]) => (a < b ? -1 : 1));

export async function figuresOf(store: Store, query: Query) {
  const { counts, quarters, links } = await filteredFigures(store.read, { accountId: 1, ...query }, everything);
  const plain = (of: ReadonlyMap<string | number, { visits: number; uniques: number }>) =>
    sorted([...of].map(([key, { visits, uniques }]) => [String(key), [visits, uniques] as [number, number]]));
  return {
    counts: Object.fromEntries([...counts].map(([dimension, keys]) => [dimension, plain(keys)])),
    quarters: quarters.map(({ start, visits, uniques, bots }) => [start, visits, uniques, bots]),
    links: plain(links),
  };
}

export const rowsIn = (store: Store, table: 'visit_event' | 'visit_segment') =>
  store.read.selectFrom(table).selectAll().execute();
export const compactNow = (store: Store, now: Micros) => compactAll(store, now, (step) => compactDay(store, step));

export const spans = [
  { from: 0, to: Number.MAX_SAFE_INTEGER },
  { from: TODAY - 2 * DAY, to: TODAY - DAY },
  { from: TODAY - 2 * DAY - 5 * QUARTER, to: TODAY - 18 * HOUR + QUARTER },
];
const filterSets: [VisitDimension, string | null][][] = [
  [],
  [['country', 'de']],
  [['kind', 'bot']],
  [
    ['kind', 'counted'],
    ['browser', 'Browser 3'],
  ],
  [
    ['country', 'np'],
    ['device', 'Phone'],
    ['utm_term', 'a|b.example'],
  ],
  [['utm_term', '']],
  [['referrer', 'site-0.example']],
  [['referrer', null]],
  [
    ['referrer', null],
    ['country', 'de'],
  ],
  // Nobody has one.
  [['app', null]],
  [['country', 'nowhere']],
];

/** Every pair of a target, a period and filters. */
export async function compareAll(store: Store, all: readonly RecordedVisit[]): Promise<void> {
  for (const [first, targetId] of [0, 11, -1].entries()) {
    for (const [second, filters] of filterSets.entries()) {
      const span = spans[(first + second) % spans.length]!;
      const query = { targetId, span, filters: new Map(filters) };
      const name = `${targetId} ${JSON.stringify(span)} ${JSON.stringify(filters)}`;
      assert.deepEqual(await figuresOf(store, query), naively(all, query), name);
    }
  }
}
