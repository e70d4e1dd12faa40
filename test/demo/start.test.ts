import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { createDemo } from '../../server/demo/index.ts';
import { createAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { hashKey } from '../../server/domain/accounts/key-format.ts';
import { findKeyOwner } from '../../server/storage/accounts/keys.ts';
import type { Store } from '../../server/storage/store.ts';
import { tableKinds } from '../../server/storage/table-kinds.ts';
import { createVisits } from '../../server/visits/index.ts';
import { createGeography } from '../../server/visits/record/geography.ts';
import { startScript } from '../support/child.ts';
import { engines } from '../support/engines.ts';
import { suiteScope } from '../support/server.ts';
import { freshDatabase, freshStore, storeOn } from '../support/store.ts';

const NOW = Date.UTC(2026, 10, 15, 12) * 1000;
const clock = () => NOW;
const tables = [...tableKinds.owned, 'visit_batch', 'username', 'api_key_lookup', 'auth_user'] as const;

for (const engine of engines) {
  describe(`Creating the demo on ${engine.name}`, () => {
    const scope = suiteScope();
    let undisturbed: Store;
    let complete: Record<string, number>;
    before(async () => {
      undisturbed = await freshStore(scope, engine);
      assert.ok(await start(undisturbed));
      complete = await census(undisturbed);
      assert.ok(complete.block! > 0 && complete.visits! > 0 && complete.uniques! > 0);
      assert.equal(complete.account, 1);
      assert.equal(complete.visit_batch, 0);
    });

    it('happens once: a second start changes nothing', async () => {
      assert.equal(await start(undisturbed), undefined);
      assert.deepEqual(await census(undisturbed), complete);
    });

    it('is skipped if the installation has an account', async (t) => {
      const store = await freshStore(t, engine);
      await createAccount(store, { username: 'ada', email: 'ada@example.com' }, commandLine, NOW);
      const before = await census(store);
      assert.equal(await start(store), undefined);
      assert.deepEqual(await census(store), before);
    });

    it('happens once if several processes start together, and all of them wait for it', async (t) => {
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
      assert.deepEqual(await census(stores[0]!), complete);
    });

    it('leaves nothing when killed, and the next start creates all of it', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const store = await storeOn(t, databaseUrl);
      for (const [call, count] of [
        ['allocateIds', 60],
        ['jsonRows', 1],
        ['jsonRows', 2],
      ] as const) {
        await makeAndKill(t, databaseUrl, call, count);
        assert.deepEqual(new Set(Object.values(await census(store))), new Set([0]), call);
      }
      assert.ok(await start(store));
      assert.deepEqual(await census(store), complete);
    });
  });
}

/** Creates the demo in a child process, which is killed at the `count`th call of that name. */
async function makeAndKill(t: TestContext, databaseUrl: string, call: string, count: number): Promise<void> {
  const script = new URL('./children/killed.ts', import.meta.url);
  const { signal, output } = await startScript(t, script, databaseUrl, String(NOW), call, String(count)).ended;
  assert.equal(signal, 'SIGKILL', output);
}

/** Creates the demo as the server does, then counts the recorded visits. */
async function start(store: Store): Promise<{ key: string } | undefined> {
  const geography = createGeography({ logger: console });
  const visits = createVisits({ store, clock, geography, logger: console });
  const demo = await createDemo({ store, clock, visits });
  await visits.foldAll();
  return demo;
}

/** The number of rows in each table, and the total counts. */
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
