// What one process does for all: which one it is, and what goes when.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { DAY, day, HOUR, type Micros, SECOND } from '../../contract/time.ts';
import { queueFileOf } from '../../server/storage/dialects/sqlite/visit-queue.ts';
import { readPruningMark } from '../../server/storage/installation.ts';
import type { Store } from '../../server/storage/store.ts';
import { insertSeen } from '../../server/storage/visits/visits.ts';
import { createVisits, type Visits } from '../../server/visits/index.ts';
import { viewsReport } from '../../server/visits/read/report.ts';
import { writeEvents } from '../../server/visits/record/events.ts';
import { engines } from '../support/engines.ts';
import { chromeOnWindows, enqueueBatches, event, NOON, type Setting, setting } from './setting.ts';

/** A process with a clock of its own, perhaps on a store that fails it. Its monotonic clock agrees with it. */
function processOn(
  { geography, ...at }: Setting,
  clock: { now: Micros },
  { store = at.store, monotonicClock = hourly() }: { store?: Store; monotonicClock?: () => number } = {},
): Visits {
  const logger = { error: () => {}, info: () => {} };
  return createVisits({ store, clock: () => clock.now, geography, logger, eventDays: 30, monotonicClock });
}

function hourly(): () => number {
  let hours = 0;
  return () => ++hours * 3_600_000;
}

const holds = (visits: Visits) => visits.figures().holdsUpkeep;
const views = async ({ store }: Setting) => (await viewsReport(store.read, 1)).getviews;

async function seenIn({ store }: Setting): Promise<string[]> {
  const rows = await store.read.selectFrom('visit_seen').select(['account_id', 'visitor']).execute();
  return rows.map(({ account_id, visitor }) => `${account_id} ${visitor}`).sort();
}

function see({ store }: Setting, accountId: number, at: Micros, visitors: string[]) {
  return store.writeVisits(async (tx) => {
    const rows = visitors.map((visitor) => [accountId, day(at), 0, visitor] as const);
    return { result: await insertSeen(tx, store.dialect, rows), changed: [] };
  });
}

