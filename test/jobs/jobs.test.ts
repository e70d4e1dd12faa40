import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import { DAY, HOUR } from '../../contract/time.ts';
import { createJobs } from '../../server/jobs/index.ts';
import { type Attempt, defineJob, type Job, PermanentFailure } from '../../server/jobs/job.ts';
import { tidyJobs } from '../../server/jobs/tidy-jobs.ts';
import { createClock } from '../../server/system/clock.ts';
import { fingerpost } from '../cli/fingerpost.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { addEffect, effects, type JobProcess, jobProcess, jobRows, quick } from '../support/jobs.ts';
import { freshDatabase, storeOn } from '../support/store.ts';

const text = Type.Object({ text: Type.String() });
const PATIENCE_MS = 15_000;

function job(name: string, run: (given: string, attempt: Attempt) => Promise<unknown>, more: Partial<Job> = {}): Job {
  const shape = { name, payload: text, maxAttempts: 3, concurrency: 4, ...more };
  return defineJob<typeof text>({ ...shape, payload: text, run: (payload, attempt) => run(payload.text, attempt) });
}

function ask({ jobs, store }: Omit<JobProcess, 'log'>, name: string, given = 'x', more = {}): Promise<number> {
  return store.writeInstallation((tx) =>
    jobs.enqueue(tx, { name, payload: text }, { payload: { text: given }, ...more }),
  );
}

