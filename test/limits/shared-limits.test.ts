// Limits that several processes count together. A process is a store of its own here, with what counts on it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { MINUTE } from '../../contract/time.ts';
import { createThrottle } from '../../server/domain/sign-in/throttle.ts';
import { createRateLimiter, type Quota } from '../../server/http/auth/rate-limiter.ts';
import { nameProcess } from '../../server/limits/process-names.ts';
import { createSharedCounters } from '../../server/limits/shared-counters.ts';
import { addToWindows, readWindows, registerProcess } from '../../server/storage/shared-limits.ts';
import { openStore } from '../../server/storage/store.ts';
import { createClock } from '../../server/system/clock.ts';
import { type Engine, engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { startProxy } from '../support/proxy.ts';
import { freshDatabase } from '../support/store.ts';
import { isAnyWaiting } from '../support/waiting.ts';

const KEY = 7;
const LIMIT = 10;
const postgres = engines.find(({ name }) => name === 'postgres')!;

async function startProcess(t: TestContext, databaseUrl: string) {
  const figures = { statements: 0 };
  const observe = () => {
    figures.statements += 1;
  };
  const store = await openStore(databaseUrl, { watch: false, observe });
  const clock = createClock();
  const sharedCounters = createSharedCounters(store);
  const limiter = createRateLimiter(clock, { store, sharedCounters, name: 'test' });
  const throttle = createThrottle(clock, { store, sharedCounters });
  let isRunning = true;
  async function stop(): Promise<void> {
    if (!isRunning) return;
    isRunning = false;
    await sharedCounters.stop();
    await store.close();
  }
  t.after(stop);
  await sharedCounters.start({ hasOthers: false });
  return { store, sharedCounters, limiter, throttle, figures, stop };
}

/** As a process that counts in the store. */
async function register(databaseUrl: string, id: string): Promise<void> {
  const store = await openStore(databaseUrl, { watch: false });
  await store.enqueue((executor) => registerProcess(executor, store.dialect, id, true));
  await store.close();
}

/** What counts on it counts in the store. */
async function sharedDatabase(t: TestContext, engine: Engine): Promise<string> {
  const databaseUrl = await freshDatabase(t, engine);
  await register(databaseUrl, 'elsewhere:1:1');
  return databaseUrl;
}

type Process = Awaited<ReturnType<typeof startProcess>>;

const count = async ({ limiter }: Process): Promise<Quota> => limiter.count(KEY, LIMIT);

for (const engine of engines) {
  describe(`limits of several processes on ${engine.name}`, () => {
    it('ignore a process that was killed here, and wait for one that may run elsewhere', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { pid } = spawnSync(process.execPath, ['--version']);
      await register(databaseUrl, nameProcess(pid));
      const alone = await startProcess(t, databaseUrl);
      assert.equal(alone.sharedCounters.isShared(), false);
      await alone.stop();

      await register(databaseUrl, `elsewhere:${pid}:1`);
      assert.equal((await startProcess(t, databaseUrl)).sharedCounters.isShared(), true);
    });

    it('allow as many requests as one process would, to the last one', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const first = await startProcess(t, databaseUrl);
      const second = await startProcess(t, databaseUrl);
      await eventually('both share', 5000, () => first.sharedCounters.isShared() && second.sharedCounters.isShared());

      // At once, on both: each number is given out once.
      const quotas = await Promise.all([first, second, first, first, second, second, first].map(count));
      assert.deepEqual(quotas.map(({ remaining }) => remaining).sort(), [3, 4, 5, 6, 7, 8, 9]);
      assert.deepEqual(quotas.map(({ exceeded }) => exceeded).includes(true), false);
      assert.deepEqual(
        [await count(second), await count(first), await count(second), await count(first)].map(
          ({ remaining, exceeded }) => [remaining, exceeded],
        ),
        [
          [2, false],
          [1, false],
          [0, false],
          [0, true],
        ],
      );
      const { resetSeconds } = await count(second);
      assert.ok(resetSeconds > 50 && resetSeconds <= 60, `${resetSeconds} seconds`);
      assert.equal((await first.limiter.count(8, LIMIT)).remaining, 9, 'another key has a window of its own');
    });

    it('are counted in memory while a process is alone, and go on when others come and leave', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const first = await startProcess(t, databaseUrl);
      const { statements } = first.figures;
      for (let requests = 0; requests < 3; requests += 1) {
        assert.equal(first.limiter.count(KEY, LIMIT) instanceof Promise, false);
      }
      assert.equal(first.figures.statements, statements, 'counting alone needs no store');

      const second = await startProcess(t, databaseUrl);
      assert.equal((await count(second)).remaining, 6, 'it goes on where the other one was');
      assert.equal((await count(first)).remaining, 5);
      assert.equal((await count(second)).remaining, 4);

      await first.stop();
      await eventually('the other one is alone', 5000, () => !second.sharedCounters.isShared());
      assert.equal((await count(second)).remaining, 3);
      assert.equal(second.limiter.count(KEY, LIMIT) instanceof Promise, false);
    });

    it('slow down guesses, whichever process they go to', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const alone = await startProcess(t, databaseUrl);
      const limits = [{ key: 'sign-in account ada', free: 4 }];
      await alone.throttle.begin(limits);
      const right = await alone.throttle.begin(limits);
      const second = await startProcess(t, databaseUrl);
      await right.succeed();
      const results = await Promise.allSettled(
        [alone, second, alone, second, second, alone].map(({ throttle }) => throttle.begin(limits)),
      );
      assert.deepEqual(results.map(({ status }) => status).sort(), [
        ...Array(3).fill('fulfilled'),
        ...Array(3).fill('rejected'),
      ]);
      await assert.rejects(second.throttle.begin(limits), { message: 'Too many attempts; try again in 1 second.' });
      await alone.throttle.begin([{ key: 'sign-in account grace', free: 4 }]);
    });

    it('keep nothing of the names in attempts that are refused', async (t) => {
      const { throttle, store } = await startProcess(t, await sharedDatabase(t, engine));
      const network = { key: 'sign-in network 192.0.2.1', free: 1 };
      await throttle.begin([network]);
      const begun = await Promise.allSettled(
        Array.from({ length: 20 }, (_, name) => throttle.begin([{ key: `sign-in name ${name}`, free: 5 }, network])),
      );
      assert.deepEqual([...new Set(begun.map(({ status }) => status))], ['rejected']);
      const { rows } = await store.enqueue((executor) => sql`SELECT key FROM attempt`.execute(executor));
      assert.equal(rows.length, 1);
    });
  });
}

