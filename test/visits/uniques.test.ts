// Nobody becomes several visitors with forged addresses or repeated heartbeats. Over real sockets, because these
// requests skip the Fastify handlers.
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { send, type Visit } from './tally/crowd.ts';

const AT_ONCE = 32;
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

for (const engine of engines) {
  describe(`one visitor on ${engine.name}`, () => {
    // The full number on both engines would take long and show no more.
    const requests = engine.name === 'sqlite' ? 10_000 : 1000;
    const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
    let api: Api;
    let ada: Account;
    let bob: Account;
    let port: number;
    before(async () => {
      // Load from other tests must not count as overload.
      api = await openApi(engine, { MAX_EVENT_LOOP_DELAY_MS: '60000' });
      ada = await api.account('ada');
      bob = await api.account('bob');
      for (const { key } of [ada, bob]) {
        const items = ['shop', 'blog'].map((slug) => ({ slug, link: `https://${slug}.example/` }));
        assert.equal((await api.call('POST /blocks', { key, json: { block: 'links', items } })).status, 200);
      }
      await api.app.listen({ host: '127.0.0.1', port: 0 });
      ({ port } = api.app.server.address() as AddressInfo);
    });
    after(async () => {
      agent.destroy();
      await api.close();
    });

    async function sendMany(count: number, make: (number: number) => Visit, expected: (number: number) => unknown[]) {
      let next = 0;
      async function sendOn(): Promise<void> {
        for (let number = next++; number < count; number = next++) {
          const { status, headers } = await send(agent, { port }, make(number));
          assert.deepEqual([status, headers['fingerpost-visit']], expected(number), String(number));
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
    }

    async function counts({ key }: Account) {
      await api.visits.aggregateAll();
      const read = async (path: string) => (await api.call(`GET /analytics${path}`, { key })).body.response;
      const figures: { slug: string; impressions: number }[] = await read('/links');
      return {
        views: await read('/views'),
        clicks: await read('/clicks'),
        impressions: Object.fromEntries(figures.map(({ slug, impressions }) => [slug, impressions])),
        kinds: await read('/breakdown?dimension=kind'),
      };
    }
    const live = async ({ key }: Account) => {
      const { visitors } = (await api.call('GET /analytics/live', { key })).body.response;
      return visitors.map(({ ip }: { ip: string }) => ip);
    };

    it(`is unique once for ${requests} requests with forged addresses`, async () => {
      const path = (number: number) => ['/ada/shop', '/ada/blog'][number % 10] ?? '/ada';
      await sendMany(
        requests,
        (number) => ({
          method: 'GET',
          path: path(number),
          headers: { ...firefox, ...forgedHeaders(number), 'if-none-match': '*' },
        }),
        (number) => [path(number) === '/ada' ? 304 : 302, 'counted'],
      );
      const [views, clicks] = [requests * 0.8, requests * 0.1];
      const once = (name: string, more: object = {}) => ({ [name]: { visits: views, unique: 1, name, ...more } });
      assert.deepEqual(await counts(ada), {
        views: {
          countries: { xx: { visits: views, unique: 1, name: 'Unknown' } },
          cities: { 'Unknown, XX': { visits: views, unique: 1, name: 'Unknown', iso: 'XX' } },
          devices: once('Linux'),
          browsers: once('Firefox'),
          getviews: { visits: views, unique: 1 },
        },
        clicks: {
          links: {
            shop: { visits: clicks, unique: 1, link: 'https://shop.example/' },
            blog: { visits: clicks, unique: 1, link: 'https://blog.example/' },
          },
          insight: { visits: 2 * clicks, unique: 1 },
        },
        impressions: { shop: views, blog: views },
        kinds: [],
      });
      assert.deepEqual(await live(ada), ['127.0.0.1']);
    });

    it('changes no count with replayed or forged heartbeats, and is live at most once', async () => {
      const before = await counts(ada);
      const ways: Pick<Visit, 'path' | 'headers'>[] = [
        { path: '/ada/pulse', headers: { origin: 'https://links.example', 'content-type': 'text/plain' } },
        { path: '/ada/pulse', headers: { origin: 'https://evil.example', 'content-type': 'application/json' } },
        { path: '/ada/pulse', headers: { origin: 'null', cookie: 'visitor=1', 'content-type': 'multipart/form-data' } },
        { path: '/ada/pulse?left', headers: {} },
        { path: '/ada/pulse?left=1&visits=99&utm_source=x', headers: { referer: 'https://news.example/' } },
      ];
      const bodies = ['', '{"visits":99,"visitor":"x"}', '\0\xff', 'a=b'.repeat(1000)];
      await sendMany(
        1000,
        (number) => {
          const { path, headers } = ways[number % ways.length]!;
          const body = bodies[number % bodies.length]!;
          return { method: 'POST', path, headers: { ...firefox, ...forgedHeaders(number), ...headers }, body };
        },
        () => [204, undefined],
      );
      assert.deepEqual(await counts(ada), before);
      assert.ok((await live(ada)).length <= 1);
    });

    it('counts nothing with a heartbeat alone, and is not live as a bot', async () => {
      const before = await counts(bob);
      assert.deepEqual(before.views.getviews, { visits: 0, unique: 0 });
      const nobodies: Record<string, string>[] = [
        { 'user-agent': 'curl/8.5.0' },
        { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
        { ...firefox, 'sec-purpose': 'prefetch' },
        {},
      ];
      const heartbeat = (headers: Record<string, string>): Visit => ({ method: 'POST', path: '/bob/pulse', headers });
      await sendMany(
        nobodies.length,
        (number) => heartbeat(nobodies[number]!),
        () => [204, undefined],
      );
      await sendMany(
        2,
        (number) => ({ ...heartbeat(firefox), method: number === 0 ? 'HEAD' : 'GET' }),
        () => [404, undefined],
      );
      assert.deepEqual(await live(bob), []);
      await sendMany(
        100,
        (number) => heartbeat({ ...firefox, ...forgedHeaders(number) }),
        () => [204, undefined],
      );
      assert.deepEqual(await live(bob), ['127.0.0.1']);
      assert.deepEqual(await counts(bob), before);
    });
  });
}

/** All headers that proxies set for the client address; here there is no proxy. */
function forgedHeaders(number: number): Record<string, string> {
  const address = `203.0.${(number >> 8) & 255}.${number & 255}`;
  return {
    'x-forwarded-for': number % 2 === 0 ? address : `${address}, 198.51.100.${number % 250}`,
    'x-forwarded-host': `h${number}.example`,
    'x-real-ip': address,
    forwarded: `for=${address};host=h${number}.example`,
    'cf-connecting-ip': address,
    'true-client-ip': address,
  };
}