for (const engine of engines) {
  describe(`jobs on ${engine.name}`, () => {
    it('run within a second of their cause, in any process, and not without it', async (t) => {
      const url = await freshDatabase(t, engine);
      const seen: [string, number][] = [];
      const runner = await jobProcess(t, url, [job('note', async (given) => seen.push([given, performance.now()]))]);
      const other = await jobProcess(t, url, []);
      const undone = other.store.writeInstallation(async (tx) => {
        await other.jobs.enqueue(tx, { name: 'note', payload: text }, { payload: { text: 'undone' } });
        throw new Error('rolled back');
      });
      await assert.rejects(undone, /rolled back/);
      const began = performance.now();
      await ask(runner, 'note', 'here');
      await ask(other, 'note', 'elsewhere');
      await eventually('both have run', PATIENCE_MS, () => seen.length === 2);
      assert.deepEqual(seen.map(([given]) => given).sort(), ['elsewhere', 'here']);
      assert.ok(Math.max(...seen.map(([, at]) => at)) - began < 2000, 'a job was late');
      await eventually('both are done', PATIENCE_MS, async () =>
        (await jobRows(runner.store, 'note')).every(({ state, payload }) => state === 'done' && payload === '{}'),
      );
    });

    it('that fail are tried again, then given up, and kept until somebody retries them', async (t) => {
      const url = await freshDatabase(t, engine);
      let isMended = false;
      const failing = async () => Promise.reject(new Error('later'));
      const process = await jobProcess(t, url, [
        job('stubborn', failing, { maxAttempts: 100 }),
        job('flaky', async (given) => {
          if (!isMended) throw new Error(`550 <${given}> is not known here, see https://mx.example/${given}`);
        }),
        job('hopeless', async () => Promise.reject(new PermanentFailure('never'))),
      ]);
      await ask(process, 'flaky', 'ada@example.com');
      await ask(process, 'hopeless', 'ada@example.com');
      await ask(process, 'stubborn');
      const failed = async (name: string) => (await jobRows(process.store, name))[0]!.state === 'failed';
      await eventually('both have failed', PATIENCE_MS, async () => (await failed('flaky')) && failed('hopeless'));
      const [row] = await jobRows(process.store, 'flaky');
      assert.deepEqual([row!.attempts, row!.holder, row!.leased_until], [3, null, null]);
      assert.equal(row!.last_error, 'Error: 550 <[address]> is not known here, see [address]');
      assert.equal((await jobRows(process.store, 'hopeless'))[0]!.attempts, 1);
      assert.doesNotMatch(process.log.join('\n'), /ada@/);
      const { runs, failures, lost } = process.jobs.figures().get('flaky')!;
      assert.deepEqual([runs, failures, lost], [3, 3, 1]);

      const environment = { DATABASE_URL: url };
      const listed = await fingerpost(['jobs', 'list', '--name', 'flaky', '--json'], { environment });
      const [item] = JSON.parse(listed.stdout).response;
      assert.deepEqual([item.id, item.state, item.attempts], [row!.id, 'failed', 3]);
      assert.doesNotMatch(listed.stdout, /ada@|payload/);
      assert.match((await fingerpost(['jobs', 'list'], { environment })).stdout, /^ID +NAME.*flaky +failed +3 /s);
      await eventually('the stubborn one has failed as often', PATIENCE_MS, async () =>
        (await jobRows(process.store, 'stubborn')).every(({ attempts, holder }) => attempts >= 3 && holder === null),
      );
      const examined = (await fingerpost(['doctor'], { environment })).stdout;
      assert.match(examined, /have failed: flaky \(1\), hopeless \(1\)\./);
      assert.match(examined, /fail again and again: stubborn \(1\)\./);
      assert.equal((await fingerpost(['jobs', 'retry', '7'], { environment })).code, 3);
      isMended = true;
      const retried = await fingerpost(['jobs', 'retry', String(row!.id)], { environment });
      const sentence = 'One job will run again. The service is not running: that happens when it starts.\n';
      assert.equal(retried.stdout, sentence, retried.stderr);
      await eventually('it is done', PATIENCE_MS, async () =>
        (await jobRows(process.store, 'flaky')).every(({ state }) => state === 'done'),
      );
    });

    it('that are slow or fail delay no others', async (t) => {
      const url = await freshDatabase(t, engine);
      const seen = new Set<string>();
      const slow = (given: string, { signal }: Attempt) =>
        given === 'slow' ? once(signal, 'abort') : Promise.reject(new Error('no'));
      const process = await jobProcess(t, url, [
        job('slow', slow),
        job('bad', async (given) => (given === 'good' ? seen.add(given) : Promise.reject(new Error('no'))), {
          maxAttempts: 1000,
        }),
        job('other', async (given) => seen.add(given)),
      ]);
      for (let count = 0; count < 8; count += 1) {
        await ask(process, 'slow', 'slow');
        await ask(process, 'bad', 'bad');
      }
      await ask(process, 'other', 'other');
      await ask(process, 'bad', 'good');
      await eventually('the others have run', 3000, () => seen.size === 2);
    });

    it('that have failed run again although there are always new ones', async (t) => {
      const url = await freshDatabase(t, engine);
      const seen: string[] = [];
      const waiting = await jobProcess(t, url, []);
      await ask(waiting, 'note', 'again');
      for (let count = 0; count < 100; count += 1) await ask(waiting, 'note', 'new');
      const note = job('note', async (given, { number }) => {
        seen.push(given);
        await sleep(20);
        if (given === 'again' && number === 1) throw new Error('no');
      });
      await jobProcess(t, url, [{ ...note, concurrency: 2 }]);
      await eventually('all have run', PATIENCE_MS, () => seen.length === 102);
      assert.ok(seen.lastIndexOf('again') < 50, `it ran as number ${seen.lastIndexOf('again')}`);
    });

    it('run once each in many processes', async (t) => {
      const url = await freshDatabase(t, engine);
      const seen: string[] = [];
      const note = job('note', async (given) => {
        await sleep(1);
        seen.push(given);
      });
      const processes = await Promise.all(
        [1, 2, 3, 4].map(() => jobProcess(t, url, [note], { ...quick, leaseMs: 20_000 })),
      );
      await Promise.all(Array.from({ length: 100 }, (_, index) => ask(processes[index % 4]!, 'note', String(index))));
      await eventually('all have run', PATIENCE_MS, () => seen.length >= 100);
      await sleep(200);
      assert.deepEqual([seen.length, new Set(seen).size], [100, 100]);
    });

    for (const step of ['claimed', 'running', 'ending', 'done']) {
      it(`happen once if their process is killed when they are ${step}`, async (t) => {
        const url = await freshDatabase(t, engine);
        const store = await storeOn(t, url);
        const child = spawn(
          process.execPath,
          [fileURLToPath(new URL('children/killed.ts', import.meta.url)), url, step],
          {
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        );
        t.after(() => child.kill('SIGKILL'));
        const { jobs } = await jobProcess(t, url, []);
        await ask({ jobs, store }, 'effect');
        await once(child.stdout, 'data');
        child.kill('SIGKILL');
        await once(child, 'exit');
        assert.equal(await effects(store), step === 'done' ? 1 : 0);
        const run = async (_given: string, { endIn }: Attempt) =>
          store.writeInstallation(async (tx) => {
            await addEffect(tx);
            await endIn(tx);
          });
        await jobProcess(t, url, [job('effect', run)]);
        await eventually('it is done', PATIENCE_MS, async () => (await jobRows(store, 'effect'))[0]!.state === 'done');
        assert.equal(await effects(store), 1);
      });
    }

    it('of a process that was away for too long change nothing', async (t) => {
      const url = await freshDatabase(t, engine);
      const [away, back] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const taken: boolean[] = [];
      const process = await jobProcess(t, url, [
        job('effect', async (_given, { number, signal, endIn }) => {
          if (number === 1) {
            // What another process does when the lease has ended.
            away.resolve();
            await back.promise;
          }
          await process.store.writeInstallation(async (tx) => {
            await addEffect(tx);
            await endIn(tx);
          });
          taken.push(signal.aborted);
        }),
      ]);
      await ask(process, 'effect');
      await away.promise;
      await process.store.note(async (tx) => {
        await tx.updateTable('job').set({ leased_until: 1, holder: 'nobody' }).where('name', '=', 'effect').execute();
      });
      await eventually(
        'it is done',
        PATIENCE_MS,
        async () => (await jobRows(process.store, 'effect'))[0]!.state === 'done',
      );
      back.resolve();
      await sleep(100);
      assert.equal(await effects(process.store), 1);
      assert.deepEqual(taken, [false]);
    });

    it('with a key are one, and run once more if they are asked for while they run', async (t) => {
      const url = await freshDatabase(t, engine);
      const gate = Promise.withResolvers<void>();
      const seen: string[] = [];
      const run = async (given: string) => {
        seen.push(given);
        await gate.promise;
      };
      const waiting = await jobProcess(t, url, []);
      const ids = [await ask(waiting, 'keyed', 'a', { key: 'k' }), await ask(waiting, 'keyed', 'a', { key: 'k' })];
      assert.equal(ids[0], ids[1]);
      const process = await jobProcess(t, url, [job('keyed', run)]);
      await eventually('it runs', PATIENCE_MS, () => seen.length === 1);
      await ask(process, 'keyed', 'a', { key: 'k' });
      gate.resolve();
      await eventually('it has run again', PATIENCE_MS, () => seen.length === 2);
      await eventually(
        'it is done',
        PATIENCE_MS,
        async () => (await jobRows(process.store, 'keyed'))[0]!.state === 'done',
      );
      await ask(process, 'keyed', 'a', { key: 'k' });
      await eventually('a new one has run', PATIENCE_MS, () => seen.length === 3);
      await ask(process, 'keyed', 'later', { delay: HOUR });
      await sleep(700);
      assert.equal(seen.length, 3);
    });

    it('that recur are one for all processes, and go on after failures', async (t) => {
      const url = await freshDatabase(t, engine);
      let runs = 0;
      const recurring = defineJob({
        name: 'again',
        payload: Type.Object({}),
        maxAttempts: 1,
        concurrency: 1,
        every: 30_000,
        run: async () => {
          runs += 1;
          if (runs === 2) throw new Error('no');
        },
      });
      const [process] = await Promise.all([1, 2, 3].map(() => jobProcess(t, url, [recurring])));
      await eventually('it has run four times', PATIENCE_MS, () => runs >= 4);
      assert.equal((await jobRows(process!.store, 'again')).length, 1);
    });

    it('get a signal when their process stops, and run again elsewhere', async (t) => {
      const url = await freshDatabase(t, engine);
      const wait = job('wait', async (_given, { signal }) => {
        await once(signal, 'abort');
        signal.throwIfAborted();
      });
      const first = await jobProcess(t, url, [wait], { ...quick, leaseMs: 60_000 });
      await ask(first, 'wait');
      await eventually('it runs', PATIENCE_MS, () => first.jobs.figures().get('wait')!.running === 1);
      await first.jobs.stop();
      const [row] = await jobRows(first.store, 'wait');
      assert.deepEqual([row!.state, row!.attempts, row!.leased_until], ['waiting', 0, null]);
      let hasRun = false;
      await jobProcess(t, url, [job('wait', async () => (hasRun = true))]);
      await eventually('it has run elsewhere', PATIENCE_MS, () => hasRun);
    });

    it('that a process has claimed when it stops are given back at once, and it claims no other', async (t) => {
      const store = await storeOn(t, await freshDatabase(t, engine));
      const [claimed, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow: typeof store = {
        ...store,
        async note(work) {
          await store.note(work);
          if ((await jobRows(store, 'note'))[0]?.holder == null) return;
          claimed.resolve();
          await go.promise;
        },
      };
      const silent = { warn: () => {}, error: () => {} };
      const jobs = createJobs({ store: slow, clock: createClock(), logger: silent });
      const seen: string[] = [];
      await ask({ jobs, store }, 'note');
      await jobs.start([job('note', async (given) => seen.push(given), { concurrency: 1 })]);
      await claimed.promise;
      const stopped = jobs.stop();
      await ask({ jobs, store }, 'note');
      go.resolve();
      await stopped;
      const rows = await jobRows(store, 'note');
      assert.deepEqual(
        rows.map(({ state, attempts, holder }) => [state, attempts, holder]),
        Array(2).fill(['waiting', 0, null]),
      );
      assert.deepEqual(seen, []);
    });

    it('have a shape and a size', async (t) => {
      const process = await jobProcess(t, await freshDatabase(t, engine), []);
      await assert.rejects(ask(process, 'x', 1 as never), /has another shape/);
      await assert.rejects(ask(process, 'x', 'x'.repeat(40_000)), /too long/);
    });

    it('that finished long ago are deleted, and all but the newest', async (t) => {
      const store = await storeOn(t, await freshDatabase(t, engine));
      const now = Date.now() * 1000;
      const row = (id: number, state: 'done' | 'failed', age: number) => {
        const rest = { holder: null, leased_until: null, last_error: null, account_id: null, key: null, attempts: 1 };
        return { id, name: 'x', state, payload: '{}', due_at: 1, created_at: 1, finished_at: now - age, ...rest };
      };
      await store.note(async (tx) => {
        for (let start = 0; start < 10_010; start += 1001) {
          const rows = Array.from({ length: 1001 }, (_, index) => row(start + index + 1, 'done', start + index));
          await tx.insertInto('job').values(rows).execute();
        }
        const others = [row(20_001, 'done', 8 * DAY), row(20_002, 'failed', 89 * DAY), row(20_003, 'failed', 91 * DAY)];
        await tx.insertInto('job').values(others).execute();
      });
      await tidyJobs(store, store.dialect.now).run({}, {} as Attempt);
      const ids = (await jobRows(store, 'x')).map(({ id }) => id);
      assert.deepEqual([ids.length, ids[0], ids.at(-2), ids.at(-1)], [10_001, 1, 10_000, 20_002]);
    });
  });
}
