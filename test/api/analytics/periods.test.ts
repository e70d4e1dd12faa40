// Reports of a period in a time zone, with filters, and as CSV.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { accountWithVisits } from './past-visits.ts';

const BERLIN = 'from=2026-10-26&to=2026-10-26&timezone=Europe/Berlin';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Reports of a period on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await accountWithVisits(api, 'ada');
    });
    after(() => api.close());

    const ask = (path: string) => api.call(`GET /analytics/${path}`, { key: ada.key });
    const read = async (path: string) => {
      const { status, body, text } = await ask(path);
      assert.equal(status, 200, text);
      return body.response;
    };
    const csv = async (path: string, headers: Record<string, string> = {}) => {
      const url = `/api/v1/analytics/${path}`;
      return api.app.inject({ url, headers: { authorization: `Bearer ${ada.key}`, accept: 'text/csv', ...headers } });
    };

    it('count the views of its days', async () => {
      assert.deepEqual(await read(`views?${BERLIN}`), {
        countries: { de: { visits: 1, unique: 0, name: 'Germany' } },
        cities: { 'Unknown, XX': { visits: 1, unique: 0, name: 'Unknown', iso: 'XX' } },
        devices: { Linux: { visits: 1, unique: 0, name: 'Linux' } },
        browsers: { Firefox: { visits: 1, unique: 0, name: 'Firefox' } },
        getviews: { visits: 1, unique: 0 },
      });
      assert.deepEqual((await read('views?from=2026-10-26&to=2026-10-26')).getviews, { visits: 0, unique: 0 });
      assert.deepEqual((await read('views')).getviews, { visits: 8, unique: 5 });
      assert.deepEqual((await read('views?from=2026-11-01')).getviews, { visits: 3, unique: 2 });
      assert.deepEqual((await read('views?to=2026-11-01')).getviews, { visits: 5, unique: 3 });
    });

    it('count the clicks of its days, and list every link with an absolute address', async () => {
      const notes = `https://links.example/uploads/${'ab'.repeat(32)}/${ada.token}/notes.txt`;
      const shop = 'https://shop.example/';
      const { links, insight } = await read('clicks?from=2026-10-25&to=2026-10-25');
      assert.deepEqual(links, {
        shop: { visits: 1, unique: 1, link: shop },
        notes: { visits: 0, unique: 0, link: notes },
      });
      assert.deepEqual(insight, { visits: 1, unique: 1 });
      assert.deepEqual((await read(`clicks?${BERLIN}`)).insight, { visits: 0, unique: 0 });
      assert.equal((await read('clicks')).links.notes.link, notes);
      assert.deepEqual((await read('clicks/shop?to=2026-10-25')).getviews, { visits: 1, unique: 1 });
      assert.deepEqual((await read('clicks/shop?from=2026-10-26')).getviews, { visits: 0, unique: 0 });
      const rows = (await read(`links?${BERLIN}`)).map(({ id: _, ...row }: { id: number }) => row);
      assert.deepEqual(rows, [
        { slug: 'shop', link: shop, impressions: 1, visits: 0, unique: 0 },
        { slug: 'notes', link: notes, impressions: 0, visits: 0, unique: 0 },
      ]);
    });

    it('are filtered, and say how far back events reach', async () => {
      const views = await read('views?country=gb&to=2026-11-01');
      assert.deepEqual(views.getviews, { visits: 1, unique: 1 });
      assert.equal(views.events_since, '2026-10-24T22:30:00.000000Z');
      const clicks = await read('clicks?country=de');
      assert.deepEqual([clicks.insight, clicks.links.shop.visits], [{ visits: 0, unique: 0 }, 0]);
      assert.deepEqual((await read('clicks/shop?country=gb&browser=Firefox')).getviews, { visits: 1, unique: 1 });
      const { body } = await ask('links?country=gb&timezone=Asia/Kathmandu');
      assert.deepEqual([body.response[0].visits, body.response[0].impressions], [1, null]);
      assert.equal(body.meta.events_since, '2026-10-24T22:30:00.000000Z');
      assert.match(body.meta.first_page_url, /^https:.*\/links\?page=1&country=gb&timezone=Asia%2FKathmandu$/);
    });

    it('group visits by hour and weekday of the time zone', async () => {
      const hours = await read(`breakdown?dimension=hour&results_per_page=25&${BERLIN}`);
      assert.equal(hours.length, 24);
      assert.deepEqual(hours[0], { key: '00', name: '00:00', visits: 1, unique: 0 });
      assert.deepEqual(hours[23], { key: '23', name: '23:00', visits: 0, unique: 0 });
      const weekdays = (await read('breakdown?dimension=weekday&timezone=Europe/Berlin')) as { visits: number }[];
      assert.deepEqual(weekdays[0], { key: '1', name: 'Monday', visits: 1, unique: 0 });
      assert.deepEqual(
        weekdays.map(({ visits }) => visits),
        [1, 0, 0, 0, 0, 2, 5],
      );
    });

    it('group visits by several dimensions at once', async () => {
      assert.deepEqual(await read('breakdowns?dimensions=country,referrer,kind&limit=1&to=2026-11-01'), {
        total: { visits: 5, unique: 3 },
        dimensions: [
          {
            ...{ dimension: 'country', keys: 2, total: { visits: 5, unique: 3 } },
            rows: [{ key: 'de', name: 'Germany', visits: 4, unique: 2 }],
          },
          {
            ...{ dimension: 'referrer', keys: 2, total: { visits: 5, unique: 3 } },
            rows: [{ key: '', name: 'Direct / unknown', visits: 4, unique: 2 }],
          },
          {
            ...{ dimension: 'kind', keys: 1, total: { visits: 1, unique: 0 } },
            rows: [{ key: 'bot', name: 'bot', visits: 1, unique: 0 }],
          },
        ],
      });
      const { dimensions } = await read('breakdowns?country=gb&dimensions=browser,hour');
      assert.deepEqual([dimensions[0].total.visits, dimensions[1].rows.length], [2, 24]);
      const names = (await read('breakdowns')).dimensions.map(({ dimension }: { dimension: string }) => dimension);
      assert.deepEqual(names, ['country', 'city', 'os', 'browser']);
      assert.deepEqual((await read('breakdowns?link_slug=shop')).total, { visits: 1, unique: 1 });
      assertError(await ask('breakdowns?dimensions=country,shoe_size'), 422, 'invalid');
      assertError(await ask('breakdowns?limit=251'), 422, 'invalid');
    });

    it('answer 404 for an unknown link before they complain about values', async () => {
      assertError(await ask('clicks/nothing?from=yesterday'), 404, 'not_found');
      for (const path of ['views', 'clicks', 'clicks/shop', 'links', 'breakdown', 'breakdowns']) {
        assertError(await ask(`${path}?timezone=Mars/Phobos`), 422, 'invalid');
        assertError(await ask(`${path}?from=2026-02-30`), 422, 'invalid');
      }
    });

    const files: [path: string, name: string, lines: string[]][] = [
      [
        `views?${BERLIN}`,
        'views.csv',
        [
          'dimension,key,name,visits,unique',
          'total,,,1,0',
          'country,de,Germany,1,0',
          'city,"Unknown, XX",Unknown,1,0',
          'os,Linux,Linux,1,0',
          'browser,Firefox,Firefox,1,0',
        ],
      ],
      ['clicks/shop?country=de', 'clicks.csv', ['dimension,key,name,visits,unique', 'total,,,0,0']],
      [
        'breakdown?dimension=referrer&results_per_page=10&page=2&to=2026-11-01',
        'referrer.csv',
        ['key,name,visits,unique', ',Direct / unknown,4,2', 'news.example,news.example,1,1'],
      ],
      [
        'breakdowns?dimensions=country,kind&limit=1&to=2026-11-01',
        'breakdowns.csv',
        ['dimension,key,name,visits,unique', 'country,de,Germany,4,2', 'kind,bot,bot,1,0'],
      ],
      [
        'series?from=2026-10-26&to=2026-10-26&timezone=Europe/Berlin&compare=previous',
        'series.csv',
        [
          'period,start,date,visits,unique,clicks,impressions,click_through,bots',
          'current,2026-10-25T23:00:00.000000Z,2026-10-26,1,0,0,1,0,0',
          'previous,2026-10-24T22:00:00.000000Z,2026-10-25,4,3,1,4,0.25,1',
        ],
      ],
    ];
    for (const [path, name, lines] of files) {
      it(`are CSV files if asked for: ${path}`, async () => {
        const before = await ask(path);
        assert.equal(before.headers.vary, 'Accept');
        const { statusCode, headers, payload } = await csv(path);
        assert.equal(statusCode, 200, payload);
        assert.equal(headers['content-type'], 'text/csv; charset=utf-8; header=present');
        assert.equal(headers['content-disposition'], `attachment; filename="${name}"`);
        assert.equal(headers.vary, 'Accept');
        assert.equal(payload, `\ufeff${lines.map((line) => `${line}\r\n`).join('')}`);
        assert.equal((await csv(path, { 'if-none-match': headers.etag! as string })).statusCode, 304);
        const again = await ask(path);
        assert.deepEqual([again.text, again.headers.etag], [before.text, before.headers.etag]);
        assert.equal(again.headers.vary, 'Accept', 'also from the cache');
      });
    }

    it('list all links in one CSV file', async () => {
      const { payload } = await csv('links');
      assert.match(
        payload,
        /^\ufeffid,slug,link,impressions,visits,unique\r\n\d+,shop,https:\/\/shop.example\/,8,1,1\r\n/,
      );
      const clicks = await csv('clicks');
      assert.match(clicks.payload, /^\ufeffslug,link,visits,unique\r\nshop,https:\/\/shop.example\/,1,1\r\n/);
    });
  });
}
