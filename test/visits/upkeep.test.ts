// Maintenance of visits: that it is done once, by clocks that can be trusted, and what it removes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, day, HOUR, MINUTE, type Micros, SECOND } from '../../contract/time.ts';
import { visitJobs } from '../../server/all-jobs.ts';
import { queueFileOf } from '../../server/storage/dialects/sqlite/visit-queue.ts';
import { readPruningMark, readUpkeepMark } from '../../server/storage/installation.ts';
import type { Store } from '../../server/storage/store.ts';
import { insertSeen } from '../../server/storage/visits/visits.ts';
import { createClock } from '../../server/system/clock.ts';
import { createVisits } from '../../server/visits/index.ts';
import { viewsReport } from '../../server/visits/read/report.ts';
import { writeEvents } from '../../server/visits/record/events.ts';
import { createTrustedTime } from '../../server/visits/retention/trusted-time.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { jobProcess, visitUpkeep } from '../support/jobs.ts';
import { freshDatabase } from '../support/store.ts';
import { chromeOnWindows, enqueueBatches, event, NOON, plain, type Setting, setting } from './setting.ts';

/** A process with its own clock and store. Its monotonic clock agrees with its clock by default. */
function processOn(
  { geography, ...at }: Setting,
  clock: { now: Micros },
  { store = at.store, monotonicClock = hourly() }: { store?: Store; monotonicClock?: () => number } = {},
) {
  const logger = { error: () => {}, info: () => {} };
  const own = { store, clock: () => clock.now, eventDays: 30 };
  const visits = createVisits({ ...own, geography, logger });
  return { visits, upkeep: visitUpkeep({ ...own, visits, monotonicClock }) };
}

function hourly(): () => number {
  let hours = 0;
  return () => ++hours * 3_600_000;
}

const views = async ({ store }: Setting) => (await viewsReport(store.read, 1)).getviews;

async function seenVisitors({ store }: Setting): Promise<string[]> {
  const rows = await store.read.selectFrom('visit_seen').select(['account_id', 'visitor']).execute();
  return rows.map(({ account_id, visitor }) => `${account_id} ${visitor}`).sort();
}

function insertVisitors({ store }: Setting, accountId: number, at: Micros, visitors: string[]) {
  return store.writeVisits(async (tx) => {
    const rows = visitors.map((visitor) => [accountId, day(at), 0, visitor, ''] as const);
    return { result: await insertSeen(tx, store.dialect, rows), changed: [] };
  });
}

