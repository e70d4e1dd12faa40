import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { grantPlan } from '../../../server/domain/plans/plans.ts';
import { type Account, type Api, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`GET /plan-history on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      const grants = [
        { plan: 'pro', duration: 'month', currency: 'eur', price: '9.5' },
        { plan: 'business', duration: 'year', currency: 'JPY', price: '12000' },
        { plan: 'pro', duration: 'once', currency: 'KWD', price: '3.125' },
      ] as const;
      for (const [index, grant] of grants.entries()) {
        await grantPlan(api.store, ada.id, grant, commandLine, NOON + index);
      }
    });
    after(() => api.close());

    it('returns every field, newest first, with updated_at null', async () => {
      const { body } = await api.call('GET /plan-history', { key: ada.key });
      const [newest] = body.response;
      assert.match(newest.ref, /^manual-/);
      assert.deepEqual(newest, {
        id: newest.id,
        user: ada.id,
        name: 'The ada',
        plan: 'pro',
        plan_name: 'Pro',
        duration: 'once',
        email: 'ada@example.com',
        ref: newest.ref,
        currency: 'KWD',
        price: 3.125,
        gateway: 'manual',
        created_at: '2026-11-15T12:00:00.123458Z',
        updated_at: null,
      });
      assert.equal(body.meta.total, 3);
    });

    it('returns prices as numbers in the main unit of their currency', async () => {
      const { body } = await api.call('GET /plan-history', { key: ada.key });
      assert.deepEqual(
        body.response.map((record: { currency: string; price: number }) => [record.currency, record.price]),
        [
          ['KWD', 3.125],
          ['JPY', 12000],
          ['EUR', 9.5],
        ],
      );
    });

    it('rejects an invalid plan, currency or price, and grants nothing', async () => {
      const good = { plan: 'pro', duration: 'month', currency: 'EUR', price: '1' } as const;
      for (const wrong of [
        { plan: 'gold' },
        { plan: '__proto__' },
        { currency: 'EURO' },
        { price: '1.234' },
        { price: '-1' },
      ]) {
        await assert.rejects(grantPlan(api.store, ada.id, { ...good, ...wrong }, commandLine, NOON), {
          code: 'invalid',
        });
      }
      assert.equal((await api.call('GET /plan-history', { key: ada.key })).body.meta.total, 3);
    });
  });
}
