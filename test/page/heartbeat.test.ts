// An open page sends heartbeats. They keep its visitor live and are not counted as visits.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, openApi } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

for (const engine of enginesOf(import.meta.url)) {
  describe(`The heartbeat on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    const send = (url: string, userAgent = firefox) =>
      api.app.inject({
        method: 'POST',
        url,
        headers: { 'user-agent': userAgent, 'content-type': 'text/plain;charset=UTF-8' },
        payload: 'anything',
      });
    const live = async () => (await api.call('GET /analytics/live', { key: ada.key })).body.response.visitors.length;

    it('keeps the visitor on the live list until the page is left, and counts nothing', async () => {
      await api.app.inject({ url: '/ada', headers: { 'user-agent': firefox } });
      for (let time = 0; time < 3; time += 1) assert.equal((await send('/ada/pulse')).statusCode, 204);
      assert.equal(await live(), 1);
      await send('/ada/pulse?left');
      assert.equal(await live(), 0);
      await send('/ada/pulse');
      assert.equal(await live(), 1);
      await api.visits.aggregateAll();
      const { body } = await api.call('GET /analytics/views', { key: ada.key });
      assert.deepEqual(body.response.getviews, { visits: 1, unique: 1 });
    });

    it('is ignored with 204 for bots and unknown pages', async () => {
      for (const [url, userAgent] of [
        ['/nobody/pulse', firefox],
        ['/%00/pulse', firefox],
        ['/ada/pulse', 'curl/8.0'],
      ] as const) {
        const { statusCode, payload, headers } = await send(url, userAgent);
        assert.deepEqual([statusCode, payload, headers['set-cookie']], [204, '', undefined]);
      }
      assert.equal(await live(), 1);
      assert.equal((await api.app.inject({ url: '/ada/pulse' })).statusCode, 404);
    });
  });
}
