// Days with visits in most quarters of an hour, whose counts are packed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MINUTE } from '../../contract/time.ts';
import { insertLinkSet } from '../../server/storage/visits/link-sets.ts';
import { TIERS } from '../../server/storage/visits/visit-periods.ts';
import { ALL_LINKS, PAGE } from '../../server/storage/visits/visits.ts';
import { aggregate } from '../../server/visits/count/aggregate.ts';
import { rollUp } from '../../server/visits/count/roll-up.ts';
import { quarterFigures } from '../../server/visits/read/quarter-figures.ts';
import type { TimeSum } from '../../server/visits/read/time-sums.ts';
import { type RecordedVisit, uncountedEvent, writeEvents } from '../../server/visits/record/events.ts';
import { engines } from '../support/engines.ts';
import { addLink, enqueueBatches, event, NOON, setting, TODAY } from './setting.ts';

const QUARTER = 15 * MINUTE;
const SHOP = 11;
const everyQuarter = Array.from({ length: 96 }, (_, quarter) => quarter);

/** So many visits by one visitor, of which each sees one link. */
function views(quarter: number, count: number): RecordedVisit[] {
  return Array.from({ length: count }, (_, second) =>
    event({ visitor: `v${quarter}`, at: TODAY + quarter * QUARTER + second, traits: { edition: 'shop' } }),
  );
}

for (const engine of engines) {
  describe(`Counts of a busy day on ${engine.name}`, () => {
    test('are those of each quarter of an hour, also when more are added later', async (t) => {
      const { store } = await setting(t, engine);
      await addLink(store, { id: SHOP, slug: 'shop' });
      await store.write(1, (tx) => insertLinkSet(tx, 1, { edition: 'shop', links: [SHOP], at: NOON }));
      let seq = 0;
      const rolledUp = async (visits: RecordedVisit[]) => {
        seq += 1;
        const batch = { writer: 'w', seq, at: NOON, count: visits.length, events: writeEvents(visits) };
        await enqueueBatches(store, batch);
        await aggregate(store, visits.length);
        await rollUp(store, Number.POSITIVE_INFINITY);
      };
      const span = { from: TODAY, to: TODAY + 96 * QUARTER };
      const figuresOf = async (targetId: number, column: (figures: TimeSum) => number[]) =>
        (await quarterFigures(store.read, 1, targetId, span)).map((each) => [
          (each.start - TODAY) / QUARTER,
          ...column(each),
        ]);
      const page = ({ visits, uniques, impressions, bots }: TimeSum) => [visits, uniques, impressions, bots];

      await rolledUp(everyQuarter.flatMap((quarter) => views(quarter, 1 + (quarter % 7))));
      assert.deepEqual(
        await figuresOf(PAGE, page),
        everyQuarter.map((quarter) => [quarter, 1 + (quarter % 7), 1, 1 + (quarter % 7), 0]),
      );

      const click = { visitor: 'v0', targetId: SHOP };
      await rolledUp([
        ...views(50, 4000),
        ...everyQuarter.map((quarter) => uncountedEvent(1, PAGE, TODAY + quarter * QUARTER, 'bot')),
        ...everyQuarter.slice(1).map((quarter) => event({ ...click, at: TODAY + quarter * QUARTER })),
      ]);
      const expected = everyQuarter.map((quarter) => 1 + (quarter % 7) + (quarter === 50 ? 4000 : 0));
      assert.deepEqual(
        await figuresOf(PAGE, page),
        everyQuarter.map((quarter) => [quarter, expected[quarter], 1, expected[quarter], 1]),
      );
      const links = ({ visits, impressions }: TimeSum) => [visits, impressions];
      for (const target of [SHOP, ALL_LINKS]) {
        assert.deepEqual(
          await figuresOf(target, links),
          everyQuarter.map((quarter) => [quarter, quarter === 0 ? 0 : 1, expected[quarter]]),
        );
      }
      const lengths = await store.read
        .selectFrom('visit_period')
        .select('counts')
        .where('tier', '=', TIERS.day)
        .execute();
      assert.ok(lengths.every(({ counts }) => counts.length < 1200));
    });
  });
}
