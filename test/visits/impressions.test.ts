// Link impressions: how often a link was on a viewed page.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { aggregate } from '../../server/visits/count/aggregate.ts';
import { impressionsByLink } from '../../server/visits/read/report.ts';
import { type Account, type Api, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

for (const engine of engines) {
  describe(`impressions on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    it('equal the page views while the link was on the page, rolled up or not', async () => {
      const look = (method: 'GET' | 'HEAD' = 'GET') => api.app.inject({ method, url: '/ada', headers });
      const write = async (path: string, json: object) => {
        const { status, body, text } = await api.call(`POST ${path}`, { key: ada.key, json });
        assert.equal(status, 200, text);
        return body.response.id as number;
      };
      const block = await write('/blocks', { block: 'links', items: [{ link: 'https://one.example/' }] });
      await look();
      await look();
      await look('HEAD');
      const second = await write(`/blocks/${block}/items`, { link: 'https://two.example/' });
      await look();
      await write(`/blocks/${block}/items/${second}`, { settings: { enabled: false } });
      await look();
      await write(`/blocks/${block}/items/${second}`, { settings: { enabled: true } });
      await look();

      const items = (await api.call(`GET /blocks/${block}`, { key: ada.key })).body.response.items;
      const expected = new Map([
        [items[0].id, 5],
        [second, 2],
      ]);
      await aggregate(api.store, 100);
      assert.deepEqual(await impressionsByLink(api.store.read, ada.id), expected);
      await api.visits.aggregateAll();
      assert.deepEqual(await impressionsByLink(api.store.read, ada.id), expected);
      await look();
      await aggregate(api.store, 100);
      assert.deepEqual(
        await impressionsByLink(api.store.read, ada.id),
        new Map([
          [items[0].id, 6],
          [second, 3],
        ]),
      );
    });
  });
}
