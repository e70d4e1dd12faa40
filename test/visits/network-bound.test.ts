// Unique visitors cannot be inflated from one address: a browser is one visitor whatever its user agent says, and at most
// 500 visitors a day per IPv4 address or IPv6 /64 are unique, and 4,000 per IPv6 /48. Every visit still counts.
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it, test } from 'node:test';
import { DAY } from '../../contract/time.ts';
import type { Visits } from '../../server/visits/index.ts';
import { clicksReport, linkReport, viewsReport } from '../../server/visits/read/report.ts';
import { type Account, type Api, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { addLink, setting } from './setting.ts';
import { send } from './tally/crowd.ts';

const AT_ONCE = 32;
const BOUND = 500;

/** Another user agent each time. */
const chrome = (version: number, patch = 0) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.${patch} Safari/537.36`;

for (const engine of engines) {
  describe(`visitors from one address on ${engine.name}`, () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
    let api: Api;
    let port: number;
    before(async () => {
      api = await openApi(engine, { MAX_EVENT_LOOP_DELAY_MS: '60000', TRUST_PROXY: '1' });
      await api.app.listen({ host: '127.0.0.1', port: 0 });
      ({ port } = api.app.server.address() as AddressInfo);
    });
    after(async () => {
      agent.destroy();
      await api.close();
    });

    async function owner(username: string): Promise<Account> {
      const account = await api.account(username);
      const items = ['shop', 'blog'].map((slug) => ({ slug, link: `https://${slug}.example/` }));
      await api.call('POST /blocks', { key: account.key, json: { block: 'links', items } });
      return account;
    }

    /** `make` returns the address and user agent of each request. */
    async function visit(path: string, count: number, make: (number: number) => [address: string, userAgent: string]) {
      let next = 0;
      async function sendOn(): Promise<void> {
        for (let number = next++; number < count; number = next++) {
          const [address, userAgent] = make(number);
          const headers = { 'x-forwarded-for': address, 'user-agent': userAgent, 'if-none-match': '*' };
          const reply = await send(agent, { port }, { method: 'GET', path, headers });
          assert.equal(reply.headers['fingerpost-visit'], 'counted', userAgent);
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
    }

    async function read({ key }: Account, path: string) {
      await api.visits.aggregateAll();
      return (await api.call(`GET /analytics${path}`, { key })).body.response;
    }
    const views = async (account: Account) => (await read(account, '/views')).getviews;

    it('are one per browser, version, system and device, for 1,000 user agents', async () => {
      const ada = await owner('ada');
      const makes = [
        (number: number) => chrome(130, number),
        (number: number) => `${chrome(131)} made-up/${number}`,
        (number: number) => `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.${number}`,
        (number: number) =>
          `Mozilla/5.0 (Linux; Android ${number % 15}; Model ${number}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36`,
        (number: number) => `Mozilla/5.0 (Toaster ${number}) Gecko/${number} Nobody/${number}`,
      ];
      await visit('/ada', 1000, (number) => ['192.0.2.1', makes[number % makes.length]!(number)]);
      assert.deepEqual(await views(ada), { visits: 1000, unique: 5 });
      const { browsers } = await read(ada, '/views');
      assert.deepEqual(browsers, {
        Chrome: { visits: 600, unique: 3, name: 'Chrome' },
        Firefox: { visits: 200, unique: 1, name: 'Firefox' },
        Unknown: { visits: 200, unique: 1, name: 'Unknown' },
      });
    });

    it('are at most 500 a day for the page, each link and all links, while every visit counts', async () => {
      const bob = await owner('bob');
      const versions = (number: number): [string, string] => ['192.0.2.1', chrome(1 + number)];
      await visit('/bob', 600, versions);
      await visit('/bob/shop', 600, versions);
      await visit('/bob/blog', 20, versions);
      assert.deepEqual(await views(bob), { visits: 600, unique: BOUND });
      assert.deepEqual(await read(bob, '/clicks'), {
        links: {
          shop: { visits: 600, unique: BOUND, link: 'https://shop.example/' },
          blog: { visits: 20, unique: 20, link: 'https://blog.example/' },
        },
        insight: { visits: 620, unique: BOUND },
      });
      // Counting single visits gives the same result.
      const filtered = await read(bob, '/breakdown?dimension=browser&os=Windows');
      assert.deepEqual(filtered, [{ key: 'Chrome', name: 'Chrome', visits: 600, unique: BOUND }]);

      await visit('/bob', 100, (number) => versions(number));
      assert.deepEqual(await views(bob), { visits: 700, unique: BOUND }, 'known visitors stay known');
      await visit('/bob', 10, (number) => [`192.0.2.${2 + number}`, chrome(130)]);
      assert.deepEqual(await views(bob), { visits: 710, unique: BOUND + 10 }, 'other addresses have their own limit');
      const cleo = await owner('cleo');
      await visit('/cleo', 10, versions);
      assert.deepEqual(await views(cleo), { visits: 10, unique: 10 }, 'each account has its own limit');
      api.clock.now += DAY;
      await visit('/bob', 10, versions);
      assert.deepEqual(await views(bob), { visits: 720, unique: BOUND + 20 }, 'each day has its own limit');
    });

    it('are at most 500 a day for all addresses of an IPv6 /64', async () => {
      const dan = await owner('dan');
      const network = (number: number) => `2001:db8:0:${number}:${(number + 1).toString(16)}::1`;
      await visit('/dan', 600, (number) => [`2001:db8:0:7:${number.toString(16)}::1`, chrome(130)]);
      assert.deepEqual(await views(dan), { visits: 600, unique: BOUND });
      await visit('/dan', 5, (number) => [network(number), chrome(130)]);
      assert.deepEqual(await views(dan), { visits: 605, unique: BOUND + 5 });
    });
  });

  describe(`the limit for an IPv6 /48 on ${engine.name}`, () => {
    test('is that of eight networks, and one of them does not use it up', async (t) => {
      const { store, visits } = await setting(t, engine);
      /** Visitors of one /64. */
      const come = (network: number, count: number) =>
        visits.recordMany(
          Array.from({ length: count }, (_, index) => ({
            accountId: 1,
            targetId: 0,
            address: `2001:db8:1:${network.toString(16)}:${(1 + index).toString(16)}::1`,
            userAgent: chrome(130),
          })),
        );
      const views = async () => {
        await visits.aggregateAll();
        return (await viewsReport(store.read, 1)).getviews;
      };
      await come(0, 4600);
      assert.deepEqual(await views(), { visits: 4600, unique: 500 });
      for (let network = 1; network <= 10; network += 1) await come(network, 360);
      assert.deepEqual(await views(), { visits: 8200, unique: 4000 });
      await come(11, 10);
      assert.deepEqual(await views(), { visits: 8210, unique: 4000 });
      await visits.recordMany([
        { accountId: 1, targetId: 0, address: '2001:db8:2::1', userAgent: chrome(130) },
        { accountId: 1, targetId: 0, address: '::ffff:192.0.2.1', userAgent: chrome(130) },
      ]);
      assert.deepEqual(await views(), { visits: 8212, unique: 4002 });
      const seen = await store.read.selectFrom('visit_seen').select('visitor').execute();
      assert.equal(seen.length, 4002, 'visitors above the limit are not stored');
    });
  });

  describe(`the limit for one address on ${engine.name}`, () => {
    const record = (visits: Visits, targetId: number, from: number, to: number) =>
      visits.recordMany(
        Array.from({ length: to - from }, (_, index) => ({
          accountId: 1,
          targetId,
          address: '192.0.2.1',
          userAgent: chrome(from + index),
        })),
      );

    test('holds for concurrent and later processes', async (t) => {
      const { store, visits, another } = await setting(t, engine);
      await addLink(store, { id: 11, slug: 'one' });
      const other = await another();
      await Promise.all([record(visits, 0, 1, 301), record(other.visits, 0, 201, 501), record(visits, 11, 1, 301)]);
      await Promise.all([visits.aggregateAll(), other.visits.aggregateAll()]);
      assert.deepEqual((await viewsReport(store.read, 1)).getviews, { visits: 600, unique: 500 });

      await Promise.all([record(visits, 0, 401, 701), record(other.visits, 11, 201, 801)]);
      await Promise.all([visits.aggregateAll(), other.visits.aggregateAll()]);
      const late = await another();
      await record(late.visits, 0, 701, 1001);
      await late.visits.aggregateAll();
      assert.deepEqual((await viewsReport(store.read, 1)).getviews, { visits: 1200, unique: 500 });
      assert.deepEqual((await linkReport(store.read, 1, 11)).getviews, { visits: 900, unique: 500 });
      assert.deepEqual((await clicksReport(store.read, 1)).insight, { visits: 900, unique: 500 });
      const seen = await store.read.selectFrom('visit_seen').select('visitor').execute();
      assert.equal(seen.length, 1500, 'visitors above the limit are not stored');
    });

    test('applies in order of arrival', async (t) => {
      const { store, visits } = await setting(t, engine);
      const come = (browser: string, number: number) => ({
        accountId: 1,
        targetId: 0,
        address: '192.0.2.1',
        userAgent: `${chrome(number)} ${browser}`,
      });
      const numbers = Array.from({ length: 300 }, (_, index) => 1 + index);
      await visits.recordMany([
        ...numbers.map((number) => come('', number)),
        ...numbers.map((number) => come(`Edg/${number}.0`, number)),
        ...numbers.map((number) => come(`OPR/${number}.0`, number)),
      ]);
      await visits.aggregateAll();
      const { browsers } = await viewsReport(store.read, 1);
      assert.deepEqual(
        Object.values(browsers).map(({ name, visits, unique }) => [name, visits, unique]),
        [
          ['Chrome', 300, 300],
          ['Edge', 300, 200],
          ['Opera', 300, 0],
        ],
      );
    });
  });
}
