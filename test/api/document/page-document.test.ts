import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { wholePage } from '../../support/pages/whole-page.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

for (const engine of enginesOf(import.meta.url)) {
  describe(`The page document on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let bob: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      bob = await api.account('bob');
    });
    after(() => api.close());

    const page = (account: Account) => api.call('GET /page', { key: account.key });
    const send = (account: Account, json: object, headers: Record<string, string> = {}) =>
      api.call('POST /page/import', { key: account.key, json, headers });
    const imported = async (account: Account, document: object, more: object = {}) => {
      const answer = await send(account, { document, ...more });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.response;
    };
    const blocks = async (account: Account) =>
      (await api.call('GET /blocks?results_per_page=100', { key: account.key })).body.response;
    const texts = ({ changes }: { changes: { text: string }[] }) => changes.map(({ text }) => text);

    it('is the same, byte for byte, after an import into an empty account', async () => {
      const empty = await page(ada);
      assert.deepEqual(empty.body.response, {
        $schema: 'https://links.example/page.schema.json',
        version: 1,
        profile: { name: 'The ada' },
      });
      await imported(ada, wholePage);
      const exported = await page(ada);
      assert.equal(JSON.stringify(exported.body.response), JSON.stringify(wholePage));
      await imported(bob, exported.body.response);
      assert.equal((await page(bob)).text, exported.text);
      assert.doesNotMatch(exported.text, /"ada"|ada@example\.com|_at"/);
    });

    it('changes nothing if it matches the page', async () => {
      const rows = await blocks(ada);
      api.clock.now += 1_000_000;
      const { message, changes, summary } = await imported(ada, wholePage);
      assert.equal(message, 'Nothing changed: the page is already up to date.');
      assert.deepEqual(changes, []);
      assert.deepEqual(summary, { add: 0, change: 0, remove: 0, move: 0 });
      assert.equal((await imported(ada, wholePage, { dry_run: true })).message, 'Nothing would change.');
      assert.deepEqual(await blocks(ada), rows);
    });

    it('normalises values, and is idempotent afterwards', async () => {
      const kim = await api.account('kim');
      const document = {
        version: 1,
        profile: { name: ' Kim ', bio: 'One\r\ntwo' },
        social: { instagram: '@kim', email: '' },
        customize: { theme: 'signpost', texts_color: '#ABCDEF' },
        background: { type: null, settings: { solid: { color: '#ffffff' } } },
        blocks: [
          { block: 'divider', settings: { style: 'line' } },
          { block: 'links', items: [{ caption: ' Home ', link: 'HTTPS://Example.com', settings: { from: null } }] },
        ],
        pixels: [{ name: ' One ', type: 'quora', pixel_id: '1', status: 1 }],
      };
      await imported(kim, document);
      assert.deepEqual((await imported(kim, document)).changes, []);
      assert.deepEqual((await page(kim)).body.response, {
        $schema: 'https://links.example/page.schema.json',
        version: 1,
        profile: { name: 'Kim', bio: 'One\ntwo' },
        social: { instagram: 'kim' },
        customize: { texts_color: '#abcdef' },
        blocks: [
          { block: 'divider' },
          { block: 'links', items: [{ caption: 'Home', link: 'https://example.com/', slug: 'home' }] },
        ],
        pixels: [{ name: 'One', type: 'quora', pixel_id: '1' }],
      });
    });

    it('matches blocks and links, keeps their counts, entries and slugs, and reports the changes', async () => {
      const eve = await api.account('eve');
      const first = {
        version: 1,
        blocks: [
          { block: 'links', name: 'Work', items: [link('Shop', 'shop'), link('Maps', 'maps')] },
          { block: 'links', name: 'Play', items: [link('Songs', 'songs')] },
          { block: 'signup', name: 'Letter' },
          { block: 'signup', name: 'Other letter' },
        ],
      };
      await imported(eve, first);
      const [work, play, letter, other] = await blocks(eve);
      await follow('/eve/maps');
      for (const block of [letter, other]) {
        const payload = 'email=reader%40example.com';
        const headers = { ...browser, 'content-type': 'application/x-www-form-urlencoded' };
        await api.app.inject({ method: 'POST', url: `/eve/forms/${block.id}`, headers, payload });
      }

      const second = {
        version: 1,
        blocks: [
          { block: 'signup', name: 'Letter', subheading: 'Four times a year' },
          { block: 'links', name: 'Fun', items: [{ ...link('Songs', 'songs'), settings: { highlight: true } }] },
          { block: 'image', items: [{ ...link('Old maps', 'atlas'), former_slugs: ['maps'] }] },
          { block: 'links', name: 'Work', items: [link('Shop', 'shop'), link('New', 'new')] },
        ],
      };
      const preview = await imported(eve, second, { dry_run: true });
      assert.deepEqual(preview.warnings, ['1 entry of the form "Other letter" would be deleted.']);
      assert.deepEqual(await blocks(eve), [work, play, letter, other]);
      const done = await imported(eve, second);
      assert.deepEqual(done.changes, preview.changes);
      assert.deepEqual(done.warnings, ['1 entry of the form "Other letter" was deleted.']);
      assert.deepEqual(texts(done), [
        'Remove the block "Other letter" of type signup',
        'Change the block "Letter" of type signup: subheading',
        'Move the block "Letter" of type signup to place 1',
        'Change the block "Fun" of type links: name',
        'Move the block "Fun" of type links to place 2',
        'Change the item "Songs": settings',
        'Add the block of type image',
        'Change the item "Old maps": caption, link, slug, former_slugs',
        'Move the item "Old maps" to the block of type image',
        'Add the item "New"',
      ]);
      assert.deepEqual(done.changes[8], {
        what: 'item',
        action: 'move',
        path: 'blocks.2.items.0',
        name: 'Old maps',
        text: 'Move the item "Old maps" to the block of type image',
      });
      const now = await blocks(eve);
      assert.deepEqual([now[0].id, now[1].id, now[3].id], [letter.id, play.id, work.id]);
      assert.equal(now[2].items[0].id, work.items[1].id);
      assert.equal(now[3].items[0].id, work.items[0].id);
      const entries = await api.call(`GET /blocks/${letter.id}/entries`, { key: eve.key });
      assert.equal(entries.body.meta.total, 1);
      await follow('/eve/maps', 'https://example.com/atlas');
      const clicks = await api.call('GET /analytics/clicks', { key: eve.key });
      assert.deepEqual(clicks.body.response.links.atlas, {
        visits: 2,
        unique: 1,
        link: 'https://example.com/atlas',
      });
      const activities = await api.call('GET /activities', { key: eve.key });
      assert.equal(activities.body.response[0].type, 'page_imported');
      assert.equal(activities.body.response[0].message, 'The page was imported: 10 changes.');
    });

    const follow = async (url: string, target = 'https://example.com/maps') => {
      const answer = await api.app.inject({ method: 'GET', url, headers: browser });
      assert.equal(answer.headers.location, target);
      await api.visits.aggregateAll();
    };

    it('shows the change at the next request', async () => {
      const shown = async () => (await api.app.inject({ method: 'GET', url: '/bob', headers: browser })).payload;
      assert.match(await shown(), /Fenwick Fingerposts/);
      await imported(bob, {
        version: 1,
        profile: { name: 'Bob' },
        blocks: [{ block: 'heading', name: 'Under repair' }],
      });
      assert.match(await shown(), /Under repair/);
      assert.doesNotMatch(await shown(), /Fenwick Fingerposts/);
    });

    it('changes nothing if its last part is invalid', async () => {
      const before = await page(ada);
      const rows = await blocks(ada);
      const blocksThen = [
        { block: 'heading', name: 'New' },
        { block: 'links', items: [link('Codes', 'qr')] },
      ];
      const refused = await send(ada, { document: { ...wholePage, profile: { name: 'X' }, blocks: blocksThen } });
      assertError(refused, 422, 'invalid');
      assert.deepEqual(Object.keys(refused.body.errors), ['document.blocks.1.items.0.slug']);
      const social = await send(ada, { document: { version: 1, social: { email: 'nobody' } } });
      assert.deepEqual(Object.keys(social.body.errors), ['document.social.email']);
      const late = { block: 'contact_form', content: { fields: [field('name'), field('name')] } };
      const twice = await send(ada, { document: { version: 1, blocks: [...blocksThen.slice(0, 1), late] } });
      assert.deepEqual(Object.keys(twice.body.errors), ['document.blocks.1.content.fields.1.name']);
      assert.equal((await page(ada)).text, before.text);
      assert.deepEqual(await blocks(ada), rows);
    });

    it('appends blocks in mode "add", and fills in only what is empty', async () => {
      const zoe = await api.account('zoe');
      await imported(zoe, {
        version: 1,
        profile: { name: 'Zoë', bio: 'I was here first.' },
        social: { twitter: 'zoe' },
        blocks: [{ block: 'links', items: [link('Shop', 'shop')] }],
        pixels: [{ name: 'One', type: 'quora', pixel_id: '1' }],
      });
      const more = {
        version: 1,
        profile: { name: 'Other', bio: 'Another' },
        social: { twitter: 'other', youtube: 'zoe' },
        customize: { theme: 'gazette' },
        blocks: [{ block: 'links', name: 'More', items: [link('Shop', 'shop')] }],
        pixels: [
          { name: 'The same', type: 'quora', pixel_id: '1' },
          { name: 'Two', type: 'quora', pixel_id: '2' },
        ],
      };
      const { warnings } = await imported(zoe, more, { mode: 'add' });
      assert.deepEqual(warnings, ['Another link of this page already has the slug "shop".']);
      const fromText = await send(zoe, { format: 'links', text: 'https://example.com/garden Garden\n' });
      assert.deepEqual(texts(fromText.body.response), ['Add the block of type links with 1 item']);
      assert.deepEqual((await page(zoe)).body.response, {
        $schema: 'https://links.example/page.schema.json',
        version: 1,
        profile: { name: 'Zoë', bio: 'I was here first.' },
        social: { twitter: 'zoe', youtube: 'zoe' },
        customize: { theme: 'gazette' },
        blocks: [
          { block: 'links', items: [link('Shop', 'shop')] },
          { block: 'links', name: 'More', items: [{ ...link('Shop', 'shop'), slug: 'shop-2' }] },
          { block: 'links', items: [link('Garden', 'garden')] },
        ],
        pixels: [
          { name: 'One', type: 'quora', pixel_id: '1' },
          { name: 'Two', type: 'quora', pixel_id: '2' },
        ],
      });
      const many = Array.from({ length: 98 }, () => ({ block: 'divider' }));
      const full = await send(zoe, { document: { version: 1, blocks: many }, mode: 'add' });
      assertError(full, 422, 'invalid');
      assert.deepEqual(full.body.errors, {
        'document.blocks': ['The page would have 101 blocks; the limit is 100.'],
      });
    });

    it('rejects a stale If-Match with 412, and returns the new ETag after an import', async () => {
      const read = await page(bob);
      const match = { 'if-match': read.headers.etag! };
      const document = { version: 1, profile: { name: 'Bob the second' } };
      const changed = await send(bob, { document }, match);
      assert.equal(changed.status, 200);
      const now = await page(bob);
      assert.equal(changed.headers.etag, now.headers.etag);
      assertError(await send(bob, { document: { version: 1 } }, match), 412, 'precondition_failed');
      assertError(await send(bob, { document: { version: 1 }, dry_run: true }, match), 412, 'precondition_failed');
      assert.equal((await page(bob)).text, now.text);
    });
  });
}

function link(caption: string, slug: string) {
  return { caption, link: `https://example.com/${slug}`, slug };
}

function field(name: string) {
  return { name, label: 'Yours' };
}