for (const engine of engines) {
  describe(`upkeep on ${engine.name}`, () => {
    test('is done once, though two processes run', async (t) => {
      const url = await freshDatabase(t, engine);
      const compact = async () => 0;
      const jobsOf = (store: Store) => {
        const [clock, logger] = [createClock(), { error: () => {} }];
        const time = createTrustedTime({ store, clock, logger });
        return visitJobs({ store, clock, visits: { compact }, time, eventDays: 30 });
      };
      // With leases that outlast a pause of a busy machine.
      const processes = await Promise.all([1, 2].map(() => jobProcess(t, url, jobsOf, {})));
      const runs = (name: string) => processes.reduce((sum, { jobs }) => sum + jobs.figures().get(name)!.runs, 0);
      const names = ['sweep-visits', 'roll-up-visits', 'retention', 'compact-visits', 'clear-log'];
      await eventually('all have run', 20_000, () => names.every((name) => runs(name) > 0));
      await sleep(1200);
      for (const name of names) assert.equal(runs(name), 1, name);
    });

    test('goes on where it was killed', async (t) => {
      const at = await setting(t, engine);
      const { store, clock } = at;
      await insertVisitors(at, 1, NOON - 40 * DAY, ['ann']);
      const many = Array.from({ length: 4500 }, (_, n) => `v${n}`);
      await insertVisitors(at, 2, NOON - 40 * DAY, many);

      let steps = 0;
      const killed = processOn(at, clock, {
        store: {
          ...store,
          writeVisits: (work) => (++steps > 2 ? Promise.reject(new Error('killed')) : store.writeVisits(work)),
        },
      });
      const next = processOn(at, clock);
      await assert.rejects(killed.upkeep(), /killed/);
      const left = (await seenVisitors(at)).length;
      assert.ok(left > 0 && left < 4500, `${left} are left`);
      await insertVisitors(at, 1, NOON - 40 * DAY, ['late']);

      clock.now = NOON + MINUTE;
      await next.upkeep();
      assert.deepEqual(await seenVisitors(at), ['1 late'], 'rows after the limit are left for tomorrow');
      assert.deepEqual(await readPruningMark(store.read), { day: '2026-03-10', finishedAt: clock.now });
      await next.upkeep();
      assert.deepEqual(await seenVisitors(at), ['1 late']);
      // Once the salt of the day before is deleted.
      clock.now += DAY / 2 + 5 * MINUTE;
      await next.upkeep();
      assert.deepEqual(await seenVisitors(at), []);
    });

    test('goes on with clocks that are hours apart', async (t) => {
      const at = await setting(t, engine);
      for (const by of [6 * HOUR, MINUTE, 0]) {
        await processOn(at, { now: NOON + by }).upkeep();
        assert.equal(await readUpkeepMark(at.store.read), NOON + by);
      }
    });

    test('removes nothing by a clock that is far off, unless it has been so for an hour', async (t) => {
      const at = await setting(t, engine);
      const clock = { now: NOON };
      const { visits: here, upkeep } = processOn(at, clock);
      const person = { accountId: 1, targetId: 0, address: '192.0.2.1', userAgent: chromeOnWindows };
      await here.record(person);
      await here.aggregateAll();
      await upkeep();
      const left = async () => {
        const [salts, live] = [
          await at.store.read.selectFrom('visit_salt').select('day').where('day', '=', day(NOON)).execute(),
          await at.store.read.selectFrom('live_visitor').select('visitor').execute(),
        ];
        return { seen: (await seenVisitors(at)).length, salts: salts.length, live: live.length };
      };
      let minutes = 0;
      const monotonicClock = () => minutes * 60_000;
      const ahead = processOn(at, { now: NOON + 365 * DAY }, { monotonicClock });
      const passed = async (until: number) => {
        for (; minutes < until; minutes += 20) {
          await ahead.upkeep();
          assert.equal(await readUpkeepMark(at.store.read), clock.now);
          assert.deepEqual(await left(), { seen: 1, salts: 1, live: 1 }, `after ${minutes} minutes`);
        }
      };
      await passed(60);
      clock.now += SECOND;
      await upkeep();
      await here.record(person);
      await here.aggregateAll();
      assert.deepEqual(await views(at), { visits: 2, unique: 1 });
      await here.stop();

      // Another process was there with another clock: the hour begins again.
      await passed(120);
      await ahead.upkeep();
      assert.equal(await readUpkeepMark(at.store.read), NOON + 365 * DAY, 'after a stop of a year');
      assert.deepEqual(await left(), { seen: 0, salts: 0, live: 0 });
    });

    test('removes expired rows, also of inactive accounts, and leaves the counts', async (t) => {
      const at = await setting(t, engine);
      const { store, visits: other } = at;
      const clock = { now: NOON };
      const { visits, upkeep } = processOn(at, clock);
      const person = { accountId: 1, targetId: 0, address: '192.0.2.1', userAgent: chromeOnWindows };
      await visits.record(person);
      await visits.aggregateAll();
      await store.note(async (tx) => {
        const row = { account_id: 2, at: NOON, target_id: 0, until: NOON, count: 1, events: '' };
        await tx.insertInto('visit_event').values(row).execute();
      });
      const rows = async () => {
        const events = await store.read.selectFrom('visit_event').where('account_id', '=', 2).select('at').execute();
        const live = await store.read.selectFrom('live_visitor').select('visitor').execute();
        return { seen: (await seenVisitors(at)).length, events: events.length, live: live.length };
      };
      for (const [after, expected] of [
        [0, { seen: 1, events: 1, live: 1 }],
        [HOUR, { seen: 1, events: 1, live: 0 }],
        [29 * DAY, { seen: 1, events: 1, live: 0 }],
        [31 * DAY, { seen: 1, events: 0, live: 0 }],
        [35 * DAY, { seen: 1, events: 0, live: 0 }],
        [36 * DAY, { seen: 0, events: 0, live: 0 }],
      ] as const) {
        clock.now = NOON + after;
        await upkeep();
        assert.deepEqual(await rows(), expected, `${after / HOUR} hours later`);
      }
      assert.deepEqual(await views(at), { visits: 1, unique: 1 });

      at.clock.now = clock.now;
      await at.upkeep();
      const salts = await store.read.selectFrom('visit_salt').select('day').orderBy('day').execute();
      assert.deepEqual(
        salts.map((salt) => salt.day),
        ['2026-04-15', '2026-04-16'],
      );
      // Both have tomorrow's salt even if the store fails.
      await store.writeInstallation((tx) => tx.deleteFrom('visit_salt').execute());
      clock.now += DAY;
      at.clock.now += DAY;
      await visits.record(person);
      await other.record(person);
      await visits.aggregateAll();
      assert.deepEqual(await views(at), { visits: 3, unique: 2 });
    });

    test('keeps visitors while any process imports old visits', async (t) => {
      const at = await setting(t, engine);
      const { visits: importing, clock } = at;
      const pruning = processOn(at, clock);
      for (let turn = 0; turn < 3; turn += 1) {
        await importing.recordMany([event({ visitor: 'long ago', at: NOON - 300 * DAY })]);
        await importing.aggregateAll();
        clock.now += 13 * HOUR;
        await pruning.upkeep();
      }
      assert.deepEqual(await views(at), { visits: 3, unique: 1 });
      clock.now += DAY;
      await pruning.upkeep();
      assert.deepEqual(await seenVisitors(at), []);
    });

    for (const [title, ahead, expected] of [
      ['keeps visitors during an import by a clock that is a day ahead', DAY, ['1 long ago']],
      ['ignores the hold of an import by a clock that is more than a day ahead', DAY + 1, []],
    ] as const) {
      test(title, async (t) => {
        const at = await setting(t, engine);
        const { visits: importing } = processOn(at, { now: NOON + ahead });
        await importing.recordMany([event({ visitor: 'long ago', at: NOON - 300 * DAY })]);
        await importing.aggregateAll();
        await importing.stop();
        assert.deepEqual(await seenVisitors(at), ['1 long ago']);
        await processOn(at, at.clock).upkeep();
        assert.deepEqual(await seenVisitors(at), expected);
      });
    }

    test('keeps visitors for 35 days, and what brought them until their day has passed', async (t) => {
      const at = await setting(t, engine);
      const { store } = at;
      await store.writeVisits(async (tx) => {
        const rows = [36, 35, 1, 0].map((age) => [1, day(NOON - age * DAY), 0, `${age} days`, '{"app":"X"}'] as const);
        return { result: await insertSeen(tx, store.dialect, rows), changed: [] };
      });
      await at.upkeep();
      const rows = await store.read
        .selectFrom('visit_seen')
        .select(['day', 'visitor', 'source'])
        .orderBy('day')
        .execute();
      assert.deepEqual(plain(rows), [
        { day: '2026-02-03', visitor: '35 days', source: '' },
        { day: '2026-03-09', visitor: '1 days', source: '' },
        { day: '2026-03-10', visitor: '0 days', source: '{"app":"X"}' },
      ]);
    });

    test('keeps visitors of days with waiting visits', async (t) => {
      const at = await setting(t, engine);
      const { store, visits } = at;
      const spooled = (seq: number, given: object) =>
        enqueueBatches(store, {
          at: NOON - 40 * DAY,
          writer: 'the late one',
          seq,
          count: 1,
          events: writeEvents([event({ visitor: 'ann', at: NOON - 40 * DAY, ...given })]),
        });
      await spooled(1, {});
      await visits.aggregateAll();
      await insertVisitors(at, 2, NOON - 50 * DAY, ['bob']);
      await spooled(2, {});
      await at.upkeep();
      assert.deepEqual(await seenVisitors(at), ['1 ann']);
      await visits.aggregateAll();
      assert.deepEqual(await views(at), { visits: 2, unique: 1 });
    });
  });
}

