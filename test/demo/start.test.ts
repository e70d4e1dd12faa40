import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { createDemo } from '../../server/demo/index.ts';
import { createAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { hashKey } from '../../server/domain/accounts/key-format.ts';
import { findKeyOwner } from '../../server/storage/accounts/keys.ts';
import type { Store } from '../../server/storage/store.ts';
import { createVisits } from '../../server/visits/index.ts';
import { createGeography } from '../../server/visits/record/geography.ts';
import { NOON } from '../support/api.ts';
import { startScript } from '../support/child.ts';
import { enginesOf } from '../support/engines.ts';
import { freshDatabase, freshStore, storeOn } from '../support/store.ts';
import { census, type Demo, demoOn } from './demo.ts';

const clock = () => NOON;

for (const engine of enginesOf(import.meta.url)) {
  describe(`Creating the demo on ${engine.name}`, () => {
    let demo: Demo;
    before(async () => {
      demo = await demoOn(engine);
      const { complete } = demo;
      assert.ok(complete.block! > 0 && complete.visits! > 0 && complete.uniques! > 0);
      assert.equal(complete.account, 1);
      assert.equal(complete.visit_batch, 0);
    });

    it('happens once: a second start changes nothing', async () => {
      const { store } = demo.api;
      const before = await census(store);
      assert.equal(await start(store), undefined);
      assert.deepEqual(await census(store), before);
    });

    it('is skipped if the installation has an account', async (t) => {
      const store = await freshStore(t, engine);
      await createAccount(store, { username: 'ada', email: 'ada@example.com' }, commandLine, NOON);
      const before = await census(store);
      assert.equal(await start(store), undefined);
      assert.deepEqual(await census(store), before);
    });

    it('leaves nothing when killed; of several processes that start then, one creates all and the others wait', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const stores = [await storeOn(t, databaseUrl), await storeOn(t, databaseUrl), await storeOn(t, databaseUrl)];
      // While it creates the page, and before the last of the visits.
      for (const [call, count] of [
        ['allocateIds', 60],
        ['jsonRows', 2],
      ] as const) {
        await makeAndKill(t, databaseUrl, call, count);
        assert.deepEqual(new Set(Object.values(await census(stores[0]!))), new Set([0]), call);
      }

      const accounts: number[] = [];
      const demos = await Promise.all(
        stores.map(async (store) => {
          const created = await start(store);
          accounts.push((await store.read.selectFrom('account').select('account_id').execute()).length);
          return created;
        }),
      );
      const keys = demos.flatMap((created) => created?.key ?? []);
      assert.equal(keys.length, 1);
      assert.ok(await findKeyOwner(stores[0]!.read, hashKey(keys[0]!)));
      assert.deepEqual(accounts, [1, 1, 1]);
      assert.deepEqual(await census(stores[0]!), demo.complete);
    });
  });
}

/** Creates the demo in a child process, which is killed at the `count`th call of that name. */
async function makeAndKill(t: TestContext, databaseUrl: string, call: string, count: number): Promise<void> {
  const script = new URL('./children/killed.ts', import.meta.url);
  const { signal, output } = await startScript(t, script, databaseUrl, String(NOON), call, String(count)).ended;
  assert.equal(signal, 'SIGKILL', output);
}

/** Creates the demo as the server does, then counts the recorded visits. */
async function start(store: Store): Promise<{ key: string } | undefined> {
  const geography = createGeography({ logger: console });
  const visits = createVisits({ store, clock, geography, logger: console });
  const demo = await createDemo({ store, clock, visits });
  await visits.aggregateAll();
  geography.close();
  return demo;
}
