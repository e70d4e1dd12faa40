import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { createDemo } from '../../server/demo/index.ts';
import { createAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { hashKey } from '../../server/domain/accounts/key-format.ts';
import { findKeyOwner } from '../../server/storage/accounts/keys.ts';
import type { Store } from '../../server/storage/store.ts';
import { tableKinds } from '../../server/storage/tables.ts';
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
  describe(`Making the demo on ${engine.name}`, () => {
    const scope = suiteScope();
    let undisturbed: Store;
    let whole: Record<string, number>;
    before(async () => {
      undisturbed = await freshStore(scope, engine);
      assert.ok(await start(undisturbed));
      whole = await census(undisturbed);
      assert.ok(whole.block! > 0 && whole.visits! > 0 && whole.uniques! > 0);
      assert.equal(whole.account, 1);
      assert.equal(whole.visit_batch, 0);
    });

    it('happens once: a second start touches nothing', async () => {
      assert.equal(await start(undisturbed), undefined);
      assert.deepEqual(await census(undisturbed), whole);
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

    it('leaves nothing when killed early or late, and the next start has it whole', async (t) => {
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
      assert.deepEqual(await census(store), whole);
    });
  });
}

/** In a process of its own, which is killed when it comes to that call for the given time. */
async function makeAndKill(t: TestContext, databaseUrl: string, call: string, count: number): Promise<void> {
  const script = new URL('./children/killed.ts', import.meta.url);
  const { signal, output } = await startScript(t, script, databaseUrl, String(NOW), call, String(count)).ended;
  assert.equal(signal, 'SIGKILL', output);
}

/** As the process does it, with what was recorded counted in the end. */
async function start(store: Store): Promise<{ key: string } | undefined> {
  const geography = createGeography({ logger: console });
  const visits = createVisits({ store, clock, geography, logger: console });
  const demo = await createDemo({ store, clock, visits });
  await visits.foldAll();
  return demo;
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
