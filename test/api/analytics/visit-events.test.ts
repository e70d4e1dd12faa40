import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts';
import { addEvents } from '../../../server/storage/visits/visit-events.ts';
import { PAGE } from '../../../server/storage/visits/visits.ts';
import { everyEvent } from '../../../server/visits/read/event-report.ts';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';

const anonymous = { country: 'de', city: 'Berlin, DE', os: 'Android', browser: 'Firefox' };
const columns =
  'at,type,link_slug,kind,is_unique,country,city,os,browser,device,referrer,app,language,utm_source,utm_medium,utm_campaign,utm_term,utm_content';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Visit events on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      const json = { block: 'links', items: [{ link: 'https://shop.example/', slug: 'shop' }] };
      const { body } = await api.call('POST /blocks', { key: ada.key, json });
      const [{ id: shop }] = (await api.call(`GET /blocks/${body.response.id}`, { key: ada.key })).body.response.items;
      const visit = { ...anonymous, accountId: ada.id, targetId: PAGE, visitor: 'ann-the-visitor', at: NOON - HOUR };
      await api.visits.recordMany([
        { ...visit, at: NOON - 2 * DAY, visitor: 'earlier' },
        { ...visit, traits: { device: 'Phone', utm_source: '=HYPERLINK("x")', edition: 'first' } },
        { ...visit, at: NOON - HOUR + MINUTE },
        { ...visit, at: NOON - MINUTE, visitor: 'bob', country: 'gb', city: 'London, GB' },
        { ...visit, at: NOON, targetId: shop },
      ]);
      await api.visits.aggregateAll();
      api.visits.notice({ accountId: ada.id, targetId: PAGE }, 'bot');
      await api.visits.stop();
      await api.visits.aggregateAll();
    });
    after(() => api.close());

    const rows = async (query: string) => {
      const { status, body, text } = await api.call(`GET /analytics/breakdown?${query}`, { key: ada.key });
      assert.equal(status, 200, text);
      return body.response.map((row: Record<string, unknown>) => [row.key, row.visits, row.unique]);
    };
    const listed = async (query: string) => {
      const { status, body, text } = await api.call(`GET /analytics/events?${query}`, { key: ada.key });
      assert.equal(status, 200, text);
      return body.response.map(({ at, kind }: { at: string; kind: string }) => `${at.slice(0, 16)} ${kind}`);
    };

    it('are counted if they match the filter', async () => {
      assert.deepEqual(await rows('dimension=city&country=de'), [['Berlin, DE', 3, 2]]);
      assert.deepEqual(await rows('country=gb&browser=Firefox'), [['gb', 1, 1]]);
      assert.deepEqual(await rows('country=gb&city=Berlin%2C%20DE'), []);
      assert.deepEqual(await rows('dimension=browser&device=Phone'), [['Firefox', 1, 1]]);
      assert.deepEqual(await rows('dimension=os&country=de&link_slug=shop'), [['Android', 1, 1]]);
      assert.deepEqual(await rows('dimension=kind&kind=bot'), [['bot', 1, 0]]);
      assert.deepEqual(await rows('kind=bot'), []);
      assert.deepEqual(await rows('kind=counted'), await rows(''));
      assert.deepEqual(await rows('country=__proto__'), []);
      const { body } = await api.call('GET /analytics/breakdown?country=de&page=2', { key: ada.key });
      assert.equal(body.meta.events_since, '2026-11-13T12:00:00.123456Z');
      assert.match(body.meta.first_page_url, /\?page=1&country=de$/);
      const plain = await api.call('GET /analytics/breakdown', { key: ada.key });
      assert.equal('events_since' in plain.body.meta, false);
    });

    it('are counted per day, with and without a filter', async () => {
      for (const filter of ['', '&kind=counted']) {
        assert.deepEqual(await rows(`from=2026-11-14${filter}`), [
          ['de', 2, 1],
          ['gb', 1, 1],
        ]);
        assert.deepEqual(await rows(`from=2026-11-13&to=2026-11-13${filter}`), [['de', 1, 1]]);
        assert.deepEqual(await rows(`to=2026-11-12${filter}`), []);
        assert.deepEqual(await rows(`from=0000-01-01&to=9999-12-31${filter}`), [
          ['de', 3, 2],
          ['gb', 1, 1],
        ]);
      }
    });

    it('are listed newest first', async () => {
      const { body, text } = await api.call('GET /analytics/events', { key: ada.key });
      assert.doesNotMatch(text, /ann-the-visitor|bob|earlier|first"/);
      assert.deepEqual([body.meta.total, body.meta.events_since], [6, '2026-11-13T12:00:00.123456Z']);
      const untold = { device: null, referrer: null, app: null, language: null, utm_medium: null };
      const none = { ...untold, utm_source: null, utm_campaign: null, utm_term: null, utm_content: null };
      const [bot, click] = body.response.slice(0, 2).sort((a: { kind: string }) => (a.kind === 'bot' ? -1 : 1));
      assert.deepEqual(click, {
        at: '2026-11-15T12:00:00.123456Z',
        type: 'click',
        link_slug: 'shop',
        kind: 'counted',
        is_unique: true,
        ...anonymous,
        ...none,
        // Of the first view of that day.
        utm_source: '=HYPERLINK("x")',
      });
      const nothing = { country: null, city: null, os: null, browser: null, ...none };
      assert.deepEqual(bot, { ...click, type: 'view', link_slug: null, kind: 'bot', is_unique: false, ...nothing });
      assert.deepEqual(await listed('country=de&from=2026-11-15'), [
        '2026-11-15T12:00 counted',
        '2026-11-15T11:01 counted',
        '2026-11-15T11:00 counted',
      ]);
      assert.deepEqual(await listed('link_slug=shop'), ['2026-11-15T12:00 counted']);
      assert.deepEqual(await listed('kind=bot'), ['2026-11-15T12:00 bot']);
      assert.deepEqual(await listed('page=9007199254740991&kind=bot'), []);
      assert.deepEqual(await listed('page=2'), []);
    });

    it('are exported as CSV in which no cell is a formula', async () => {
      const headers = { authorization: `Bearer ${ada.key}`, accept: 'text/csv' };
      const file = (query: string) => api.app.inject({ url: `/api/v1/analytics/events?${query}`, headers });
      const { payload, headers: csvHeaders } = await file('device=Phone');
      assert.match(String(csvHeaders['content-type']), /^text\/csv; charset=utf-8/);
      assert.equal(
        payload,
        `\ufeff${columns}\r\n2026-11-15T11:00:00.123456Z,view,,counted,1,de,"Berlin, DE",Android,Firefox,Phone,,,,"'=HYPERLINK(""x"")",,,,\r\n`,
      );
      assert.equal((await file('')).payload.split('\r\n').length, 8);
      assert.equal((await file('to=2020-01-01')).payload, `\ufeff${columns}\r\n`);
      assert.equal((await file('to=2020-13-01')).statusCode, 422);
    });

    it('reject invalid parameters', async () => {
      for (const path of ['/analytics/breakdown', '/analytics/events']) {
        for (const [query, field] of [
          ['from=2026-02-30', 'from'],
          ['to=yesterday', 'to'],
          ['from=2026-11-15T00:00:00Z', 'from'],
          ['from=2026-11-15&to=2026-11-14', 'from'],
          ['country=', 'country'],
          [`referrer=${'x'.repeat(201)}`, 'referrer'],
          ['kind=human', 'kind'],
        ] as const) {
          const answer = await api.call(`GET ${path}?${query}`, { key: ada.key });
          assertError(answer, 422, 'invalid');
          assert.deepEqual(Object.keys(answer.body.errors), [field], query);
        }
        const unknown = encodeURI('a|b%\n\u0000🦊');
        assert.equal((await api.call(`GET ${path}?city=${unknown}&os=%ED%A0%80`, { key: ada.key })).status, 200);
        const deep = await api.call(`GET ${path}`, { key: ada.key, json: { country: ['de'], from: { a: 1 } } });
        assertError(deep, 422, 'invalid');
        assertError(await api.call(`GET ${path}?link_slug=nowhere`, { key: ada.key }), 404, 'not_found');
      }
    });

    it('are limited to the account, and scanned however many there are', async () => {
      const bob = await api.account('bob');
      const { body } = await api.call('GET /analytics/events', { key: bob.key });
      assert.deepEqual([body.response, body.meta.total, body.meta.events_since], [[], 0, null]);
      const day = NOON - (NOON % DAY);
      for (const [at, count] of [
        [day, 2_000_000],
        [day - DAY, 1],
      ] as const) {
        await api.store.note(async (tx) => {
          const events = `${at}|3|de|Berlin, DE|Android|Firefox`;
          const row = { account_id: bob.id, at, target_id: PAGE, until: at, count, events };
          await addEvents(tx, api.store.dialect, [row]);
        });
      }
      const filtered = await api.call('GET /analytics/breakdown?country=de', { key: bob.key });
      assert.deepEqual(filtered.body.response, [{ key: 'de', name: 'Germany', visits: 2, unique: 2 }]);
      assert.equal((await api.call('GET /analytics/events?country=de', { key: bob.key })).body.meta.total, 2);
      const oneDay = await api.call('GET /analytics/breakdown?country=de&to=2026-11-14', { key: bob.key });
      assert.deepEqual(oneDay.body.response, [{ key: 'de', name: 'Germany', visits: 1, unique: 1 }]);
      assert.equal((await api.call('GET /analytics/events', { key: bob.key })).body.meta.total, 2_000_001);
    });

    it('are scanned by a few requests at a time', async () => {
      const query = { accountId: ada.id, from: 0, to: Number.MAX_SAFE_INTEGER, filters: new Map() };
      const readers = Array.from({ length: 16 }, () => everyEvent(api.store.read, query));
      for (const reader of readers) await reader.next();
      const ask = () => api.call('GET /analytics/events?kind=bot', { key: ada.key });
      const limited = await ask();
      assertError(limited, 429, 'rate_limited');
      assert.equal(limited.headers['retry-after'], '1');
      for (const reader of readers) await reader.return();
      assert.equal((await ask()).status, 200);
    });

    it('release the scan slot when an export is aborted', async () => {
      const { app } = api;
      const url = await app.listen({ port: 0, host: '127.0.0.1' });
      app.server.prependListener('request', (request: IncomingMessage) => request.socket.destroy());
      const headers = { authorization: `Bearer ${ada.key}`, accept: 'text/csv' };
      const abort = () => assert.rejects(fetch(`${url}/api/v1/analytics/events?link_slug=shop`, { headers }));
      for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 16 }, abort));
      const ask = async () => (await api.call('GET /analytics/events', { key: ada.key })).status;
      // Gives the aborted requests time to reach the scan.
      for (let turn = 0; turn < 20; turn += 1) await ask();
      await eventually('another request may scan', 10_000, async () => (await ask()) === 200);
    });

    it('are not read by requests that do not need them', async () => {
      const rename = (from: string, to: string) =>
        sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(api.store.dialect.write);
      await rename('visit_event', 'hidden_event');
      try {
        for (const path of ['views', 'clicks', 'clicks/shop', 'live', 'links', 'breakdown?from=2026-11-01']) {
          // A new query each time, so that no response comes from the cache.
          const answer = await api.call(`GET /analytics/${path}`, {
            key: ada.key,
            headers: { host: 'other.example' },
            json: {},
          });
          assert.equal(answer.status, 200, path);
        }
        assert.equal((await api.call('GET /analytics/events', { key: ada.key })).status, 500);
      } finally {
        await rename('hidden_event', 'visit_event');
      }
    });
  });
}