for (const engine of engines) {
  describe(`upkeep on ${engine.name}`, () => {
    test('is seen to by one process, and by the next when that one is killed, from where it was', async (t) => {
      const at = await setting(t, engine);
      const { store, clock } = at;
      await see(at, 1, NOON - 40 * DAY, ['ann']);
      const many = Array.from({ length: 4500 }, (_, n) => `v${n}`);
      await see(at, 2, NOON - 40 * DAY, many);

      let steps = 0;
      const killed = processOn(at, clock, {
        store: {
          ...store,
          // The lease and what is swept, then two steps of the pruning.
          writeVisits: (work) => (++steps > 3 ? Promise.reject(new Error('killed')) : store.writeVisits(work)),
        },
      });
      const next = processOn(at, clock);
      await assert.rejects(killed.upkeep(), /killed/);
      assert.ok(holds(killed));
      const left = (await seenIn(at)).length;
      assert.ok(left > 0 && left < 4500, `${left} are left`);
      await see(at, 1, NOON - 40 * DAY, ['late']);

      for (const [seconds, isNext] of [
        [1, false],
        [89, false],
        [91, true],
      ] as const) {
        clock.now = NOON + seconds * SECOND;
        await next.upkeep();
        assert.equal(holds(next), isNext, `after ${seconds} s`);
      }
      assert.equal(holds(killed), false);
      assert.deepEqual(await seenIn(at), ['1 late'], 'what lies behind it is left for tomorrow');
      assert.deepEqual(await readPruningMark(store.read), { day: '2026-03-10', finishedAt: clock.now });
      assert.equal(next.figures().prunedAt, clock.now);
      await next.upkeep();
      assert.deepEqual(await seenIn(at), ['1 late']);
      clock.now += DAY / 2;
      await next.upkeep();
      assert.deepEqual(await seenIn(at), []);

      const last = processOn(at, clock);
      await last.upkeep();
      assert.equal(holds(last), false);
      await next.stop();
      await last.upkeep();
      assert.ok(holds(last), 'one that stops hands over at once');
      await last.stop();
    });

    test('is not kept from the others by a clock that is hours ahead', async (t) => {
      const at = await setting(t, engine);
      const [ahead, alittle, right] = [6 * HOUR, 60 * SECOND, 0].map((by) => processOn(at, { now: NOON + by }));
      await ahead!.upkeep();
      await alittle!.upkeep();
      assert.ok(holds(alittle!));
      await right!.upkeep();
      assert.equal(holds(right!), false, 'a minute is not held against anybody');
    });

    test('takes nothing away by a clock that is far off, unless it has been so for an hour', async (t) => {
      const at = await setting(t, engine);
      const here = processOn(at, { now: NOON });
      const person = { accountId: 1, targetId: 0, address: '192.0.2.1', userAgent: chromeOnWindows };
      await here.record(person);
      await here.foldAll();
      await here.upkeep();
      const left = async () => {
        const [salts, live] = [
          await at.store.read.selectFrom('visit_salt').select('day').where('day', '=', day(NOON)).execute(),
          await at.store.read.selectFrom('live_visitor').select('visitor').execute(),
        ];
        return { seen: (await seenIn(at)).length, salts: salts.length, live: live.length };
      };
      let minutes = 0;
      const monotonicClock = () => minutes * 60_000;
      const ahead = processOn(at, { now: NOON + 365 * DAY }, { monotonicClock });
      for (minutes = 0; minutes < 60; minutes += 20) {
        await ahead.upkeep();
        assert.equal(holds(ahead), false);
        assert.deepEqual(await left(), { seen: 1, salts: 1, live: 1 }, `after ${minutes} minutes`);
      }
      await here.upkeep();
      assert.equal(holds(here), true);
      await here.record(person);
      await here.foldAll();
      assert.deepEqual(await views(at), { visits: 2, unique: 1 });

      await here.stop();
      minutes = 60;
      await ahead.upkeep();
      assert.equal(holds(ahead), true, 'after a stop of a year');
      assert.deepEqual(await left(), { seen: 0, salts: 0, live: 0 });
    });

    test('takes away what is past, also of accounts that fell silent, and leaves the counts', async (t) => {
      const at = await setting(t, engine);
      const { store, visits: other } = at;
      const clock = { now: NOON };
      const visits = processOn(at, clock);
      const person = { accountId: 1, targetId: 0, address: '192.0.2.1', userAgent: chromeOnWindows };
      await visits.record(person);
      await visits.foldAll();
      await store.note(async (tx) => {
        const row = { account_id: 2, at: NOON, target_id: 0, until: NOON, count: 1, events: '' };
        await tx.insertInto('visit_event').values(row).execute();
      });
      const rows = async () => {
        const events = await store.read.selectFrom('visit_event').where('account_id', '=', 2).select('at').execute();
        const live = await store.read.selectFrom('live_visitor').select('visitor').execute();
        return { seen: (await seenIn(at)).length, events: events.length, live: live.length };
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
        await visits.upkeep();
        assert.deepEqual(await rows(), expected, `${after / HOUR} hours later`);
      }
      assert.deepEqual(await views(at), { visits: 1, unique: 1 });

      at.clock.now = clock.now;
      await other.upkeep();
      const salts = await store.read.selectFrom('visit_salt').select('day').orderBy('day').execute();
      assert.deepEqual(
        salts.map((salt) => salt.day),
        ['2026-04-15', '2026-04-16'],
      );
      // Both have tomorrow's, whatever becomes of the store.
      await store.writeInstallation((tx) => tx.deleteFrom('visit_salt').execute());
      clock.now += DAY;
      at.clock.now += DAY;
      await visits.record(person);
      await other.record(person);
      await visits.foldAll();
      assert.deepEqual(await views(at), { visits: 3, unique: 2 });
    });

    test('forgets nobody while visits of long ago are brought in, by whichever process', async (t) => {
      const at = await setting(t, engine);
      const { visits: bringing, clock } = at;
      const pruning = processOn(at, clock);
      for (let turn = 0; turn < 3; turn += 1) {
        await bringing.recordMany([event({ visitor: 'long ago', at: NOON - 300 * DAY })]);
        await bringing.foldAll();
        clock.now += 13 * HOUR;
        await pruning.upkeep();
      }
      assert.deepEqual(await views(at), { visits: 3, unique: 1 });
      clock.now += DAY;
      await pruning.upkeep();
      assert.deepEqual(await seenIn(at), []);
    });

    test('forgets nobody of days of which visits still wait', async (t) => {
      const at = await setting(t, engine);
      const { store, visits } = at;
      const spooled = (seq: number, said: object) =>
        enqueueBatches(store, {
          at: NOON - 40 * DAY,
          writer: 'the late one',
          seq,
          count: 1,
          events: writeEvents([event({ visitor: 'ann', at: NOON - 40 * DAY, ...said })]),
        });
      await spooled(1, {});
      await visits.foldAll();
      await see(at, 2, NOON - 50 * DAY, ['bob']);
      await spooled(2, {});
      await visits.upkeep();
      assert.deepEqual(await seenIn(at), ['1 ann']);
      await visits.foldAll();
      assert.deepEqual(await views(at), { visits: 2, unique: 1 });
    });
  });
}

test('addresses and salts that are past are nowhere in the files of SQLite', async (t) => {
  const at = await setting(t, engines[0]!);
  const clock = { now: NOON };
  const visits = processOn(at, clock);
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
  await visits.upkeep();
  assert.deepEqual(found(), { addresses: 0, salts: 0 });
});
