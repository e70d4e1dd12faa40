import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../contract/time.ts';
import { deleteAccount } from '../../server/storage/accounts/accounts.ts';
import type { Store } from '../../server/storage/store.ts';
import { type Dimension, PAGE } from '../../server/storage/visits/visits.ts';
import { aggregate } from '../../server/visits/count/aggregate.ts';
import { quarterFigures } from '../../server/visits/read/quarter-figures.ts';
import { rangeCounts } from '../../server/visits/read/range-counts.ts';
import { clicksReport, linkReport, viewsReport } from '../../server/visits/read/report.ts';
import type { VisitEvent } from '../../server/visits/record/identify.ts';
import { engines } from '../support/engines.ts';
import { addLink, event, NOON, plain, setting, TODAY } from './setting.ts';

const rowsIn = async (store: Store, table: 'visit_seen' | 'visit_fresh' | 'visit_total' | 'visit_period') =>
  (await store.read.selectFrom(table).selectAll().execute()).length;
const waitingIn = async (store: Store) =>
  (await store.read.selectFrom('visit_batch').select('count').execute()).reduce((sum, { count }) => sum + count, 0);

/** Deterministic, so that a failure can be reproduced. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % sides;
  };
}

/** Visits of three days by people whose place and browser do not change. */
function madeUp(count: number): VisitEvent[] {
  const roll = dice(20260310);
  const homes = ['London, GB', 'Leeds, GB', 'Berlin, DE', 'Unknown, DE', 'Unknown, XX'];
  return Array.from({ length: count }, () => {
    const person = roll(60);
    const city = homes[person % homes.length]!;
    const at = TODAY + roll(3) * DAY + roll(DAY / MINUTE) * MINUTE;
    return event({
      accountId: 1 + roll(2),
      targetId: roll(2) === 0 ? 0 : 101 + roll(3),
      at,
      visitor: `person ${person} on day ${Math.floor(at / DAY)}`,
      country: city.slice(-2).toLowerCase(),
      city,
      os: ['Windows', 'iOS', 'Android'][person % 3]!,
      browser: ['Chrome', 'Safari'][person % 2]!,
    });
  });
}

/** Counts independently: visits, and different visitors per day. */
function count(events: VisitEvent[], everyTarget = false) {
  const different = new Set(
    events.map((one) => [Math.floor(one.at / DAY), everyTarget ? 'any' : one.targetId, one.visitor].join()),
  );
  return { visits: events.length, unique: different.size };
}

