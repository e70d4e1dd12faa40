// How long activities are stored, how many of them, and how many a search looks at.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ActivityRow } from '../../../server/storage/tables.ts';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const DAY = 86_400_000_000;
const MINUTE = 60_000_000;
const STEP = 10_000_000;
const ROWS_AT_ONCE = 2000;

for (const engine of enginesOf(import.meta.url)) {
  describe(`Retention of activities on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let bob: Account;
    before(async () => {
      api = await openApi(engine, { ACTIVITY_DAYS: '30', RATE_LIMIT: '0' });
      [ada, bob] = [await api.account('ada'), await api.account('bob')];
    });
    after(() => api.close());

    /** Adds activities ten seconds apart; the last one was ten seconds before `until`. */
    async function log(account: Account, count: number, until: number): Promise<void> {
      const ids = await api.store.write(account.id, (tx) => api.store.dialect.allocateIds(tx, count));
      const rows = ids.map((id, index): ActivityRow => {
        const at = until - (count - index) * STEP;
        const made = {
          type: 'block_updated',
          message: `The block "${index}" was changed.`,
          created_at: at,
          updated_at: at,
        };
        const by = { ip: index === 0 ? '203.0.113.7' : '198.51.100.2', os: 'Linux', browser: 'Firefox' };
        return { account_id: account.id, id, ...made, ...by, subject_kind: 'account', subject_id: account.id };
      });
      await api.store.write(account.id, async (tx) => {
        for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
          await tx
            .insertInto('activity')
            .values(rows.slice(from, from + ROWS_AT_ONCE))
            .execute();
        }
      });
    }

    async function listed(account: Account, query = '') {
      const { body } = await api.call(`GET /activities?results_per_page=10${query}`, { key: account.key });
      return { total: body.meta.total, messages: body.response.map(({ message }: { message: string }) => message) };
    }

    it('deletes them after ACTIVITY_DAYS, once per UTC day, and those of no other account', async () => {
      const days = api.clock.now - (api.clock.now % DAY) - 30 * DAY;
      await log(ada, 3, days);
      await log(ada, 2, days + 3 * MINUTE);
      assert.equal((await listed(ada)).total, 7);
      await api.upkeep();
      assert.deepEqual(await listed(ada), {
        total: 4,
        messages: [
          'The API key "Test" was created.',
          'The account was created.',
          'The block "1" was changed.',
          'The block "0" was changed.',
        ],
      });
      assert.equal((await listed(bob)).total, 2);
      api.clock.now += DAY;
      await api.upkeep();
      assert.equal((await listed(ada)).total, 2);
    });

    it('searches the newest 20,000 of those that match the other filters', async () => {
      await log(ada, 20_001, api.clock.now);
      assert.equal((await listed(ada, '&search=the%20block&group=page')).total, 20_000);
      assert.equal((await listed(ada, '&search=block%20%220%22')).total, 0);
      assert.equal((await listed(ada, '&ip=203.0.113.7')).total, 0);
      assert.equal((await listed(ada, '&ip=198.51.100.2&group=page')).total, 20_000);
      const first = new Date((api.clock.now - 20_001 * STEP) / 1000).toISOString().slice(0, 10);
      assert.equal((await listed(ada, `&search=block%20%220%22&to=${first}`)).total, 1);
      assert.equal((await listed(ada, `&ip=203.0.113.7&to=${first}`)).total, 1);
      assert.equal((await listed(ada, '&search=API%20key&group=security')).total, 1);
    });

    it('keeps the newest 100,000 of an account', async () => {
      const { total } = await listed(ada);
      await log(ada, 102_500 - total, api.clock.now - DAY);
      assert.equal((await listed(ada)).total, 102_500);
      const newest = (await listed(ada)).messages;
      for (let run = 0; run < 3; run += 1) await api.upkeep();
      assert.deepEqual(await listed(ada), { total: 100_000, messages: newest });
      assert.equal((await listed(bob)).total, 2);
    });
  });
}