describe('a window on PostgreSQL', () => {
  it('counts a statement that started before the window did', async (t) => {
    const store = await openStore(await freshDatabase(t, postgres), { watch: false });
    t.after(() => store.close());
    const { read, dialect } = store;
    const used = (ids: number[]) => ids.map((id) => ({ id, used: 1, lasts: MINUTE }));
    const early = await read.transaction().execute(async (tx) => {
      await addToWindows(tx, dialect, 'test', used([1]));
      const waiting = addToWindows(read, dialect, 'test', used([1, 2]));
      await eventually('it waits', 60_000, () => isAnyWaiting(postgres, read));
      await addToWindows(read, dialect, 'test', used([2]));
      return { waiting };
    });
    assert.deepEqual(
      (await early.waiting).map(({ id, used }) => [id, used]),
      [
        [1, 2],
        [2, 2],
      ],
    );
  });
});

describe('limits while PostgreSQL is away', () => {
  it('are counted by each process from what it knows, and together again afterwards', async (t) => {
    const proxy = await startProxy(t, await freshDatabase(t, postgres));
    const first = await startProcess(t, proxy.url);
    const second = await startProcess(t, proxy.url);
    for (const each of [first, second, first, second]) await count(each);
    proxy.cut();
    assert.deepEqual([(await count(first)).remaining, (await count(first)).remaining], [6, 5]);
    assert.equal((await count(second)).remaining, 5);
    proxy.restore();
    const { read, dialect } = first.store;
    await eventually('each has added what it has counted alone', 20_000, async () => {
      const [window] = await readWindows(read, dialect, 'test').catch(() => []);
      return window?.used === 7;
    });
    await eventually(
      'they count together',
      20_000,
      () => first.sharedCounters.isShared() && second.sharedCounters.isShared(),
    );
    await count(second);
    assert.equal((await count(first)).remaining, 1);
  });
});