test('leaves no expired addresses or salts in the SQLite files', async (t) => {
  const at = await setting(t, engines[0]!);
  const clock = { now: NOON };
  const { visits, upkeep } = processOn(at, clock);
  const people = Array.from({ length: 1500 }, (_, n) => `2001:db8:dead:beef::${(n + 0x1000).toString(16)}`);
  const visit = { accountId: 1, targetId: 0, userAgent: chromeOnWindows };
  await visits.recordMany(people.map((address) => ({ ...visit, address })));
  await visits.live(1);
  const [salt] = await at.store.read.selectFrom('visit_salt').selectAll().where('day', '=', day(NOON)).execute();
  const file = at.databaseUrl.replace('sqlite:', '');
  const found = () => {
    const files = [file, queueFileOf(file)].flatMap((path) => [path, `${path}-wal`]);
    const bytes = files.map((path) => readFileSync(path, 'latin1')).join('');
    return {
      addresses: (bytes.match(/2001:db8:dead:beef::/g) ?? []).length,
      salts: bytes.split(salt!.salt).length - 1,
    };
  };
  assert.ok(found().addresses >= 1500);
  assert.ok(found().salts >= 1);
  clock.now = NOON + DAY;
  await upkeep();
  assert.deepEqual(found(), { addresses: 0, salts: 0 });
});
