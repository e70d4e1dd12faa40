import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createDemo } from '../../server/demo/index.ts';
import { createAccount } from '../../server/domain/accounts.ts';
import { commandLine } from '../../server/domain/actor.ts';
import { hashKey } from '../../server/domain/key-format.ts';
import { findKeyOwner } from '../../server/storage/keys.ts';
import { openStore, type Store } from '../../server/storage/store.ts';
import { tableKinds } from '../../server/storage/tables.ts';
import { createGeography } from '../../server/visits/geography.ts';
import { createVisits } from '../../server/visits/index.ts';
import { startScript } from '../support/child.ts';
import { type Engine, engines } from '../support/engines.ts';
import { freshDatabase, freshStore, storeOn } from '../support/store.ts';

const NOW = Date.UTC(2026, 10, 15, 12) * 1000;
const clock = () => NOW;
const tables = [...tableKinds.owned, 'visit_batch', 'username', 'api_key_lookup', 'auth_user'] as const;

for (const engine of engines) {
  describe(`Making the demo on ${engine.name}`, () => {
    let whole: Record<string, number>;
    before(async () => {
      whole = await undisturbed(engine);
      assert.ok(whole.block! > 0 && whole.visits! > 0 && whole.uniques! > 0);
      assert.equal(whole.account, 1);
      assert.equal(whole.visit_batch, 0);
    });

    it('happens once: a second start touches nothing', async (t) => {
      const store = await freshStore(t, engine);
      assert.ok(await start(store));
      assert.equal(await start(store), undefined);
      assert.deepEqual(await census(store), whole);
    });

    it('leaves an installation alone that has any account', async (t) => {
      const store = await freshStore(t, engine);
      await createAccount(store, { username: 'ada', email: 'ada@example.com' }, commandLine, NOW);
      const before = await census(store);
      assert.equal(await start(store), undefined);
      assert.deepEqual(await census(store), before);
    });

    it('happens once where several processes start at once, and each finds it made', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const stores = [await storeOn(t, databaseUrl), await storeOn(t, databaseUrl), await storeOn(t, databaseUrl)];
      const accounts: number[] = [];
      const demos = await Promise.all(
        stores.map(async (store) => {
          const demo = await start(store);
          accounts.push((await store.read.selectFrom('account').select('account_id').execute()).length);
          return demo;
        }),
      );
      const keys = demos.flatMap((demo) => demo?.key ?? []);
      assert.equal(keys.length, 1);
      assert.ok(await findKeyOwner(stores[0]!.read, hashKey(keys[0]!)));
      assert.deepEqual(accounts, [1, 1, 1]);
      assert.deepEqual(await census(stores[0]!), whole);
    });

    for (const [call, count, remains] of [
      ['allocateIds', 60, 'nothing'],
      ['jsonRows', 1, 'nothing'],
      ['jsonRows', 2, 'the demo'],
    ] as const) {
      it(`leaves ${remains} when killed at call ${count} of ${call}, and the next start has it whole`, async (t) => {
        const databaseUrl = await freshDatabase(t, engine);
        const script = new URL('./children/killed.ts', import.meta.url);
        const { signal, output } = await startScript(t, script, databaseUrl, String(NOW), call, String(count)).ended;
        assert.equal(signal, 'SIGKILL', output);

        const store = await storeOn(t, databaseUrl);
        const left = await census(store);
        if (remains === 'nothing') {
          assert.deepEqual(new Set(Object.values(left)), new Set([0]));
        } else {
          assert.ok(left.visit_batch! > 0, 'it was killed too late');
        }

        const demo = await start(store);
        assert.equal(demo !== undefined, remains === 'nothing');
        assert.deepEqual(await census(store), whole);
      });
    }
  });
}

/** As the process does it, with what was recorded counted in the end. */
async function start(store: Store): Promise<{ key: string } | undefined> {
  const geography = createGeography({ logger: console });
  const visits = createVisits({ store, clock, geography, logger: console });
  const demo = await createDemo({ store, clock, visits });
  await visits.foldAll();
  return demo;
}

async function undisturbed(engine: Engine): Promise<Record<string, number>> {
  const { databaseUrl, drop } = await engine.freshDatabase();
  const store = await openStore(databaseUrl, { watch: false });
  try {
    await start(store);
    return await census(store);
  } finally {
    await store.close();
    await drop();
  }
}

/** How many rows each table has, and what was counted in all. */
async function census({ read }: Store): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const all = read.selectFrom(table).select((of) => of.fn.countAll<number>().as('rows'));
    counts[table] = (await all.executeTakeFirstOrThrow()).rows;
  }
  const totals = await read.selectFrom('visit_total').select(['visits', 'uniques']).execute();
  counts.visits = totals.reduce((sum, { visits }) => sum + visits, 0);
  counts.uniques = totals.reduce((sum, { uniques }) => sum + uniques, 0);
  return counts;
}
