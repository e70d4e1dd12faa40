// Earlier versions of a page: when they are stored, what restoring one would change, and what it brings back.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { DAY, MINUTE } from '../../../contract/time.ts';
import { type Account, type Api, assertError, NOON } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { png, uploadCalls } from '../../support/upload-form.ts';
import { type BlockClient, type Json, openBlockClient } from '../blocks/block-client.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const link = (caption: string, more: Json = {}) => ({
  content: { caption },
  link: `https://example.com/${caption}`,
  ...more,
});

for (const engine of enginesOf(import.meta.url)) {
  describe(`Versions of a page on ${engine.name}`, () => {
    let client: BlockClient;
    let api: Api;
    let kim: Account;
    let accounts = 0;
    before(async () => {
      client = await openBlockClient(engine);
      api = client.api;
    });
    beforeEach(async () => {
      api.clock.now = NOON;
      accounts += 1;
      kim = await api.account(`kim${accounts}`);
    });
    after(() => api.close());

    const uploads = uploadCalls(() => api);
    const get = async (path: string): Promise<Json> => {
      const answer = await api.call(`GET ${path}`, { key: kim.key });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.response;
    };
    const post = (path: string, json?: Json, headers: Record<string, string> = {}) =>
      client.post(path, json, headers, kim);
    const done = (path: string, json?: Json) => client.postOk(path, json, kim);
    const versions = () => get('/page/versions?results_per_page=100');
    const newest = async () => (await versions())[0].id as number;
    const pause = () => {
      api.clock.now += 5 * MINUTE;
    };
    const follow = async (slug: string) => {
      const { statusCode, headers } = await api.app.inject({ url: `/${kim.username}/${slug}`, headers: browser });
      return statusCode === 302 ? headers.location : statusCode;
    };
    const clicks = async (slug: string) => {
      await api.visits.aggregateAll();
      return (await get('/analytics/clicks')).links[slug]?.visits;
    };
    /** Everything that a restore brings back. Places are renumbered. */
    const state = async () => {
      const [blocks, page] = [await client.list(kim), await get('/page')];
      const undated = ({ updated_at: _, position: __, ...record }: Json) => record;
      return { page, blocks: blocks.map((block) => ({ ...undated(block), items: block.items.map(undated) })) };
    };

    it('are stored before the first edit after a pause', async () => {
      assert.deepEqual(await versions(), []);
      const { id } = await done('/blocks', { block: 'links', items: [link('a'), link('b')] });
      await done('/user/profile', { bio: 'One' });
      assert.deepEqual(await versions(), []);
      api.clock.now += 5 * MINUTE - 1;
      await done('/user/profile', { bio: 'Two' });
      assert.deepEqual(await versions(), []);

      pause();
      const rejected = await post(`/blocks/${id}`, { name: 'x'.repeat(1000) });
      assertError(rejected, 422, 'invalid');
      assert.deepEqual(await versions(), []);
      await done('/user/profile', { bio: 'Three' });
      await done('/user/profile', { bio: 'Four' });
      const [first, ...others] = await versions();
      assert.deepEqual(others, []);
      assert.deepEqual({ ...first, id: 1 }, { id: 1, created_at: '2026-11-15T12:05:00.123455Z', blocks: 1, items: 2 });
      const { document } = await get(`/page/versions/${first.id}`);
      assert.equal(document.profile.bio, 'Two');

      pause();
      await done(`/blocks/${id}/delete`);
      assert.equal((await versions()).length, 2);
      assert.equal((await get(`/page/versions/${await newest()}`)).document.profile.bio, 'Four');
    });

    it('are stored before an import that changes something', async () => {
      const empty = await get('/page');
      assert.equal((await done('/page/import', { document: empty })).version_id, null);
      assert.deepEqual(await versions(), []);
      const document = { ...empty, blocks: [{ block: 'divider' }] };
      assert.equal((await done('/page/import', { document, dry_run: true })).version_id, null);
      assert.deepEqual(await versions(), []);
      const { version_id: first } = await done('/page/import', { document });
      assert.equal(first, await newest());
      const { version_id: second } = await done('/page/import', { document: empty });
      assert.equal(second, await newest());
      assert.deepEqual(
        (await versions()).map(({ blocks }: Json) => blocks),
        [1, 0],
      );
      await done(`/page/versions/${first}/restore`);
      assert.deepEqual((await get('/page')).blocks, empty.blocks);
      await done(`/page/versions/${second}/restore`);
      assert.deepEqual((await get('/page')).blocks, document.blocks);
    });

    it('are stored before the first edit of a pixel after a pause', async () => {
      const pixel = { name: 'Shop', type: 'facebook', pixel_id: '123456' };
      const pixelsIn = async (version: number) => (await get(`/page/versions/${version}`)).document.pixels ?? [];
      pause();
      const { id } = await done('/pixels', pixel);
      assert.deepEqual(await pixelsIn(await newest()), []);
      await done(`/pixels/${id}`, { name: 'Store' });
      assert.equal((await versions()).length, 1);
      pause();
      await done(`/pixels/${id}`, { name: 'Boutique' });
      const before = await newest();
      assert.equal((await pixelsIn(before))[0].name, 'Store');
      pause();
      await done(`/pixels/${id}/delete`);
      assert.equal((await versions()).length, 3);
      await done(`/page/versions/${before}/restore`);
      assert.equal((await get('/pixels'))[0].name, 'Store');
    });

    it('say what restoring them would change', async () => {
      const { id } = await done('/blocks', { block: 'links', name: 'Shop', items: [link('a'), link('b')] });
      await done('/blocks', { block: 'divider' });
      pause();
      await done('/user/profile', { bio: 'New' });
      await done(`/blocks/${id}/delete`);
      await done('/blocks', { block: 'heading', name: 'Later' });
      const version = await newest();
      const details = await get(`/page/versions/${version}`);
      assert.deepEqual(Object.keys(details), ['id', 'created_at', 'document', 'changes', 'warnings']);
      assert.deepEqual(details.document.blocks, [
        {
          block: 'links',
          name: 'Shop',
          items: [
            { caption: 'a', link: 'https://example.com/a', slug: 'a' },
            { caption: 'b', link: 'https://example.com/b', slug: 'b' },
          ],
        },
        { block: 'divider' },
      ]);
      assert.deepEqual(
        details.changes.map(({ text }: Json) => text),
        [
          'Change profile: bio',
          'Remove the block "Later" of type heading',
          'Add the block "Shop" of type links with 2 items',
        ],
      );
      const dry = await done(`/page/versions/${version}/restore`, { dry_run: true });
      assert.deepEqual(dry, {
        message: '3 changes would be made; nothing was changed.',
        dry_run: true,
        summary: { add: 1, change: 1, remove: 1, move: 0 },
        changes: details.changes,
        created: [],
        warnings: [],
        version_id: null,
      });
      assert.equal((await client.list(kim)).length, 2);
    });

    it('bring back everything with its ids, and can be undone', async () => {
      const shop = await done('/blocks', {
        block: 'links',
        name: 'Shop',
        items: [link('a', { slug: 'old' }), link('b'), link('c')],
      });
      const other = await done('/blocks', { block: 'links', name: 'Other', items: [link('d')] });
      const form = await client.create({ block: 'signup', name: 'News' }, kim);
      await done(`/links/${shop.items[0].id}`, { slug: 'new' });
      await api.app.inject({
        method: 'POST',
        url: `/${kim.username}/forms/${form}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=a%40example.com',
      });
      await done('/user/profile', { name: 'Before', bio: 'Before' });
      await done('/user/social', { instagram: 'before' });
      await done('/user/customize', { theme: 'gazette' });
      await done('/user/seo', { page_name: 'Before' });
      await done('/user/background', { type: 'solid', settings: { solid: { color: '#123456' } } });
      await done('/user/options', { consent_bar: true, language: 'ja' });
      assert.equal(await follow('new'), 'https://example.com/a');
      const before = await state();

      pause();
      await done('/user/profile', { name: 'After', bio: null });
      await done('/user/social', { instagram: null, youtube: 'after' });
      await done('/user/customize', { theme: null });
      await done('/user/seo', { page_name: 'After' });
      await done('/user/background', { type: null });
      await done('/user/options', { consent_bar: false, language: null });
      await done(`/blocks/${shop.id}/items/${shop.items[1].id}`, { block_id: other.id, position: 1 });
      await done(`/blocks/${shop.id}/items/${shop.items[2].id}/delete`);
      await done(`/blocks/${other.id}`, { name: 'Another' });
      await done(`/blocks/${shop.id}/delete`);
      await done(`/blocks/${form}/delete`);
      await done('/blocks', { block: 'heading', name: 'After' });
      const changed = await state();

      const version = await newest();
      const restored = await post(`/page/versions/${version}/restore`, {});
      assert.equal(restored.status, 200, restored.text);
      const { message, created, version_id } = restored.body.response;
      assert.match(message, /^The page was restored: \d+ changes\.$/);
      assert.ok(created.some(({ what, id }: Json) => what === 'block' && id === shop.id));
      const page = await api.call('GET /page', { key: kim.key });
      assert.equal(restored.headers.etag, page.headers.etag);
      assert.deepEqual(await state(), before);
      for (const slug of ['old', 'new']) assert.equal(await follow(slug), 'https://example.com/a');
      assert.equal(await follow('c'), 'https://example.com/c');
      assert.equal(await clicks('new'), 3);
      assert.equal((await get(`/blocks/${form}/entries`)).length, 1);
      const [activity] = await get('/activities');
      assert.deepEqual([activity.type, activity.message], ['page_restored', message]);
      for (const gone of [shop.id, form]) assertError(await post(`/blocks/${gone}/restore`), 404, 'not_found');
      const again = await done(`/page/versions/${version}/restore`);
      assert.deepEqual([again.changes, again.version_id], [[], null]);

      assert.equal(version_id, await newest());
      const undone = await done(`/page/versions/${version_id}/restore`, {});
      assert.deepEqual(await state(), changed);
      await done(`/page/versions/${undone.version_id}/restore`, {});
      assert.deepEqual(await state(), before);
      assert.equal((await get(`/blocks/${form}/entries`)).length, 1);
    });

    it('leave slugs with the links that took them', async () => {
      const { id, items } = await done('/blocks', {
        block: 'links',
        items: [link('a', { slug: 'taken' }), link('b')],
      });
      pause();
      await done(`/blocks/${id}/items/${items[0].id}/delete`);
      await done(`/links/${items[1].id}`, { slug: 'taken' });
      const { warnings } = await done(`/page/versions/${await newest()}/restore`, {});
      assert.deepEqual(warnings, ['The slug "taken" belongs to another link now and stays with it.']);
      assert.equal(await follow('taken'), 'https://example.com/b');
      assert.equal(await follow('a'), 'https://example.com/a');
    });

    it('bring back large pages in the planning thread', async () => {
      // More than 300 items.
      const items = Array.from({ length: 100 }, (_, index) => ({
        caption: `Link ${index}`,
        link: `https://example.com/${index}`,
      }));
      const blocks = Array.from({ length: 4 }, (_, index) => ({ block: 'links', name: `Block ${index}`, items }));
      await done('/page/import', { document: { version: 1, blocks } });
      const before = await state();
      await done('/page/import', { document: { version: 1 } });
      const [stored] = await versions();
      assert.deepEqual([stored.blocks, stored.items], [4, 400]);
      const { version_id } = await done(`/page/versions/${stored.id}/restore`, {});
      assert.deepEqual(await state(), before);
      await done(`/page/versions/${version_id}/restore`, {});
      assert.deepEqual(await client.list(kim), []);
    });

    it('are limited in number and age', async () => {
      for (let count = 0; count < 52; count += 1) {
        pause();
        await done('/user/profile', { bio: `${count}` });
      }
      const kept = await versions();
      assert.equal(kept.length, 50);
      assert.equal((await get(`/page/versions/${kept[49].id}`)).document.profile.bio, '1');
      const storedAt = api.clock.now;
      api.clock.now = storedAt + 90 * DAY;
      await api.upkeep();
      assert.equal((await versions()).length, 1);
      api.clock.now += 1;
      await api.upkeep();
      assert.deepEqual(await versions(), []);
    });

    it('keep their uploads, and show a drawn picture instead of one that was deleted', async () => {
      const kept = await uploads.posted(kim, ['file', await png('#212223'), 'kept.png']);
      await done('/user/profile', { avatar: kept.url });
      const { id } = await done('/blocks', { block: 'links', items: [link('a', { thumbnail: kept.url })] });
      pause();
      await done(`/blocks/${id}`, { name: 'Changed' });
      await done('/user/profile', { avatar: null });
      await done('/page/import', { document: { version: 1 } });
      const sweep = () => api.runJob('unused-uploads');
      const [, version] = (await versions()).map((one: Json) => one.id);
      for (const days of [2, 10, 60]) {
        api.clock.now = NOON + days * DAY;
        await sweep();
      }
      const { warnings, version_id } = await done(`/page/versions/${version}/restore`, {});
      assert.deepEqual(warnings, []);
      assert.equal((await get('/user')).avatar, kept.url);
      assert.equal((await uploads.served(kept.url)).status, 200);

      await done(`/page/versions/${version_id}/restore`, {});
      assert.equal((await uploads.remove(kim, kept.id)).status, 200);
      const again = await done(`/page/versions/${version}/restore`, {});
      assert.deepEqual(again.warnings, [
        'profile.avatar is left out: the upload does not exist here.',
        'blocks.0.items.0.thumbnail is left out: the upload does not exist here.',
      ]);
      assert.match((await client.read(id, kim)).items[0].thumbnail, /\/pictures\/thumbnail\/\d+\.svg$/);
    });

    it('are private, and restored by keys with the scope write, for the page that the caller has read', async () => {
      await done('/blocks', { block: 'divider' });
      pause();
      await done('/blocks', { block: 'divider' });
      const id = await newest();
      const { key: reader } = await api.keyFor(kim, { scope: 'read' });
      assert.equal((await api.call(`GET /page/versions/${id}`, { key: reader })).status, 200);
      assertError(await api.call(`POST /page/versions/${id}/restore`, { key: reader }), 403, 'forbidden');
      assertError(await client.post(`/page/versions/${id}/restore`), 404, 'not_found');
      assertError(await api.call(`GET /page/versions/${id}`, { key: client.ada.key }), 404, 'not_found');
      const outdated = await post(`/page/versions/${id}/restore`, {}, { 'if-match': '"old"' });
      assertError(outdated, 412, 'precondition_failed');
      const { headers } = await api.call('GET /page', { key: kim.key });
      const matching = await post(`/page/versions/${id}/restore`, {}, { 'if-match': headers.etag! });
      assert.equal(matching.status, 200, matching.text);
      assert.equal((await client.list(kim)).length, 1);
    });

    it('are stored once if several edits come at the same time after a pause', async () => {
      const id = await client.create({ block: 'heading', name: 'Before' }, kim);
      pause();
      const edits = ['a', 'b', 'c', 'd'].map((name) => post(`/blocks/${id}`, { name }));
      const statuses = (await Promise.all(edits)).map(({ status }) => status);
      assert.deepEqual(statuses, [200, 200, 200, 200]);
      const [version, ...others] = await versions();
      assert.deepEqual(others, []);
      assert.equal((await get(`/page/versions/${version.id}`)).document.blocks[0].name, 'Before');
    });

    it('bring back a page with as many blocks as it may have', async () => {
      await done('/page/import', { document: { version: 1, blocks: Array(100).fill({ block: 'divider' }) } });
      pause();
      await done('/user/profile', { bio: 'Full' });
      assert.equal((await versions())[0].blocks, 100);
      await done('/page/import', { document: { version: 1 } });
      await done(`/page/versions/${(await versions())[1].id}/restore`, {});
      assert.equal((await client.list(kim)).length, 100);
    });
  });
}
