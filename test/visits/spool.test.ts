// Visits while the store is unavailable: they wait in a file and are recorded once.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Store } from '../../server/storage/store.ts';
import { createSpoolLease } from '../../server/visits/lease.ts';
import { viewsReport } from '../../server/visits/read/report.ts';
import { writeEvents } from '../../server/visits/record/events.ts';
import { createJournal } from '../../server/visits/record/journal.ts';
import { createSpool } from '../../server/visits/record/spool.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { event, NOON, type Setting, setting } from './setting.ts';

function scratch(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-spool-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A journal on a store that can fail: before a commit, or after it, so that the answer is lost. */
function journalOn({ store }: Setting, folder: string, bounds: { maxBytes?: number } = {}) {
  const state: { away: 'no' | 'before' | 'after' | 'silent'; silence: PromiseWithResolvers<void> } = {
    away: 'no',
    silence: Promise.withResolvers(),
  };
  const logged: string[] = [];
  const leaving: Store = {
    ...store,
    async enqueue(work) {
      if (state.away === 'before') throw new Error('away');
      if (state.away === 'silent') await state.silence.promise;
      const result = await store.enqueue(work);
      if (state.away === 'after') throw new Error('away');
      return result;
    },
    isUnavailable: (error) => (error as Error).message === 'away',
  };
  const log = (_details: object, message: string) => logged.push(message);
  const logger = { error: log, info: log };
  const spool = createSpool(folder, { lease: createSpoolLease(store, () => NOON), ...bounds });
  const recorded = () => {};
  const journal = createJournal({ store: leaving, clock: () => NOON, logger, spool, recorded, maxWaitMs: 50 });
  return { journal, spool, state, logged };
}

const views = async ({ store, visits }: Setting) => {
  await visits.aggregateAll();
  return (await viewsReport(store.read, 1)).getviews;
};

describe('a spool file that another machine takes', () => {
  const batch = (seq: number) => [{ lane: 0, at: NOON, writer: 'the slow one', seq, count: 1, events: '[]' }];
  const free = { hold: async () => true, release: async () => {} };
  const anothers = { hold: async () => false, release: async () => {} };
  const takeAway = (folder: string) => {
    const [file] = readdirSync(folder);
    renameSync(join(folder, file!), join(folder, `${file}.taken`));
  };

  for (const [whose, lease] of Object.entries({ free, anothers })) {
    test(`during a drain loses nothing and keeps the order, lease ${whose}`, async (t) => {
      const folder = scratch(t);
      const spool = createSpool(folder, { lease });
      await spool.append(batch(1));
      const drained: number[] = [];
      await spool.drain(async (batches) => {
        drained.push(...batches.map(({ seq }) => seq));
        if (drained.length > 1) return;
        takeAway(folder);
        await spool.append(batch(2));
      });
      assert.deepEqual(drained, [1, 1, 2]);
      assert.deepEqual(readdirSync(folder), []);
    });
  }

  test('must be in the store before later visits', async (t) => {
    const folder = scratch(t);
    const spool = createSpool(folder, { lease: anothers });
    await spool.append(batch(1));
    takeAway(folder);
    const drained: number[] = [];
    await spool.drain(async (batches) => {
      drained.push(...batches.map(({ seq }) => seq));
      assert.equal(spool.isInUse(), true, 'later visits wait behind it');
    });
    assert.deepEqual(drained, [1]);
    assert.equal(spool.isInUse(), false);
  });
});

test('imports orphaned spools by one process at a time, oldest first', async (t) => {
  const folder = scratch(t);
  const left = (made: string, seq: number) =>
    writeFileSync(
      join(folder, `${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}.4194999.${made}.1.spool`),
      `${JSON.stringify({ lane: 0, at: NOON, writer: 'the late one', seq, count: 1, events: '[]' })}\n`,
    );
  left('abd', 2);
  left('abc', 1);
  let holder = '';
  const imported: string[] = [];
  const drained = ['ann', 'bob'].map((name) => {
    const lease = {
      hold: async () => {
        holder ||= name;
        return holder === name;
      },
      release: async () => {
        holder = '';
      },
    };
    return createSpool(folder, { lease }).drain(async (batches) => {
      await new Promise((resolve) => setImmediate(resolve));
      imported.push(...batches.map(({ seq }) => `${name} ${seq}`));
    });
  });
  await Promise.all(drained);
  assert.deepEqual(imported, ['ann 1', 'ann 2']);
  assert.deepEqual(readdirSync(folder), []);
});

describe('draining a spool', () => {
  const batch = (seq: number, events = '[]') => [{ lane: 0, at: NOON, writer: 'a writer', seq, count: 1, events }];
  const lease = { hold: async () => true, release: async () => {} };

  test('returns the appended batches, whatever visitors have sent', async (t) => {
    const spool = createSpool(scratch(t), { lease });
    const texts = [
      'a\u20285\u2028b',
      'a\u20295\u2029b',
      'a\r5\rb',
      'a\n5\nb',
      'a\u00855\u0085b',
      '\ud800',
      'ü'.repeat(300_000),
    ];
    for (const [index, text] of texts.entries()) await spool.append(batch(index + 1, text));
    const drained: string[] = [];
    await spool.drain(async (batches) => void drained.push(...batches.map(({ seq, events }) => `${seq} ${events}`)));
    assert.deepEqual(
      drained,
      texts.map((text, index) => `${index + 1} ${text}`),
    );
  });

  test('ends although more is appended all the time', async (t) => {
    const spool = createSpool(scratch(t), { lease });
    await spool.append(batch(1));
    let last = 1;
    async function goOn(): Promise<void> {
      while (last < 2000 && (await spool.append(batch(last + 1)))) last += 1;
    }
    const drained: number[] = [];
    const writeBatches = async (batches: { seq: number }[]) => {
      drained.push(...batches.map(({ seq }) => seq));
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await Promise.all([goOn(), spool.drain(writeBatches)]);
    assert.ok(last < 2000, 'an append found the spool empty');
    assert.deepEqual(
      drained,
      Array.from({ length: last }, (_, index) => index + 1),
    );
  });
});

for (const engine of engines) {
  describe(`the spool on ${engine.name}`, () => {
    test('is drained while visits keep coming, and each counts once', async (t) => {
      const at = await setting(t, engine);
      const { journal, spool, state } = journalOn(at, scratch(t));
      state.away = 'before';
      const recorded: Promise<boolean>[] = [];
      for (let number = 1; number <= 300; number += 1) {
        recorded.push(journal.append(event({ visitor: `visitor ${number}` })));
        if (number % 3 === 0) await Promise.all(recorded);
        if (number === 100) state.away = 'no';
        if (number === 120) recorded.push(journal.drain().then(() => true));
      }
      assert.deepEqual(new Set(await Promise.all(recorded)), new Set([true]));
      await journal.drain();
      assert.equal(spool.isInUse(), false);
      assert.deepEqual(await views(at), { visits: 300, unique: 300 });
    });

    test('accepts visits while the store hangs, and each counts once even if the store commits it later', async (t) => {
      const at = await setting(t, engine);
      for (const [round, isFirst] of [true, false].entries()) {
        const { journal, state } = journalOn(at, scratch(t));
        state.away = 'silent';
        assert.equal(await journal.append(event({ visitor: `${round} 1` })), true);
        assert.equal(await journal.append(event({ visitor: `${round} 2` })), true);
        state.away = 'no';
        if (isFirst) state.silence.resolve();
        await journal.drain();
        state.silence.resolve();
        assert.equal(await journal.append(event({ visitor: `${round} 3` })), true);
        await journal.close();
        assert.deepEqual(await views(at), { visits: 3 * (round + 1), unique: 3 * (round + 1) });
      }
    });

    test('accepts visits during an outage, whether or not the last commit succeeded, and returns them', async (t) => {
      const at = await setting(t, engine);
      const folder = scratch(t);
      for (const [round, away] of (['before', 'after'] as const).entries()) {
        const { journal, spool, state, logged } = journalOn(at, folder);
        await journal.append(event({ visitor: `${away} 1` }));
        state.away = away;
        assert.equal(await journal.append(event({ visitor: `${away} 2` })), true);
        assert.equal(await journal.append(event({ visitor: `${away} 3` })), true);
        assert.equal(spool.figures().visits, 2);
        assert.equal(readdirSync(folder).length, 1);
        await assert.rejects(journal.drain(), /away/);
        state.away = 'no';
        // Behind the waiting visits, until those are stored.
        assert.equal(await journal.append(event({ visitor: `${away} 4` })), true);
        await eventually('nothing waits', 20_000, () => !spool.isInUse());
        assert.equal(await journal.append(event({ visitor: `${away} 5` })), true);
        await journal.close();
        assert.deepEqual(await views(at), { visits: 5 * (round + 1), unique: 5 * (round + 1) });
        assert.deepEqual(readdirSync(folder), []);
        assert.deepEqual(logged, [
          'Database unavailable: writing visits to the spool',
          'Database available again: imported visits from the spool',
        ]);
      }
    });

    test('of a dead process is imported, except for partly written lines', async (t) => {
      const at = await setting(t, engine);
      const folder = scratch(t);
      const batch = (seq: number, visitor: string) => {
        const events = writeEvents([event({ visitor })]);
        return `${JSON.stringify({ lane: 0, at: NOON, writer: 'the late one', seq, count: 1, events })}\n`;
      };
      const dead = join(folder, `${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}.4194999.abc.1.spool`);
      // The second line is damaged; later lines are not lost.
      writeFileSync(dead, `${batch(1, 'ann')}not a line of ours\n${batch(3, 'bob')}`);
      appendFileSync(dead, batch(4, 'cat').slice(0, 40));
      const living = join(folder, `another-host.1.abc.1.spool`);
      writeFileSync(living, batch(1, 'not ours'));
      const { journal } = journalOn(at, folder);
      await journal.drain();
      assert.deepEqual(readdirSync(folder), ['another-host.1.abc.1.spool']);
      writeFileSync(dead, batch(1, 'ann') + batch(3, 'bob'));
      await journal.close();
      assert.deepEqual(await views(at), { visits: 2, unique: 2 }, 'duplicates count once');
    });

    test('rejects visits when full, logs it once, and accepts them again when the store is back', async (t) => {
      const at = await setting(t, engine);
      const { journal, spool, state, logged } = journalOn(at, scratch(t), { maxBytes: 500 });
      state.away = 'before';
      let taken = 0;
      while (await journal.append(event({ visitor: `v${taken}` }))) taken += 1;
      assert.ok(taken > 0);
      assert.equal(await journal.append(event({ visitor: 'one more' })), false);
      assert.equal(logged.filter((line) => line.includes('Could not record visits')).length, 1);
      state.away = 'no';
      await eventually('nothing waits', 20_000, () => !spool.isInUse());
      assert.equal(await journal.append(event({ visitor: 'welcome again' })), true);
      await journal.close();
      assert.deepEqual(await views(at), { visits: taken + 1, unique: taken + 1 });
    });
  });
}
