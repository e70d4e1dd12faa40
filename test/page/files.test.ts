// QR codes, contact cards and what crawlers read, over HTTP, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { renameAccount, suspendAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { usernameProblem } from '../../server/domain/accounts/usernames.ts';
import { sitemapPages, sitemapRanges } from '../../server/domain/page/sitemap.ts';
import { type Api, NOON, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { makePages, type PageGiven, type PageMade } from '../support/pages/pages.ts';
import { elements, readMarkup, textOf } from '../views/markup.ts';
import { modulesIn, pixelsOf, readCode } from '../views/pictures/qr-reader.ts';

const hostile = `Ada\r\nNOTE:x"><script>alert(1)</script>&;,\\`;
const link = (slug: string, settings = {}) => ({ caption: slug, link: 'https://example.com/', slug, settings });
const pages: PageGiven[] = [
  {
    username: 'ada',
    name: hostile,
    blocks: [
      { block: 'contact_card', content: { email: hostile, phone: '+44 1632 960123', website: 'https://example.com' } },
      {
        block: 'links',
        items: [link('shop'), link('grün'), link('contact'), link('gone'), link('off', { enabled: false })],
      },
      { block: 'contact_card', name: 'The Shop', subheading: 'Open', content: 'not a card' },
    ],
  },
  { username: 'bo', seo: { block_engine: '1' }, blocks: [{ block: 'contact_card' }] },
  { username: 'cy', seo: { block_engine: '0', page_name: 'block_engine' } },
  { username: 'dee' },
  { username: 'former' },
];

for (const engine of engines) {
  describe(`Files of a page on ${engine.name}`, () => {
    let api: Api;
    let made: PageMade[];
    before(async () => {
      api = await openApi(engine);
      made = await makePages(api.config.databaseUrl, pages);
      await deleteLink(made[0]!.accountId, 'gone');
      await suspendAccount(api.store, made[3]!.accountId, commandLine, NOON);
      await renameAccount(api.store, made[4]!.accountId, 'newname', commandLine, NOON);
    });
    after(() => api.close());

    /** Deletes a link that has clicks and therefore keeps its record. */
    const deleteLink = (accountId: number, slug: string) =>
      api.store.write(accountId, async (tx) => {
        const own = tx.updateTable('link').set({ deleted_at: NOON }).where('account_id', '=', accountId);
        const { id } = await own.where('slug', '=', slug).returning('id').executeTakeFirstOrThrow();
        const total = { account_id: accountId, target_id: id, dimension: '', key: '', visits: 1, uniques: 1 };
        await tx.insertInto('visit_total').values(total).execute();
      });
    const ask = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers });
    const codeIn = async (png: Buffer) => readCode(modulesIn(await pixelsOf(png)).modules);

    it('include a QR code of the page and of each link, with the canonical URL', async () => {
      for (const [path, address] of [
        ['/ada/qr', 'https://links.example/ada'],
        ['/ADA/qr', 'https://links.example/ada'],
        ['/former/qr', 'https://links.example/newname'],
        ['/ada/shop/qr', 'https://links.example/ada/shop'],
        ['/ada/off/qr', 'https://links.example/ada/off'],
        ['/ada/contact/qr', 'https://links.example/ada/contact'],
        ['/ada/gr%C3%BCn/qr', 'https://links.example/ada/gr%C3%BCn'],
      ] as const) {
        const png = await ask(`${path}.png?size=200`, { host: 'evil.example' });
        assert.equal(png.statusCode, 200, path);
        assert.equal(png.headers['content-type'], 'image/png');
        assert.equal(png.rawPayload.readUInt32BE(16), 200);
        assert.equal(await codeIn(png.rawPayload), address);
        const svg = await ask(`${path}.svg`);
        assert.equal(svg.headers['content-type'], 'image/svg+xml; charset=utf-8');
        const [root] = elements(readMarkup(svg.payload), 'svg');
        assert.equal(root!.attributes['aria-label'], `QR code of ${address}`);
      }
    });

    it('send a QR code inline or as a download, and 304 to a matching ETag', async () => {
      const shown = await ask('/ada/qr.png');
      assert.equal(shown.rawPayload.readUInt32BE(16), 512);
      assert.equal(shown.headers['content-disposition'], 'inline; filename="ada.png"');
      assert.equal(shown.headers['content-security-policy'], "default-src 'none'; sandbox");
      const saved = await ask('/ada/qr.svg?download');
      assert.equal(saved.headers['content-disposition'], 'attachment; filename="ada.svg"');
      const again = await ask('/ada/qr.png', { 'if-none-match': String(shown.headers.etag) });
      assert.deepEqual([again.statusCode, again.payload], [304, '']);
    });

    it('include no QR code of missing pages and links, and none of an unsupported size', async () => {
      for (const path of [
        '/nobody',
        '/dee',
        '/%00',
        '/a%2Fb',
        '/ada/none',
        '/ada/gone',
        '/ada/%00',
        '/ada/%ED%A0%80',
        '/bo/shop',
      ]) {
        for (const file of ['qr.svg', 'qr.png']) {
          const answer = await ask(`${path}/${file}`);
          assert.ok([400, 404].includes(answer.statusCode), `${path}/${file} ${answer.statusCode}`);
        }
      }
      for (const size of ['63', '2049', '1e3', '-100', '100.5', '', 'x', '64&size=64', '99999999999']) {
        const answer = await ask(`/ada/qr.png?size=${size}`);
        assert.equal(answer.statusCode, 422, size);
        assert.equal(answer.payload, 'The size must be a whole number from 64 to 2048.\n');
      }
      assert.equal((await ask('/ada/qr.png?size=64')).statusCode, 200);
    });

    it('include a valid vCard for any input', async () => {
      const [card, , odd] = made[0]!.blockIds;
      const answer = await ask(`/Ada/contact/${card}.vcf`);
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['content-type'], 'text/vcard; charset=utf-8');
      assert.equal(answer.headers['content-disposition'], 'attachment; filename="ada.vcf"');
      const typed = 'Ada\\nNOTE:x"><script>alert(1)</script>&\\;\\,\\\\';
      assert.deepEqual(answer.payload.replaceAll('\r\n ', '').split('\r\n'), [
        'BEGIN:VCARD',
        'VERSION:3.0',
        `N:;${typed};;;`,
        `FN:${typed}`,
        `EMAIL;TYPE=INTERNET:${typed}`,
        'TEL;TYPE=VOICE:+44 1632 960123',
        'URL:https://example.com/',
        'URL:https://links.example/ada',
        'REV:2026-03-10T12:00:00.000000Z',
        'END:VCARD',
        '',
      ]);
      const other = (await ask(`/ada/contact/${odd}.vcf`)).payload.split('\r\n');
      assert.deepEqual(other.slice(2, 6), [
        'N:;The Shop;;;',
        'FN:The Shop',
        'TITLE:Open',
        'URL:https://links.example/ada',
      ]);
    });

    it('include no contact card without such a block on the page', async () => {
      const [card, links] = made[0]!.blockIds;
      for (const path of [
        `/ada/contact/${links}.vcf`,
        `/bo/contact/${card}.vcf`,
        `/dee/contact/${card}.vcf`,
        `/nobody/contact/${card}.vcf`,
        '/ada/contact/0.vcf',
        '/ada/contact/x.vcf',
        '/ada/contact/9007199254740993.vcf',
        `/ada/contact/${card}.vcf.vcf`,
        `/%00/contact/${card}.vcf`,
      ]) {
        const answer = await ask(path);
        assert.deepEqual([answer.statusCode, answer.payload], [404, 'There is no such contact.\n'], path);
      }
    });

    it('include robots.txt and sitemaps with every page that may be indexed', async () => {
      const robots = (await ask('/robots.txt')).payload;
      assert.match(robots, /^User-agent: \*\nDisallow: \/api\/\n/);
      assert.match(robots, /^Sitemap: https:\/\/links\.example\/sitemap\.xml$/m);
      const index = readMarkup((await ask('/sitemap.xml')).payload.replace(/^<\?xml .*\?>\n/, ''));
      assert.deepEqual(elements(index, 'loc').map(textOf), ['https://links.example/sitemap/1.xml']);
      const answer = await ask('/sitemap/1.xml', { host: 'evil.example' });
      assert.equal(answer.headers['content-type'], 'application/xml; charset=utf-8');
      const urls = elements(readMarkup(answer.payload.replace(/^<\?xml .*\?>\n/, '')), 'url');
      assert.deepEqual(
        urls.map((url) => elements(url).map(textOf)),
        [
          ['https://links.example/ada', '2026-03-10'],
          ['https://links.example/cy', '2026-03-10'],
          ['https://links.example/newname', '2026-11-15'],
        ],
      );
      for (const path of ['/sitemap/2.xml', '/sitemap/0.xml', '/sitemap/x.xml', '/sitemap/%00.xml']) {
        assert.equal((await ask(path)).statusCode, 404, path);
      }
      assert.match((await ask('/llms.txt')).payload, /\]\(https:\/\/links\.example\/api\/v1\/openapi\.json\)/);
      const known = await ask('/sitemap/1.xml', { 'if-none-match': String(answer.headers.etag) });
      assert.equal(known.statusCode, 304);
    });

    it('split sitemaps into ranges that cover every account', async () => {
      const ids = made.map(({ accountId }) => accountId);
      const ranges = await sitemapRanges(api.store.read, 2);
      assert.deepEqual(ranges, [
        { after: 0, last: ids[1] },
        { after: ids[1], last: ids[3] },
        { after: ids[3], last: Number.MAX_SAFE_INTEGER },
      ]);
      const listed = await Promise.all(ranges.map((range) => sitemapPages(api.store.read, range)));
      assert.deepEqual(
        listed.map((page) => page.map(({ username }) => username)),
        [['ada'], ['cy'], ['newname']],
      );
    });

    it('have paths that no username can take', () => {
      for (const name of ['sitemap', 'pictures', 'docs', 'api']) {
        assert.match(String(usernameProblem(name)), /reserved/);
      }
    });
  });
}

describe('Files for crawlers without a PUBLIC_URL', () => {
  it('use the request host', async () => {
    const api = await openApi(engines[0]!, { PUBLIC_URL: '' });
    try {
      for (const host of ['one.example', 'two.example']) {
        for (const url of ['/robots.txt', '/llms.txt', '/sitemap.xml']) {
          const answer = await api.app.inject({ url, headers: { host } });
          assert.ok(answer.payload.includes(`http://${host}/`), `${host}${url}`);
          assert.equal(/(?:one|two)\.example/.exec(answer.payload)![0], host);
        }
      }
      const rejected = await api.app.inject({ url: '/robots.txt', headers: { host: 'x"<y>' } });
      assert.equal(rejected.statusCode, 400);
    } finally {
      await api.close();
    }
  });
});
