import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 320.0.0.0';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Breakdowns by dimension on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      const json = { block: 'links', items: [{ link: 'https://shop.example/', slug: 'shop' }] };
      assert.equal((await api.call('POST /blocks', { key: ada.key, json })).status, 200);
      const visit = (url: string, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
        api.app.inject({ method, url, headers: { 'user-agent': firefox, ...headers } });
      await visit('/ada?utm_source=Mail&utm_campaign=spring', { referer: 'https://www.news.example/a' });
      await visit('/ada', { referer: 'https://news.example/b', 'accept-language': 'de-AT,de;q=0.9' });
      await visit('/ada', { 'user-agent': iphone, 'accept-language': 'en' });
      await visit('/ada/shop', { referer: 'https://links.example/ada' });
      await visit('/ada', { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' });
      await visit('/ada', { 'user-agent': 'curl/8.0' });
      await visit('/ada', {}, 'HEAD');
      await visit('/ada', { 'sec-purpose': 'prefetch' });
      await api.visits.aggregateAll();
    });
    after(() => api.close());

    const rows = async (query: string) => {
      const { status, body, text } = await api.call(`GET /analytics/breakdown${query}`, { key: ada.key });
      assert.equal(status, 200, text);
      return body.response.map((row: Record<string, unknown>) => [row.key, row.visits, row.unique]);
    };

    it('group visits by every dimension', async () => {
      assert.deepEqual(await rows('?dimension=referrer'), [
        ['news.example', 2, 1],
        ['', 1, 1],
      ]);
      assert.deepEqual(await rows('?dimension=utm_source'), [['Mail', 1, 1]]);
      assert.deepEqual(await rows('?dimension=utm_campaign'), [['spring', 1, 1]]);
      assert.deepEqual(await rows('?dimension=utm_term'), []);
      assert.deepEqual(await rows('?dimension=app'), [['Instagram', 1, 1]]);
      assert.deepEqual(await rows('?dimension=device'), [
        ['Computer', 2, 1],
        ['Phone', 1, 1],
      ]);
      assert.deepEqual(await rows('?dimension=language'), [
        ['de', 1, 0],
        ['en', 1, 1],
      ]);
      assert.deepEqual(await rows(''), [['xx', 3, 2]]);
    });

    it('count clicks if a link is given', async () => {
      assert.deepEqual(await rows('?dimension=device&link_slug=shop'), [['Computer', 1, 1]]);
      assertError(await api.call('GET /analytics/breakdown?link_slug=nowhere', { key: ada.key }), 404, 'not_found');
      assertError(await api.call('GET /analytics/breakdown?dimension=shoe_size', { key: ada.key }), 422, 'invalid');
    });

    it('can be of visits without a referrer only', async () => {
      const { body } = await api.call('GET /analytics/views?referrer=', { key: ada.key });
      assert.deepEqual(body.response.getviews, { visits: 1, unique: 1 });
      assert.deepEqual(await rows('?dimension=device&referrer='), [['Phone', 1, 1]]);
      assert.deepEqual(await rows('?dimension=kind&referrer='), []);
    });

    it('leave out requests that are not visits, except by kind', async () => {
      const kinds = await rows('?dimension=kind');
      assert.deepEqual(kinds.sort(), [
        ['bot', 1, 0],
        ['head', 1, 0],
        ['prefetch', 1, 0],
        ['preview', 1, 0],
      ]);
      const { body } = await api.call('GET /analytics/views', { key: ada.key });
      assert.deepEqual(body.response.getviews, { visits: 3, unique: 2 });
    });

    it('are paginated, and page URLs keep the query', async () => {
      const { body } = await api.call('GET /analytics/breakdown?dimension=device&page=2', { key: ada.key });
      assert.deepEqual(body.response, []);
      assert.match(body.meta.first_page_url, /\/analytics\/breakdown\?page=1&dimension=device$/);
      assert.equal(body.meta.total, 2);
    });

    it('report impressions per link', async () => {
      const { body } = await api.call('GET /analytics/links', { key: ada.key });
      assert.deepEqual(
        body.response.map(({ id: _id, ...row }: Record<string, unknown>) => row),
        [{ slug: 'shop', link: 'https://shop.example/', impressions: 3, visits: 1, unique: 1 }],
      );
    });
  });
}
