import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Parser } from 'htmlparser2';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

function sample(name: string): string {
  return readFileSync(new URL(`../../page-sources/samples/${name}`, import.meta.url), 'utf8');
}

const sources = [
  {
    format: 'linktree',
    file: 'linktree.html',
    captions: [
      'Beans, compost\nand bad jokes.',
      'The allotment diary',
      'Workshops &amp; talks',
      'Beans',
      'A good spade',
    ],
    headings: ['Come along', 'Seeds and tools', 'How to prune'],
    warning: '1 locked link was left out.',
  },
  {
    format: 'linkstack',
    file: 'linkstack-user.json',
    captions: ['Bread since 1911', 'Read me first', 'Opening hours'],
    headings: ['Bread'],
    warning: 'The profile picture was not imported; upload it.',
  },
  {
    format: 'bookmarks',
    file: 'bookmarks.html',
    captions: ['News &amp; weather', 'Soup', 'Bread', 'Mail'],
    headings: ['Cooking', 'Baking'],
    warning:
      '2 entries were left out because of a missing web, mail or telephone address: “Most visited”, “A bookmarklet”.',
  },
  {
    format: 'links',
    file: 'links.csv',
    captions: ['A &quot;quoted&quot; title; with more', 'B'],
    headings: ['Reading'],
    warning: '1 entry was left out because of a missing web, mail or telephone address: “D”.',
  },
];

/** Everything in a page that could run code or load from another host. */
function dangersIn(html: string): string[] {
  const found: string[] = [];
  new Parser({
    onopentag(tag, attributes) {
      if (['script', 'iframe', 'object', 'embed', 'base'].includes(tag)) found.push(`${tag} ${attributes.type ?? ''}`);
      for (const [name, value] of Object.entries(attributes)) {
        if (/^on|^style$/.test(name) || /^(?:javascript|data):/i.test(value.trim())) found.push(`${name}=${value}`);
        if (name === 'src' && !value.startsWith('/')) found.push(value);
      }
    },
  }).end(html);
  return found;
}

for (const engine of enginesOf(import.meta.url)) {
  describe(`Importing from another service on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    const importPage = (account: Account, json: object) => api.call('POST /page/import', { key: account.key, json });
    const document = async ({ key }: Account) => (await api.call('GET /page', { key })).body.response;
    const page = async ({ username }: Account) => (await api.app.inject({ url: `/${username}` })).payload;

    for (const { format, file, captions, headings, warning } of sources) {
      it(`previews ${file}, then imports it`, async () => {
        const account = await api.account(format);
        const text = sample(file);
        const empty = await document(account);

        const preview = await importPage(account, { format, text, dry_run: true });
        assert.equal(preview.status, 200, preview.text);
        // The format is detected if it is not given.
        assert.deepEqual((await importPage(account, { text, dry_run: true })).body, preview.body);
        assert.equal(preview.body.response.dry_run, true);
        assert.ok(preview.body.response.summary.add > 0);
        assert.ok(preview.body.response.warnings.includes(warning), preview.text);
        assert.deepEqual(await document(account), empty);

        const { status, body } = await importPage(account, { format, text });
        assert.equal(status, 200);
        assert.deepEqual(body.response.changes, preview.body.response.changes);
        assert.deepEqual(body.response.warnings, preview.body.response.warnings);

        const html = await page(account);
        for (const shown of captions) assert.ok(html.includes(shown), `${shown} in ${html}`);
        for (const heading of headings) assert.match(html, new RegExp(`<h2[^>]*>${heading}</h2>`));
      });
    }

    it('may be pasted text without schemes, titles and a format', async () => {
      const pat = await api.account('pat');
      const text = 'instagram.com/pat\nexample.com/my-new-book\nWrite: pat@example.com\n+49 30 1234567\nnot a link';
      const made = await api.call('POST /page/import', { key: pat.key, json: { text } });
      assert.equal(made.status, 200, made.text);
      const { blocks } = (await api.call('GET /page', { key: pat.key })).body.response;
      assert.deepEqual(
        blocks.flatMap(({ items }: { items: { caption: string; link: string }[] }) =>
          items.map(({ caption, link }) => [caption, link]),
        ),
        [
          ['Instagram', 'https://instagram.com/pat'],
          ['My new book', 'https://example.com/my-new-book'],
          ['Write', 'mailto:pat@example.com'],
          ['+49301234567', 'tel:+49301234567'],
        ],
      );
    });

    it('redirects a short link to the target in the file', async () => {
      const account = await api.account('follower');
      await importPage(account, { format: 'links', text: 'The shop https://shop.example/?a=1' });
      const { statusCode, headers } = await api.app.inject({ url: '/follower/the-shop' });
      assert.equal(statusCode, 302);
      assert.equal(headers.location, 'https://shop.example/?a=1');
    });

    it('imports no scripts or unsafe links', async () => {
      const account = await api.account('careful');
      const before = await page(account);
      const evil = '"><script>hacked()</script><img src=x onerror=hacked()>';
      const data = {
        pageTitle: `Evil ${evil}`,
        description: `Worse ${evil}`,
        links: [
          { type: 'HEADER', title: `Heading &lt;script&gt;hacked()&lt;/script&gt; ${evil}` },
          { type: 'CLASSIC', title: 'Bad', url: 'javascript:hacked()' },
          { type: 'CLASSIC', title: `Good &lt;script&gt;hacked()`, url: `https://good.example/${evil}` },
          { type: 'YOUTUBE_VIDEO', title: evil, url: `https://www.youtube.com/watch?v=${evil}` },
          { type: 'SPOTIFY', title: 'x', url: 'https://open.spotify.com/track/..%2f..%2fhacked' },
        ],
        socialLinks: [{ type: 'INSTAGRAM', url: `https://instagram.com/${evil}` }],
      };
      const text = JSON.stringify({ props: { pageProps: { account: data } } });
      const answer = await importPage(account, { format: 'linktree', text, mode: 'replace' });
      assert.equal(answer.status, 200, answer.text);

      const html = await page(account);
      assert.match(html, /Good &lt;script&gt;hacked\(\)/);
      assert.deepEqual(dangersIn(html), dangersIn(before));
      assert.match(html, /<h1[^>]*>Evil &quot;&gt;<\/h1>/);
    });

    it('rejects a file without content, names the field "text", and changes nothing', async () => {
      const account = await api.account('refused');
      const before = await document(account);
      for (const [format, text] of [
        ['linktree', '<html><body>Nothing here</body></html>'],
        ['linkstack', '{"links":[{"title":"No address"}]}'],
        ['bookmarks', `${'<dl>'.repeat(10_000)}`],
        ['links', 'javascript:alert(1)'],
      ]) {
        const answer = await importPage(account, { format, text });
        assertError(answer, 422, 'invalid');
        assert.deepEqual(answer.body.errors, { text: ['There is nothing in it to import.'] });
      }
      const other = await importPage(account, { format: 'myspace', text: 'https://a.example' });
      assert.deepEqual(Object.keys(other.body.errors), ['format']);
      assert.deepEqual(await document(account), before);
    });
  });
}
