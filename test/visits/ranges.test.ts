// Counts of a period, rolled up or not.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../contract/time.ts';
import { insertLinkSet } from '../../server/storage/visits/link-sets.ts';
import { ALL_LINKS, PAGE } from '../../server/storage/visits/visits.ts';
import { aggregate } from '../../server/visits/count/aggregate.ts';
import { rollUp } from '../../server/visits/count/roll-up.ts';
import { quarterFigures } from '../../server/visits/read/quarter-figures.ts';
import { linkCountsIn, rangeCounts } from '../../server/visits/read/range-counts.ts';
import { type RecordedVisit, uncountedEvent, writeEvents } from '../../server/visits/record/events.ts';
import { engines } from '../support/engines.ts';
import { addLink, enqueueBatches, event, NOON, setting } from './setting.ts';

const QUARTER = 15 * MINUTE;
const [SHOP, BLOG] = [11, 12];
/** Looks like a list of quarters in the text of rolled-up counts. */
const REFERRER = 'x.example","quarter",[0,9,9],"quarter_kind",[0,9,9,"';

const history: RecordedVisit[] = [
  event({ visitor: 'ann', at: NOON - 40 * DAY, country: 'de', traits: { edition: 'first' } }),
  event({ visitor: 'ann', at: NOON, traits: { edition: 'first', referrer: REFERRER } }),
  event({ visitor: 'ann', at: NOON + MINUTE, traits: { edition: 'both' } }),
  event({ visitor: 'bob', at: NOON + QUARTER, country: 'de', traits: { edition: 'both' } }),
  event({ visitor: 'bob', at: NOON + DAY, country: 'de' }),
  event({ visitor: 'ann', at: NOON, targetId: SHOP }),
  event({ visitor: 'ann', at: NOON + QUARTER, targetId: SHOP }),
  event({ visitor: 'ann', at: NOON + QUARTER, targetId: BLOG }),
  event({ visitor: 'bob', at: NOON + DAY, targetId: BLOG }),
  uncountedEvent(1, PAGE, NOON, 'bot'),
  uncountedEvent(1, PAGE, NOON, 'head'),
  uncountedEvent(1, SHOP, NOON + HOUR, 'preview'),
  event({ accountId: 2, at: NOON }),
];

for (const engine of engines) {
  for (const state of ['fresh', 'rolled up', 'partly rolled up'] as const) {
    describe(`${state} counts of a period on ${engine.name}`, () => {
      test('are those of its quarters of an hour', async (t) => {
        const { store } = await setting(t, engine);
        await addLink(store, { id: SHOP, slug: 'shop' });
        await addLink(store, { id: BLOG, slug: 'blog' });
        await store.write(1, async (tx) => {
          await insertLinkSet(tx, 1, { edition: 'first', links: [SHOP], at: NOON });
          await insertLinkSet(tx, 1, { edition: 'both', links: [SHOP, BLOG], at: NOON });
        });
        await enqueueBatches(store, { writer: 'w', seq: 1, at: NOON, count: 13, events: writeEvents(history) });
        await aggregate(store, 100);
        if (state === 'rolled up') await rollUp(store, Number.POSITIVE_INFINITY);
        if (state === 'partly rolled up') await rollUp(store, NOON + 20 * MINUTE);

        const counts = async (targetId: number, from: number, to: number) => {
          const found = await rangeCounts(store.read, 1, targetId, ['total', 'country', 'referrer', 'kind'], {
            from,
            to,
          });
          return Object.fromEntries(
            [...found].map(([dimension, keys]) => [
              dimension,
              [...keys].map(([key, { visits, uniques }]) => [key, visits, uniques]).sort(),
            ]),
          );
        };
        assert.deepEqual(await counts(PAGE, NOON, NOON + QUARTER), {
          total: [['', 2, 1]],
          country: [['gb', 2, 1]],
          referrer: [[REFERRER, 1, 1]],
          kind: [
            ['bot', 1, 0],
            ['head', 1, 0],
          ],
        });
        assert.deepEqual(await counts(PAGE, NOON + QUARTER, NOON + DAY), {
          total: [['', 1, 1]],
          country: [['de', 1, 1]],
        });
        assert.deepEqual(await counts(PAGE, NOON - 60 * DAY, NOON + 30 * DAY), {
          total: [['', 5, 4]],
          country: [
            ['de', 3, 3],
            ['gb', 2, 1],
          ],
          referrer: [[REFERRER, 1, 1]],
          kind: [
            ['bot', 1, 0],
            ['head', 1, 0],
          ],
        });
        assert.deepEqual(await counts(PAGE, NOON + 2 * DAY, NOON + 3 * DAY), {});
        assert.deepEqual((await counts(ALL_LINKS, NOON, NOON + DAY)).total, [['', 3, 1]]);

        const links = async (from: number, to: number) =>
          [...(await linkCountsIn(store.read, 1, { from, to }))].sort(([a], [b]) => a - b);
        assert.deepEqual(await links(NOON, NOON + DAY), [
          [SHOP, { visits: 2, uniques: 1, impressions: 3 }],
          [BLOG, { visits: 1, uniques: 1, impressions: 2 }],
        ]);
        assert.deepEqual(await links(NOON - 41 * DAY, NOON), [[SHOP, { visits: 0, uniques: 0, impressions: 1 }]]);

        const figures = async (targetId: number, from: number, to: number) =>
          (await quarterFigures(store.read, 1, targetId, { from, to })).map((each) => [
            (each.start - NOON) / QUARTER,
            each.visits,
            each.uniques,
            each.impressions,
            each.bots,
          ]);
        assert.deepEqual(await figures(PAGE, NOON - 60 * DAY, NOON + 2 * DAY), [
          [-40 * 96, 1, 1, 1, 0],
          [0, 2, 1, 3, 2],
          [1, 1, 1, 2, 0],
          [96, 1, 1, 0, 0],
        ]);
        assert.deepEqual(await figures(PAGE, NOON + QUARTER, NOON + DAY), [[1, 1, 1, 2, 0]]);
        const bounds = [NOON - 60 * DAY, NOON, NOON + QUARTER, NOON + DAY];
        const sums = await quarterFigures(
          store.read,
          1,
          PAGE,
          { from: NOON - 60 * DAY, to: NOON + 2 * DAY },
          { bounds, withClicks: true },
        );
        assert.deepEqual(
          sums.map((sum) => [sum.start, sum.visits, sum.uniques, sum.impressions, sum.bots, sum.clicks]),
          [
            [NOON - 60 * DAY, 1, 1, 1, 0, 0],
            [NOON, 2, 1, 3, 2, 1],
            [NOON + QUARTER, 1, 1, 2, 0, 2],
            [NOON + DAY, 1, 1, 0, 0, 1],
          ],
        );
        assert.deepEqual(await figures(SHOP, NOON - 60 * DAY, NOON + 2 * DAY), [
          [-40 * 96, 0, 0, 1, 0],
          [0, 1, 1, 2, 0],
          [1, 1, 0, 1, 0],
          [4, 0, 0, 0, 1],
        ]);
        assert.deepEqual(await figures(ALL_LINKS, NOON - 60 * DAY, NOON + 2 * DAY), [
          [-40 * 96, 0, 0, 1, 0],
          [0, 1, 1, 3, 0],
          [1, 2, 0, 2, 0],
          [4, 0, 0, 0, 1],
          [96, 1, 1, 0, 0],
        ]);
      });
    });
  }
}
