// A request with a key of the page's account comes from the owner and is not counted.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { endKey } from '../../server/domain/accounts/keys.ts';
import { type Account, type Api, NOON, openApi } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

for (const engine of enginesOf(import.meta.url)) {
  describe(`The owner of a page on ${engine.name}`, () => {
    let api: Api;
    let [ada, bo]: Account[] = [];
    before(async () => {
      api = await openApi(engine);
      [ada, bo] = [await api.account('ada'), await api.account('bo')];
      const block = await api.call('POST /blocks', { key: ada.key, json: { block: 'links' } });
      const link = { link: 'https://example.com/', content: { caption: 'Shop' } };
      await api.call(`POST /blocks/${block.body.response.id}/items`, { key: ada.key, json: link });
    });
    after(() => api.close());

    const visit = async (authorization: string, more: { method?: 'HEAD'; agent?: string } = {}) => {
      const headers = { 'user-agent': more.agent ?? FIREFOX, authorization };
      const answers = [];
      for (const url of ['/ada', '/ada/shop']) {
        answers.push(await api.app.inject({ url, headers, method: more.method ?? 'GET' }));
      }
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [200, 302],
      );
      return answers.map((answer) => answer.headers['fingerpost-visit']);
    };
    const counts = async () => {
      await api.visits.aggregateAll();
      const ask = async (path: string) => (await api.call(`GET ${path}`, { key: ada!.key })).body.response;
      const [views, clicks, kinds, live] = [
        await ask('/analytics/views'),
        await ask('/analytics/clicks'),
        await ask('/analytics/breakdown?dimension=kind'),
        await ask('/analytics/live'),
      ];
      return [views.getviews.visits, clicks.insight.visits, kinds.length, live.visitors.length];
    };

    it('is not counted in any way, with any client', async () => {
      const before = await counts();
      const key = `Bearer ${ada!.key}`;
      assert.deepEqual(await visit(key), ['owner', 'owner']);
      assert.deepEqual(await visit(key, { method: 'HEAD' }), ['owner', 'owner']);
      assert.deepEqual(await visit(key, { agent: 'curl/8.5.0' }), ['owner', 'owner']);
      const { key: reading } = await api.keyFor(ada!, { scope: 'read' });
      assert.deepEqual(await visit(`bearer ${reading}`), ['owner', 'owner']);
      const headers = { 'user-agent': FIREFOX, authorization: key };
      assert.equal((await api.app.inject({ method: 'POST', url: '/ada/pulse', headers })).statusCode, 204);
      assert.deepEqual(await counts(), before);
    });

    it('is identified by a valid key of the account only; others are visitors', async () => {
      const [views, clicks] = await counts();
      const ended = await api.keyFor(ada!);
      await endKey(api.store, ada!.id, ended.id, commandLine, NOON);
      const brief = await api.keyFor(ada!, { expiresAt: api.clock.now + 1 });
      api.clock.now += 1;
      const others = [bo!.key, ended.key, brief.key, `fp_${'0'.repeat(38)}`, 'nonsense'].map((key) => `Bearer ${key}`);
      for (const authorization of [...others, 'Basic YWRhOmFkYQ==', 'Bearer']) {
        assert.deepEqual(await visit(authorization), ['counted', 'counted'], authorization);
      }
      assert.deepEqual((await counts()).slice(0, 2), [views! + 7, clicks! + 7]);
    });
  });
}