for (const engine of engines) {
  describe(`aggregating on ${engine.name}`, () => {
    test('gives the same numbers as an independent count', async (t) => {
      const { store, visits } = await setting(t, engine);
      for (const id of [101, 102, 103]) await addLink(store, { id, slug: `link-${id}` });
      const events = madeUp(1200);
      await visits.recordMany(events);
      await visits.aggregateAll();
      const mine = events.filter((one) => one.accountId === 1);

      for (const targetId of [0, 101, 102, 103]) {
        const here = mine.filter((one) => one.targetId === targetId);
        const report = await (targetId === 0 ? viewsReport(store.read, 1) : linkReport(store.read, 1, targetId));
        assert.deepEqual(report.getviews, count(here));
        for (const [map, property] of [
          [report.countries, 'country'],
          [report.cities, 'city'],
          [report.devices, 'os'],
          [report.browsers, 'browser'],
        ] as const) {
          assert.deepEqual(Object.keys(map).sort(), [...new Set(here.map((one) => one[property]))].sort());
          for (const [key, { visits, unique }] of Object.entries(map)) {
            assert.deepEqual({ visits, unique }, count(here.filter((one) => one[property] === key)), key);
          }
          const sum = (name: 'visits' | 'unique') => Object.values(map).reduce((sum, entry) => sum + entry[name], 0);
          assert.deepEqual({ visits: sum('visits'), unique: sum('unique') }, report.getviews);
        }
      }

      const clicks = mine.filter((one) => one.targetId !== 0);
      assert.deepEqual((await clicksReport(store.read, 1)).insight, count(clicks, true));
      assert.ok(count(clicks, true).unique < count(clicks).unique, 'some people in the sample followed several links');
      assert.equal(await waitingIn(store), 0);
    });

    test('keeps counts of periods that add up to the totals', async (t) => {
      const { store, visits } = await setting(t, engine);
      await visits.recordMany(madeUp(300));
      await visits.aggregateAll();
      const totals = await store.read.selectFrom('visit_total').selectAll().execute();
      assert.ok(totals.length > 20);
      for (const rows of Map.groupBy(totals, ({ account_id, target_id }) => `${account_id} ${target_id}`).values()) {
        const [{ account_id, target_id }] = rows as [(typeof rows)[number]];
        const dimensions = [...new Set(rows.map(({ dimension }) => dimension as Dimension))];
        const counts = await rangeCounts(store.read, account_id, target_id, dimensions, {
          from: 0,
          to: NOON + 400 * DAY,
        });
        for (const { dimension, key, visits, uniques } of rows) {
          const found = counts.get(dimension as Dimension)?.get(key);
          assert.deepEqual(found, { visits, uniques }, `${account_id} ${target_id} ${dimension} ${key}`);
        }
      }
    });

    test('counts a visitor as unique once per day and target, and sums days', async (t) => {
      const { store, visits } = await setting(t, engine);
      for (const [id, slug] of [
        [11, 'one'],
        [12, 'two'],
      ] as const) {
        await addLink(store, { id, slug });
      }
      await visits.recordMany([
        event({ visitor: 'ann', at: NOON }),
        event({ visitor: 'ann', at: NOON + HOUR }),
        event({ visitor: 'bob', at: NOON }),
        event({ visitor: 'ann', at: NOON, targetId: 11 }),
        event({ visitor: 'ann', at: NOON, targetId: 12 }),
        event({ visitor: 'bob', at: NOON, targetId: 12 }),
      ]);
      await visits.aggregateAll();
      await visits.recordMany([
        event({ visitor: 'bob', at: NOON + 2 * HOUR }),
        event({ visitor: 'ann the next day', at: NOON + DAY }),
        event({ visitor: 'ann the next day', at: NOON + DAY, targetId: 11 }),
      ]);
      await visits.aggregateAll();

      assert.deepEqual((await viewsReport(store.read, 1)).getviews, { visits: 5, unique: 3 });
      assert.deepEqual(plain(await clicksReport(store.read, 1)), {
        links: {
          one: { visits: 2, unique: 2, link: 'https://example.com/11' },
          two: { visits: 2, unique: 2, link: 'https://example.com/12' },
        },
        insight: { visits: 4, unique: 3 },
      });
    });

    test('counts a unique visitor in the quarter-hour of the first visit', async (t) => {
      const { store, visits } = await setting(t, engine);
      await visits.recordMany([
        event({ visitor: 'ann', at: TODAY + 40 * MINUTE }),
        event({ visitor: 'ann', at: TODAY + 14 * MINUTE }),
        event({ visitor: 'ann', at: TODAY + 15 * MINUTE }),
      ]);
      await visits.aggregateAll();
      const found = await quarterFigures(store.read, 1, PAGE, { from: TODAY, to: TODAY + DAY });
      assert.deepEqual(
        found.map(({ start, visits, uniques }) => ({ start, visits, uniques })),
        [
          { start: TODAY, visits: 1, uniques: 1 },
          { start: TODAY + 15 * MINUTE, visits: 1, uniques: 0 },
          { start: TODAY + 30 * MINUTE, visits: 1, uniques: 0 },
        ],
      );
    });

    test('counts each visit once when two processes aggregate at the same time', async (t) => {
      const { store, visits, another } = await setting(t, engine);
      const other = await another();
      const events = madeUp(800);
      await Promise.all([visits.recordMany(events.slice(0, 400)), other.visits.recordMany(events.slice(400))]);
      const aggregating = async (at: Store) => {
        let rows = 0;
        for (let turn = 0; turn < 40; turn += 1) rows += (await aggregate(at, 100)).visits;
        return rows;
      };
      await Promise.all([aggregating(store), aggregating(other.store)]);
      await Promise.all([visits.aggregateAll(), other.visits.aggregateAll()]);

      const views = events.filter((one) => one.accountId === 1 && one.targetId === 0);
      assert.deepEqual((await viewsReport(other.store.read, 1)).getviews, count(views));
    });

    test('keeps the order of recording, also when clocks are set back', async (t) => {
      const { store, visits, another, clock } = await setting(t, engine);
      const other = await another();
      await visits.recordMany([event({ visitor: 'bob' })]);
      clock.now -= HOUR;
      await visits.recordMany([event({ visitor: 'ann', at: clock.now, country: 'gb', city: 'London, GB' })]);
      clock.now += 1;
      await other.visits.recordMany([event({ visitor: 'ann', at: clock.now, country: 'de', city: 'Berlin, DE' })]);
      while ((await aggregate(store, 1)).visits > 0);
      const { countries } = plain(await viewsReport(store.read, 1));
      assert.deepEqual([countries.gb?.unique, countries.de?.unique], [2, 0]);
    });

    test('takes batches up to the limit, and at least one', async (t) => {
      const { store, visits } = await setting(t, engine);
      const events = madeUp(10).map((one) => ({ ...one, accountId: 1 }));
      for (let batch = 0; batch < 3; batch += 1) await visits.recordMany(events);
      assert.equal((await aggregate(store, 15)).visits, 20);
      assert.equal(await waitingIn(store), 10);
      assert.equal((await aggregate(store, 1)).visits, 10);
      assert.equal((await aggregate(store, 1)).visits, 0);
    });

    test('changes nothing if it fails halfway; the next aggregate counts everything', async (t) => {
      const { store, visits } = await setting(t, engine);
      const events = madeUp(50);
      await visits.recordMany(events);
      for (const reached of [1, 2, 3]) {
        let statements = 0;
        const dialect: Store['dialect'] = {
          ...store.dialect,
          jsonRows(rows, columns) {
            statements += 1;
            if (statements === reached) throw new Error('torn');
            return store.dialect.jsonRows(rows, columns);
          },
        };
        await assert.rejects(aggregate({ ...store, dialect }, 1000), /torn/);
        assert.equal(await waitingIn(store), 50);
        for (const table of ['visit_seen', 'visit_fresh', 'visit_total', 'visit_period'] as const) {
          assert.equal(await rowsIn(store, table), 0);
        }
      }
      await visits.aggregateAll();
      const views = events.filter((one) => one.accountId === 2 && one.targetId === 0);
      assert.deepEqual((await viewsReport(store.read, 2)).getviews, count(views));
    });

    test('restores nothing of a deleted account, whether its visits were counted or not', async (t) => {
      const { store, visits } = await setting(t, engine);
      await visits.recordMany([event({ accountId: 1 }), event({ accountId: 2 })]);
      await aggregate(store, 10);
      await visits.recordMany([event({ accountId: 1 }), event({ accountId: 2 })]);
      await store.write(1, (tx) => deleteAccount(tx, 1));
      await visits.aggregateAll();
      for (const table of ['visit_seen', 'visit_fresh', 'visit_total', 'visit_period'] as const) {
        const rows = await store.read.selectFrom(table).select('account_id').execute();
        assert.ok(!rows.some((row) => row.account_id === 1), table);
      }
      assert.equal(await waitingIn(store), 0);
      assert.deepEqual((await viewsReport(store.read, 2)).getviews, { visits: 2, unique: 1 });
    });

    test('invalidates cached answers', async (t) => {
      const { store, visits } = await setting(t, engine);
      await visits.recordMany([event({ accountId: 1 })]);
      const [mine, others] = [store.freshness.stamp(1), store.freshness.stamp(2)];
      await visits.aggregateAll();
      assert.equal(store.freshness.isFresh(mine, 1, 'visits'), false);
      assert.equal(store.freshness.isFresh(mine, 1, 'account'), true);
      assert.equal(store.freshness.isFresh(others, 2, 'visits'), true);
    });
  });
}
