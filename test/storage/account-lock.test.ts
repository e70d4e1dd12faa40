// Changes to one account wait for each other, so that none overwrites a concurrent change, and nothing is added to an
// account that is being deleted.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setConsentBar } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { createKey } from '../../server/domain/accounts/keys.ts';
import { grantPlan } from '../../server/domain/plans/plans.ts';
import { deleteAccount, updateAccount } from '../../server/storage/accounts/accounts.ts';
import type { Executor } from '../../server/storage/tables.ts';
import { type Account, type Api, NOON, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { isAnyWaiting } from '../support/waiting.ts';

for (const engine of engines) {
  describe(`concurrent changes to one account on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    /** Starts `second` while a transaction that did `first` is still open, and commits once `second` waits for it. */
    async function during<T>({ id }: Account, first: (tx: Executor) => Promise<unknown>, second: () => Promise<T>) {
      const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
      const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
      const held = api.store.write(id, async (tx) => {
        await first(tx);
        done();
        await mayCommit;
      });
      await isDone;
      const other = second();
      other.catch(() => {});
      // SQLite has one writer at a time: the second is already in its queue.
      if (engine.dialect === 'postgres') {
        await eventually('the second one waits', 60_000, () => isAnyWaiting(engine, api.store.read));
      }
      commit();
      await held;
      return other;
    }

    const left = (table: 'api_key' | 'plan_record' | 'pixel' | 'activity', { id }: Account) =>
      api.store.read.selectFrom(table).selectAll().where('account_id', '=', id).execute();

    it('switches the consent bar without losing another option', async () => {
      const ada = await api.account('ada');
      const options = JSON.stringify({ consent_bar: false, other: 1 });
      await during(
        ada,
        (tx) => updateAccount(tx, ada.id, { page_options: options }),
        () => setConsentBar(api.store, ada.id, true, commandLine, NOON),
      );
      const { page_options } = await api.store.read
        .selectFrom('account')
        .select('page_options')
        .where('account_id', '=', ada.id)
        .executeTakeFirstOrThrow();
      assert.deepEqual(JSON.parse(page_options), { consent_bar: true, other: 1 });
    });

    it('adds no key and no plan to an account that is being deleted', async () => {
      const bob = await api.account('bob');
      const key = { name: 'Late', scope: 'read', expiresAt: null } as const;
      const plan = { plan: 'pro', duration: 'month', currency: 'EUR', price: '1' } as const;
      const late = during(
        bob,
        (tx) => deleteAccount(tx, bob.id),
        () => createKey(api.store, bob.id, key, commandLine, NOON),
      );
      await assert.rejects(late, { message: 'There is no such account.' });
      const cleo = await api.account('cleo');
      const granted = during(
        cleo,
        (tx) => deleteAccount(tx, cleo.id),
        () => grantPlan(api.store, cleo.id, plan, commandLine, NOON),
      );
      await assert.rejects(granted, { message: 'There is no such account.' });
      assert.deepEqual([await left('api_key', bob), await left('plan_record', cleo)], [[], []]);
    });

    it('adds no pixel to an account that is being deleted', async () => {
      const dan = await api.account('dan');
      const form = { name: 'Late', type: 'quora', pixel_id: 'q-1' };
      // Caches the key.
      assert.equal((await api.call('GET /pixels', { key: dan.key })).status, 200);
      const { status } = await during(
        dan,
        (tx) => deleteAccount(tx, dan.id),
        () => api.call('POST /pixels', { key: dan.key, multipart: form }),
      );
      assert.equal(status, 401);
      assert.deepEqual([await left('pixel', dan), await left('activity', dan)], [[], []]);
    });
  });
}
