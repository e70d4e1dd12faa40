// Link statistics against those of another period.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { accountWithVisits } from './past-visits.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Compared link statistics on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await accountWithVisits(api, 'ada');
    });
    after(() => api.close());

    const ask = (query: string) => api.call(`GET /analytics/links?${query}`, { key: ada.key });
    const shop = async (query: string) => {
      const { body, text } = await ask(query);
      const row = body.response.find(({ slug }: { slug: string }) => slug === 'shop');
      assert.ok(row, text);
      return { visits: row.visits, impressions: row.impressions, compare: row.compare };
    };

    it('are those of the days before, until the same time if the period is not over', async () => {
      const query = 'from=2026-10-26&to=2026-10-26&compare=previous';
      try {
        api.clock.now = Date.parse('2026-10-26T01:15Z') * 1000;
        assert.deepEqual(await shop(query), {
          ...{ visits: 0, impressions: 0 },
          compare: { visits: 0, unique: 0, impressions: 1 },
        });
      } finally {
        api.clock.now = NOON;
      }
      assert.deepEqual((await shop(query)).compare, { visits: 1, unique: 1, impressions: 4 });
    });

    it('are in the days of the time zone, of the year before, and filtered', async () => {
      // The click was at 02:31 on October 25 in Berlin, and at 18:31 on October 24 in Los Angeles.
      const day = 'from=2026-10-25&to=2026-10-25&compare=previous';
      assert.equal((await shop(`${day}&timezone=Europe/Berlin`)).visits, 1);
      assert.equal((await shop(`${day}&timezone=America/Los_Angeles`)).compare.visits, 1);
      const year = 'from=2027-10-25&to=2027-10-25&compare=year';
      assert.equal((await shop(year)).compare.visits, 0, 'that day has not begun');
      try {
        api.clock.now = Date.parse('2027-10-26T00:00Z') * 1000;
        assert.deepEqual((await shop(year)).compare, { visits: 1, unique: 1, impressions: 4 });
        assert.deepEqual((await shop(`${year}&country=gb`)).compare, { visits: 1, unique: 1, impressions: null });
        assert.equal((await shop(`${year}&country=de`)).compare.visits, 0);
      } finally {
        api.clock.now = NOON;
      }
    });

    it('are there only if asked for, and need a first day', async () => {
      assert.equal((await shop('from=2026-10-26')).compare, undefined);
      const answer = await ask('compare=previous');
      assertError(answer, 422, 'invalid');
      assert.deepEqual(Object.keys(answer.body.errors), ['compare']);
    });

    it('are in the file and in the addresses of further pages', async () => {
      const query = 'from=2026-10-26&to=2026-10-26&compare=previous';
      const { payload } = await api.app.inject({
        url: `/api/v1/analytics/links?${query}`,
        headers: { authorization: `Bearer ${ada.key}`, accept: 'text/csv' },
      });
      const [head, ...lines] = payload.replace('\ufeff', '').trim().split('\r\n');
      assert.equal(head, 'id,slug,link,impressions,visits,unique,compared_impressions,compared_visits,compared_unique');
      assert.match(lines.at(-1)!, /,shop,https:\/\/shop\.example\/,0,0,0,4,1,1$/);
      const { body } = await ask(query);
      assert.match(body.meta.first_page_url, /compare=previous/);
    });
  });
}
