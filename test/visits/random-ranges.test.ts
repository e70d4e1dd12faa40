// Counts of random periods of a random history, compared with the visits themselves.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { DAY, day, MINUTE, type Micros } from '../../contract/time.ts';
import { insertLinkSet } from '../../server/storage/visits/link-sets.ts';
import { ALL_LINKS, type Dimension, PAGE } from '../../server/storage/visits/visits.ts';
import { aggregate } from '../../server/visits/count/aggregate.ts';
import { rollUp } from '../../server/visits/count/roll-up.ts';
import type { Span } from '../../server/visits/read/cover.ts';
import { quarterFigures } from '../../server/visits/read/quarter-figures.ts';
import { linkCountsIn, rangeCounts } from '../../server/visits/read/range-counts.ts';
import { type RecordedVisit, uncountedEvent, writeEvents } from '../../server/visits/record/events.ts';
import { engines } from '../support/engines.ts';
import { addLink, enqueueBatches, event, NOON, setting } from './setting.ts';

const QUARTER = 15 * MINUTE;
const FIRST_DAY = NOON - (NOON % DAY) - 40 * DAY;
const DAYS = 75;
const LINKS = [11, 12, 13];
const TARGETS = [PAGE, ...LINKS];

/** Long names, so that some lists do not fit in a shared row. */
const city = (number: number) => `${`A rather long name of a place, number ${number}. `.repeat(4)}, GB`;

const visit: fc.Arbitrary<RecordedVisit> = fc
  .record({
    at: fc.integer({ min: FIRST_DAY, max: FIRST_DAY + DAYS * DAY - 1 }),
    targetId: fc.constantFrom(...TARGETS, PAGE),
    visitor: fc.constantFrom('ann', 'bob', 'cat', 'dan'),
    index: fc.integer({ min: 0, max: 40 }),
    isBot: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ at, targetId, visitor, index, isBot }) => {
    if (isBot === 0) return uncountedEvent(1, targetId, at, index % 2 ? 'bot' : 'head');
    const referrer = index % 5 ? { referrer: `site-${index}.example` } : {};
    const traits = targetId === PAGE ? { edition: index % 2 ? 'odd' : 'even', ...referrer } : referrer;
    return event({ at, targetId, visitor, city: city(index), country: index % 3 ? 'de' : 'gb', traits });
  });

const span: fc.Arbitrary<Span> = fc
  .tuple(fc.integer({ min: -96, max: DAYS * 96 }), fc.integer({ min: 0, max: DAYS * 96 }))
  .map(([from, length]) => ({ from: FIRST_DAY + from * QUARTER, to: FIRST_DAY + (from + length) * QUARTER }));

