import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { type Account, type Answer, type Api, assertError, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { wholePage } from '../support/whole-page.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
/** Two by two pixels. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGMQ0HL+//8/A4QCACjUBvVtszahAAAAAElFTkSuQmCC';
const schemaFile = new URL('../../docs/page.schema.json', import.meta.url);

for (const engine of engines) {
  describe(`The page as a document on ${engine.name}`, () => {
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

    it('is the same after it was imported into an empty account, byte for byte', async () => {
      const empty = await page(ada);
      assert.deepEqual(empty.body.response, {
        $schema: 'https://links.example/page.schema.json',
        version: 1,
        profile: { name: 'The ada' },
      });
      await imported(ada, wholePage);
      const whole = await page(ada);
      assert.equal(JSON.stringify(whole.body.response), JSON.stringify(wholePage));
      await imported(bob, whole.body.response);
      assert.equal((await page(bob)).text, whole.text);
      assert.doesNotMatch(whole.text, /"ada"|ada@example\.com|_at"/);
    });

    it('changes nothing where it says what is there', async () => {
      const rows = await blocks(ada);
      api.clock.now += 1_000_000;
      const { message, changes, summary } = await imported(ada, wholePage);
      assert.equal(message, 'Nothing changed: the page is like that already.');
      assert.deepEqual(changes, []);
      assert.deepEqual(summary, { add: 0, change: 0, remove: 0, move: 0 });
      assert.equal((await imported(ada, wholePage, { dry_run: true })).message, 'Nothing would change.');
      assert.deepEqual(await blocks(ada), rows);
    });

    it('finds blocks and links again, with their counts, entries and addresses, and tells what it does', async () => {
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
        await api.app.server.inject({ method: 'POST', url: `/eve/forms/${block.id}`, headers, payload });
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
      const answer = await api.app.server.inject({ method: 'GET', url, headers: browser });
      assert.equal(answer.headers.location, target);
      await api.visits.foldAll();
    };

    it('shows the change at the next request', async () => {
      const shown = async () => (await api.app.server.inject({ method: 'GET', url: '/bob', headers: browser })).payload;
      assert.match(await shown(), /Fenwick Fingerposts/);
      await imported(bob, {
        version: 1,
        profile: { name: 'Bob' },
        blocks: [{ block: 'heading', name: 'Under repair' }],
      });
      assert.match(await shown(), /Under repair/);
      assert.doesNotMatch(await shown(), /Fenwick Fingerposts/);
    });

    it('is imported whole or not at all: a mistake in its last part changes nothing', async () => {
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

    it('adds to what is there: blocks behind, the rest only where there is nothing', async () => {
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
      assert.deepEqual(warnings, ['The slug "shop" leads to another link of this page already.']);
      const brought = await send(zoe, { format: 'links', text: 'https://example.com/garden Garden\n' });
      assert.deepEqual(texts(brought.body.response), ['Add the block of type links with 1 item']);
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
        'document.blocks': ['The page would have 101 blocks then; it may have at most 100.'],
      });
    });

    it('overwrites nothing that was changed since it was read, and gives the ETag to go on with', async () => {
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

    it('takes pictures and files along to another account, as that one’s own', async () => {
      const [ann, dan] = [await api.account('ann'), await api.account('dan')];
      const picture = await upload(ann, 'post.png', Buffer.from(PNG, 'base64'));
      const paper = await upload(ann, 'paths.txt', Buffer.from('Left at the oak, right at the ford.\n'));
      const document = {
        $schema: 'https://links.example/page.schema.json',
        version: 1,
        profile: { name: 'Ann', avatar: picture },
        seo: { opengraph_image: picture },
        background: { type: 'image', settings: { image: { image: picture } } },
        blocks: [
          { block: 'gallery', items: [{ caption: 'A post', thumbnail: picture }] },
          { block: 'file', items: [{ caption: 'Paths', link: paper, slug: 'paths' }] },
        ],
      };
      await imported(ann, document);
      assert.deepEqual((await page(ann)).body.response, document);

      const uploads = async () => (await api.call('GET /uploads', { key: dan.key })).body.response;
      const preview = await imported(dan, document, { dry_run: true });
      assert.deepEqual(await uploads(), []);
      const done = await imported(dan, document);
      assert.deepEqual(done.changes, preview.changes);
      assert.equal((await page(dan)).text, (await page(ann)).text);
      const own = await uploads();
      assert.equal(own.length, 2);
      for (const { url, user, in_use } of own) {
        assert.deepEqual([user, in_use], [dan.id, true]);
        const answer = await api.app.server.inject({ method: 'GET', url: new URL(url).pathname });
        assert.equal(answer.statusCode, 200);
      }
      const [block] = await blocks(dan);
      assert.match(block.items[0].thumbnail, new RegExp(`^https://links\\.example/uploads/[0-9a-f]{64}/${dan.id}/`));

      const refused = await send(dan, { document: { version: 1, profile: { avatar: paper } } });
      assert.deepEqual(Object.keys(refused.body.errors), ['document.profile.avatar']);
    });

    const upload = async (account: Account, filename: string, content: Buffer): Promise<string> => {
      const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${filename}"\r\n\r\n`;
      const payload = Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]);
      const headers = { 'content-type': 'multipart/form-data; boundary=b' };
      const { status, body, text } = await api.call('POST /uploads', { key: account.key, headers, payload });
      assert.equal(status, 200, text);
      const [, , digest, , file] = new URL(body.response.url).pathname.split('/');
      return `upload:${digest}/${file}`;
    };

    it('refuses pictures that are nowhere here, or leaves them out where that is asked for', async () => {
      const reference = `upload:${'0'.repeat(64)}/600x400.webp`;
      const document = {
        version: 1,
        profile: { avatar: reference },
        background: { type: 'image', settings: { image: { image: reference } } },
        blocks: [
          { block: 'gallery', items: [{ caption: 'Sanding', thumbnail: reference }] },
          { block: 'file', items: [{ caption: 'Map', link: reference, slug: 'map' }] },
        ],
      };
      const refused = await send(bob, { document });
      assertError(refused, 422, 'invalid');
      assert.deepEqual(Object.keys(refused.body.errors).sort(), [
        'document.background.settings.image.image',
        'document.blocks.0.items.0.thumbnail',
        'document.blocks.1.items.0.link',
        'document.profile.avatar',
      ]);
      const { warnings } = await imported(bob, document, { missing_pictures: 'leave_out' });
      assert.equal(warnings.length, 4);
      assert.deepEqual((await page(bob)).body.response.blocks, [
        { block: 'gallery', items: [{ caption: 'Sanding' }] },
        { block: 'file', items: [{ caption: 'Map' }] },
      ]);
    });

    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const hostile: [string, string, number, string[]?][] = [
      ['no document', '{}', 422, ['document']],
      ['two things at once', '{"document":{"version":1},"format":"links","text":"x"}', 422, ['document']],
      ['a text without its format', '{"text":"https://example.com"}', 422, ['format']],
      ['a format that there is not', '{"text":"x","format":"myspace"}', 422, ['format']],
      ['a list', '{"document":[]}', 422, ['document']],
      ['no version', '{"document":{}}', 422, ['document.version']],
      ['another version', '{"document":{"version":2}}', 422, ['document.version']],
      ['a typing error', '{"document":{"version":1,"blcoks":[]}}', 422, ['document.blcoks']],
      [
        'what belongs to prototypes',
        '{"document":{"version":1,"__proto__":{"version":1},"blocks":[{"block":"links","constructor":1,"settings":{"__proto__":{}}},{"block":"toString"}]}}',
        422,
        [
          'document.__proto__',
          'document.blocks.0.constructor',
          'document.blocks.0.settings.__proto__',
          'document.blocks.1.block',
        ],
      ],
      ['100,000 blocks', `{"document":{"version":1,"blocks":[${'{},'.repeat(99_999)}{}]}}`, 422, ['document.blocks']],
      ['depth', `{"document":{"version":1,"blocks":${deep}}}`, 422, ['document.blocks.0']],
      ['depth where text is', `{"document":{"version":1,"profile":{"bio":${deep}}}}`, 422, ['document.profile.bio']],
      [
        'wrong types',
        '{"document":{"version":1,"profile":7,"pixels":{}}}',
        422,
        ['document.pixels', 'document.profile'],
      ],
      [
        'a slug twice, and one without a link',
        JSON.stringify({
          document: {
            version: 1,
            blocks: [{ block: 'links', items: [link('A', 'a'), link('B', 'a'), { slug: 'c' }] }],
          },
        }),
        422,
        ['document.blocks.0.items.1.slug', 'document.blocks.0.items.2.slug'],
      ],
      [
        'script as a link',
        '{"document":{"version":1,"blocks":[{"block":"links","items":[{"link":"javascript:alert(1)"}]}]}}',
        422,
        ['document.blocks.0.items.0.link'],
      ],
      ['what is no JSON', '{"document":', 400],
      ['more than 8 MiB', `{"document":"${'x'.repeat(8 * 1024 * 1024)}"}`, 413],
    ];
    for (const [what, payload, status, fields] of hostile) {
      it(`refuses ${what} and changes nothing`, async () => {
        const before = await page(ada);
        const headers = { 'content-type': 'application/json' };
        const answer: Answer = await api.call('POST /page/import', { key: ada.key, headers, payload });
        assert.equal(answer.status, status, answer.text.slice(0, 500));
        if (fields) assert.deepEqual(Object.keys(answer.body.errors).sort(), fields);
        assert.equal((await page(ada)).text, before.text);
      });
    }

    it('has a schema for editors that takes what is exported, and no typing error', async () => {
      const { payload, headers } = await api.app.server.inject({ method: 'GET', url: '/page.schema.json' });
      assert.match(String(headers['content-type']), /^application\/schema\+json/);
      const schema = JSON.parse(payload);
      const committed = JSON.parse(readFileSync(schemaFile, 'utf8'));
      assert.ok(
        isDeepStrictEqual(schema, committed),
        'docs/page.schema.json is out of date: run "npm run page-schema"',
      );
      const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
      addFormats.default(ajv);
      const isValid = ajv.compile(schema);
      assert.ok(isValid(wholePage), ajv.errorsText(isValid.errors));
      assert.ok(!isValid({ version: 1, blocks: [{ block: 'links', nmae: 'x' }] }));
    });
  });
}

function link(caption: string, slug: string) {
  return { caption, link: `https://example.com/${slug}`, slug };
}

function field(name: string) {
  return { name, label: 'Yours' };
}
