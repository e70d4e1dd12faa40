import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../support/engines.ts';
import { storeOn } from '../support/store.ts';
import { installation } from './fingerpost.ts';

for (const engine of engines) {
  describe(`fingerpost plan grant on ${engine.name}`, () => {
    it('changes the plan and records it in the history', async (t) => {
      const { databaseUrl, json, run } = await installation(t, engine, 'ada');
      assert.deepEqual(await run(['plan', 'grant', 'ada', '--plan', 'business']), {
        code: 0,
        stdout: 'The account "ada" has the plan Business, without an end.\n',
        stderr: '',
      });
      const paid = ['--plan', 'pro', '--duration', 'year', '--price', '12.5', '--currency', 'eur'];
      const { id, message } = await json(['plan', 'grant', 'ada', ...paid]);
      assert.match(message, /^The account "ada" has the plan Pro until [A-Z][a-z]{2} \d{1,2}, \d{4}\.$/);
      assert.equal((await json(['account', 'list']))[0].plan_name, 'Pro');

      const store = await storeOn(t, databaseUrl);
      const history = await store.read
        .selectFrom('plan_record')
        .select(['id', 'plan', 'plan_name', 'duration', 'price_minor', 'currency', 'gateway', 'email'])
        .orderBy('id')
        .execute();
      const common = { gateway: 'manual', email: 'ada@links.example' };
      const free = { plan: 'business', plan_name: 'Business', duration: 'once', price_minor: 0, currency: 'USD' };
      const year = { plan: 'pro', plan_name: 'Pro', duration: 'year', price_minor: 1250, currency: 'EUR' };
      assert.deepEqual(
        history.map((record) => ({ ...record })),
        [
          { id: history[0]!.id, ...free, ...common },
          { id, ...year, ...common },
        ],
      );
    });
  });
}

describe('fingerpost plan grant', () => {
  it('rejects unknown plans, durations and amounts', async (t) => {
    const { json, run } = await installation(t, engines[0]!, 'ada');
    for (const [options, sentence] of [
      [['--plan', 'gold'], 'The plan must be one of free, pro, business.'],
      [['--plan', 'pro', '--duration', 'day'], '--duration must be one of month, year, once (it is "day").'],
      [
        ['--plan', 'pro', '--price', '1.5', '--currency', 'JPY'],
        'The price must be an amount in JPY, such as 12 or 9.50.',
      ],
      [['--plan', 'pro', '--currency', 'euro'], 'The currency must be a code of three letters, such as EUR.'],
    ] as const) {
      const refused = await run(['plan', 'grant', 'ada', ...options]);
      assert.deepEqual(refused, { code: 4, stdout: '', stderr: `${sentence}\n` });
    }
    assert.equal((await json(['account', 'list']))[0].plan_name, 'Free');
  });
});