const history = fc.record({
  batches: fc.array(
    fc.record({
      visits: fc.array(visit, { minLength: 1, maxLength: 60, size: 'max' }),
      rolledUp: fc.constantFrom('nothing', 'everything', 'the first half'),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  spans: fc.array(span, { minLength: 3, maxLength: 6 }),
});

interface Counted {
  visit: RecordedVisit;
  isNew: boolean;
  isNewToLinks: boolean;
}

/**
 * A visitor is new once per day and target, with the first visit that was counted. A click has the referrer of the first
 * view that was counted that day, if there is one.
 */
function counted(batches: readonly RecordedVisit[][]): Counted[] {
  const seen = new Set<string>();
  const referrers = new Map<string, string | undefined>();
  const withReferrer = (visit: RecordedVisit): RecordedVisit => {
    const name = `${day(visit.at)} ${visit.visitor}`;
    if (visit.uncounted) return visit;
    if (visit.targetId === PAGE && !referrers.has(name)) referrers.set(name, visit.traits?.referrer);
    if (visit.targetId === PAGE || !referrers.has(name)) return visit;
    const referrer = referrers.get(name);
    return { ...visit, traits: referrer === undefined ? {} : { referrer } };
  };
  const isNew = ({ at, visitor, uncounted }: RecordedVisit, targetId: number) => {
    const name = `${day(at)} ${targetId} ${visitor}`;
    if (uncounted || seen.has(name)) return false;
    seen.add(name);
    return true;
  };
  return batches.flatMap((visits) =>
    visits
      .toSorted((a, b) => a.at - b.at || Number(a.targetId !== PAGE) - Number(b.targetId !== PAGE))
      .map(withReferrer)
      .map((each) => ({
        visit: each,
        isNew: isNew(each, each.targetId),
        isNewToLinks: each.targetId !== PAGE && isNew(each, ALL_LINKS),
      })),
  );
}

const shown = (linkSet: string | undefined) => (linkSet === 'odd' ? [11, 12] : linkSet === 'even' ? [13] : []);

function expected(all: readonly Counted[], { from, to }: Span) {
  const within = all.filter(({ visit: { at } }) => at >= from && at < to);
  const keys = (targetId: number, keyOf: (visit: RecordedVisit) => string | undefined) => {
    const sums = new Map<string, [number, number]>();
    for (const { visit, isNew } of within) {
      const key = visit.targetId === targetId ? keyOf(visit) : undefined;
      if (key === undefined) continue;
      const [visits, uniques] = sums.get(key) ?? [0, 0];
      sums.set(key, [visits + 1, uniques + (isNew ? 1 : 0)]);
    }
    return sums;
  };
  const visitsOnly = (of: (visit: RecordedVisit) => string | undefined) => (visit: RecordedVisit) =>
    visit.uncounted ? undefined : of(visit);
  const quarters = (targetId: number) => {
    const sums = new Map<Micros, [number, number, number, number]>();
    for (const { visit, isNew, isNewToLinks } of within) {
      const start = visit.at - (visit.at % QUARTER);
      const sum = sums.get(start) ?? [0, 0, 0, 0];
      const isOwn = targetId === ALL_LINKS ? visit.targetId !== PAGE : visit.targetId === targetId;
      if (isOwn && visit.uncounted) sum[3] += 1;
      else if (isOwn) {
        sum[0] += 1;
        sum[1] += (targetId === ALL_LINKS ? isNewToLinks : isNew) ? 1 : 0;
      }
      sum[2] += shown(visit.traits?.edition).filter((id) => targetId <= PAGE || id === targetId).length;
      sums.set(start, sum);
    }
    return [...sums].filter(([, sum]) => sum.some((number) => number > 0)).sort(([a], [b]) => a - b);
  };
  const links = LINKS.map((id) => {
    const clicks = within.filter(({ visit }) => visit.targetId === id && !visit.uncounted);
    const impressions = within
      .flatMap(({ visit }) => shown(visit.traits?.edition))
      .filter((each) => each === id).length;
    return [id, clicks.length, clicks.filter(({ isNew }) => isNew).length, impressions];
  }).filter(([, visits, , impressions]) => visits! + impressions! > 0);
  return { keys, visitsOnly, quarters, links };
}

for (const engine of engines) {
  describe(`counts of a random history on ${engine.name}`, () => {
    test('equal those of its visits in every period', async (t) => {
      const { store } = await setting(t, engine);
      for (const id of LINKS) await addLink(store, { id, slug: `link-${id}` });
      await store.write(1, async (tx) => {
        await insertLinkSet(tx, 1, { edition: 'odd', links: shown('odd'), at: NOON });
        await insertLinkSet(tx, 1, { edition: 'even', links: shown('even'), at: NOON });
      });
      let seq = 0;
      await fc.assert(
        fc
          .asyncProperty(history, async ({ batches, spans }) => {
            for (const { visits, rolledUp } of batches) {
              seq += 1;
              const events = writeEvents(visits);
              await enqueueBatches(store, { writer: 'w', seq, at: NOON + seq, count: visits.length, events });
              await aggregate(store, 1000);
              if (rolledUp === 'everything') await rollUp(store, Number.POSITIVE_INFINITY);
              if (rolledUp === 'the first half') await rollUp(store, FIRST_DAY + (DAYS / 2) * DAY);
            }
            const all = counted(batches.map(({ visits }) => visits));
            for (const each of spans) {
              const { keys, visitsOnly, quarters, links } = expected(all, each);
              const check = async (targetId: number, dimension: Dimension, wanted: Map<string, [number, number]>) => {
                const found = await rangeCounts(store.read, 1, targetId, [dimension], each);
                const sums = [...(found.get(dimension) ?? [])].map(([key, { visits, uniques }]) => [
                  key,
                  [visits, uniques],
                ]);
                assert.deepEqual(sums.sort(), [...wanted].sort(), `${dimension} of ${targetId}`);
              };
              for (const targetId of TARGETS) {
                await check(
                  targetId,
                  'total',
                  keys(
                    targetId,
                    visitsOnly(() => ''),
                  ),
                );
                await check(
                  targetId,
                  'city',
                  keys(
                    targetId,
                    visitsOnly(({ city }) => city),
                  ),
                );
                await check(
                  targetId,
                  'referrer',
                  keys(targetId, ({ traits }) => traits?.referrer),
                );
                await check(
                  targetId,
                  'kind',
                  keys(targetId, ({ uncounted }) => uncounted),
                );
              }
              for (const targetId of [...TARGETS, ALL_LINKS]) {
                const found = await quarterFigures(store.read, 1, targetId, each);
                assert.deepEqual(
                  found.map(({ start, visits, uniques, impressions, bots }) => [
                    start,
                    [visits, uniques, impressions, bots],
                  ]),
                  quarters(targetId),
                  `quarters of ${targetId}`,
                );
              }
              const found = [...(await linkCountsIn(store.read, 1, each))].sort(([a], [b]) => a - b);
              assert.deepEqual(
                found.map(([id, { visits, uniques, impressions }]) => [id, visits, uniques, impressions]),
                links,
              );
            }
          })
          .afterEach(() =>
            store.writeVisits(async (tx) => {
              for (const table of ['visit_seen', 'visit_fresh', 'visit_total', 'visit_period'] as const) {
                await tx.deleteFrom(table).execute();
              }
              return { result: undefined, changed: [] };
            }),
          ),
        { numRuns: 3, endOnFailure: true },
      );
    });
  });
}
