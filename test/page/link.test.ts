// Short links over HTTP, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { InjectOptions } from 'fastify';
import { renameAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { type Api, NOON, openApi } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';
import { makePages } from '../support/pages/pages.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOUR = 3600_000_000;
const UPLOAD = `/uploads/${'0a'.repeat(32)}/${'t'.repeat(22)}/guide.pdf`;

const links: Record<string, { link: string; settings?: object }> = {
  shop: { link: 'HTTPS://Shop.Example/a b?x=1#top' },
  mail: { link: 'mailto:ada@example.com?subject=Hi there' },
  call: { link: 'tel:+441632960123' },
  'grüße-日本': { link: 'https://example.com/' },
  off: { link: 'https://example.com/', settings: { enabled: false } },
  soon: { link: 'https://example.com/', settings: { from: '2026-11-15T13:00:00Z' } },
  over: { link: 'https://example.com/', settings: { to: '2026-11-15T12:00:00Z' } },
  adult: { link: 'https://adult.example:8443/x', settings: { sensitive: true, pass_query: true } },
  ad: { link: 'https://example.com/?utm_source=page&n=%20#end', settings: { pass_query: true } },
  write: { link: 'mailto:ada@example.com', settings: { pass_query: true } },
  plain: { link: 'https://example.com', settings: { pass_query: true } },
  guide: { link: UPLOAD, settings: { pass_query: true } },
  secret: { link: UPLOAD, settings: { sensitive: true } },
};
const hostile = [
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example/',
  '/\\evil.example',
  `/uploads/${'0a'.repeat(32)}/7/../../evil`,
  `//evil.example/uploads/${'0a'.repeat(32)}/${'t'.repeat(22)}/guide.pdf`,
  'evil.example',
  'https://user:pass@evil.example/',
  'https://',
  '',
];

for (const engine of enginesOf(import.meta.url)) {
  describe(`A short link on ${engine.name}`, () => {
    let api: Api;
    let ada: number;
    before(async () => {
      api = await openApi(engine);
      const items = Object.entries(links).map(([slug, given]) => ({ caption: slug, slug, ...given }));
      const bad = hostile.map((link, index) => ({ link, slug: `bad-${index}` }));
      const split = { slug: 'split', link: 'https://example.com/\r\nSet-Cookie: a=b' };
      const [made] = await makePages(api.config.databaseUrl, [
        { username: 'ada', blocks: [{ block: 'links', items: [...items, ...bad, split] }] },
      ]);
      ada = made!.accountId;
    });
    after(() => api.close());

    const ask = (url: string, options: InjectOptions = {}) =>
      api.app.inject({ url, ...options, headers: { 'user-agent': FIREFOX, ...options.headers } });

    it('redirects to the normalised target, with no-store and noindex', async () => {
      for (const [slug, target] of [
        ['shop', 'https://shop.example/a%20b?x=1#top'],
        ['mail', 'mailto:ada@example.com?subject=Hi%20there'],
        ['call', 'tel:+441632960123'],
        ['gr%C3%BC%C3%9Fe-%E6%97%A5%E6%9C%AC', 'https://example.com/'],
        ['shop?x=2', 'https://shop.example/a%20b?x=1#top'],
        ['split', 'https://example.com/Set-Cookie:%20a=b'],
        ['guide?a=1', UPLOAD],
        ['secret/continue', UPLOAD],
      ] as const) {
        const answer = await ask(`/ada/${slug}`);
        assert.deepEqual([answer.statusCode, answer.headers.location], [302, target]);
        assert.equal(answer.headers['cache-control'], 'no-store');
        assert.equal(answer.headers['x-robots-tag'], 'noindex');
        assert.equal(answer.headers['referrer-policy'], 'strict-origin-when-cross-origin');
        assert.equal(answer.headers['fingerpost-visit'], 'counted');
        assert.equal(answer.headers['set-cookie'], undefined);
      }
      const head = await ask('/ada/shop', { method: 'HEAD' });
      assert.deepEqual([head.statusCode, head.headers['fingerpost-visit']], [302, 'head']);
    });

    it('answers 404 for unsafe and invalid targets', async () => {
      for (const [index, link] of hostile.entries()) {
        const answer = await ask(`/ada/bad-${index}`);
        assert.deepEqual([answer.statusCode, answer.headers.location], [404, undefined], link);
        assert.match(String(answer.headers['content-type']), /^text\/html/);
        assert.doesNotMatch(answer.payload, /evil|script:|passwd/);
      }
    });

    it('passes on the query if enabled, and changes nothing else of the target', async () => {
      for (const [url, target] of [
        ['/ada/ad?utm_source=evil&ref=a+b&ref=%22', 'https://example.com/?utm_source=page&n=%20&ref=a+b&ref=%22#end'],
        ['/ada/ad?n=2', 'https://example.com/?utm_source=page&n=%20#end'],
        ['/ada/ad', 'https://example.com/?utm_source=page&n=%20#end'],
        ['/ada/plain?//evil.example/@x#y', 'https://example.com/?%2F%2Fevil.example%2F%40x='],
        ['/ada/plain?a=1%0d%0aX:y', 'https://example.com/?a=1%0D%0AX%3Ay'],
        ['/ada/write?bcc=evil@example.com', 'mailto:ada@example.com'],
      ] as const) {
        assert.equal((await ask(url)).headers.location, target, url);
      }
    });

    it('redirects from upper case, a trailing slash and a former username', async () => {
      for (const [url, location] of [
        ['/ADA/shop?a=1', '/ada/shop?a=1'],
        ['/ada/Shop', '/ada/shop'],
        ['/ada/shop/', '/ada/shop'],
        ['/ada/adult/continue/?a', '/ada/adult/continue?a'],
        ['/Ada/GRU%CC%88SSE-x', undefined],
        ['/Ada/GR%C3%9C%C3%9FE-%E6%97%A5%E6%9C%AC', '/ada/gr%C3%BC%C3%9Fe-%E6%97%A5%E6%9C%AC'],
      ] as const) {
        const answer = await ask(url);
        assert.deepEqual([answer.statusCode, answer.headers.location], [location ? 301 : 404, location], url);
      }
      await renameAccount(api.store, ada, 'fenwick', commandLine, NOON);
      assert.equal((await ask('/ada/shop')).headers.location, '/fenwick/shop');
      await renameAccount(api.store, ada, 'ada', commandLine, NOON);
      assert.equal((await ask('/ada/shop')).statusCode, 302);
    });

    it('explains why a link is not available, links to the page, and counts no visit', async () => {
      await api.store.write(ada, (tx) =>
        tx
          .updateTable('link')
          .set({ deleted_at: NOON })
          .where('account_id', '=', ada)
          .where('slug', '=', 'call')
          .execute(),
      );
      for (const [slug, status, words] of [
        ['nothing', 404, /no such link/],
        ['call', 410, /removed from the page/],
        ['off', 404, /switched off/],
        ['soon', 404, /available on <time datetime="2026-11-15T13:00:00.000000Z">15 Nov 2026, 13:00 UTC/],
        ['over', 410, /has expired/],
        ['%00', 404, /no such link/],
        ['x'.repeat(300), 404, /no such link/],
      ] as const) {
        const answer = await ask(`/ada/${slug}`);
        assert.equal(answer.statusCode, status, slug);
        assert.match(answer.payload, words);
        assert.match(answer.payload, /href="\/ada"/);
        assert.equal(answer.headers['fingerpost-visit'], undefined);
      }
      api.clock.now = NOON + HOUR;
      assert.equal((await ask('/ada/soon')).statusCode, 302);
      api.clock.now = NOON;
    });

    it('shows a notice with the host before a sensitive target', async () => {
      const notice = await ask('/ada/adult?ref=1');
      assert.equal(notice.statusCode, 200);
      assert.match(notice.payload, /adult\.example:8443/);
      assert.match(notice.payload, /href="\/ada\/adult\/continue\?ref=1"/);
      assert.match((await ask('/ada/secret')).payload, /leads to a file of this page\./);
      assert.match((await ask('/ada')).payload, /href="\/ada\/guide"/);
      assert.equal(notice.headers['fingerpost-visit'], undefined);
      const followed = await ask('/ada/adult/continue?ref=1');
      assert.deepEqual([followed.statusCode, followed.headers.location], [302, 'https://adult.example:8443/x?ref=1']);
    });

    it('counts clicks by link id', async () => {
      const key = (await api.keyFor({ id: ada })).key;
      const [{ accountId }] = (await makePages(api.config.databaseUrl, [
        { username: 'bo', blocks: [{ block: 'links', items: [{ slug: 'shop', link: 'https://bo.example/' }] }] },
      ])) as [{ accountId: number }, ...unknown[]];
      await api.visits.aggregateAll();
      const clicks = async () =>
        (await api.call('GET /analytics/clicks/adult', { key })).body.response.getviews.visits as number;
      const before = await clicks();
      await ask('/ada/adult/continue');
      await ask('/ada/adult/continue', { headers: { 'user-agent': 'curl/8.9.0' } });
      await ask('/ada/adult/continue', { headers: { 'sec-purpose': 'prefetch' } });
      await ask('/ada/adult');
      assert.equal((await ask('/bo/shop')).headers.location, 'https://bo.example/');
      await api.visits.aggregateAll();
      assert.equal(await clicks(), before + 1);
      assert.ok(accountId > 0);
    });
  });
}
