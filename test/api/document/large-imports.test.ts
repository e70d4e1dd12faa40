// Import of a page with many links: it is written in several batches, so that others can write in between, and becomes
// visible in one step.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Store } from '../../../server/storage/store.ts';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { hiddenRows, pageOfLinks } from '../../support/pages/large-pages.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
type Json = any;

/** Three batches of 200 rows, and more than the 300 that are planned outside of the thread. */
const SOME = 450;

for (const engine of enginesOf(import.meta.url)) {
  describe(`A large import on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let bo: Account;
    let number = 0;
    before(async () => {
      api = await openApi(engine);
      bo = await api.account('bo');
    });
    beforeEach(async () => {
      number += 1;
      ada = await api.account(`ada${number}`);
    });
    after(() => api.close());

    const importing = (document: Json, headers: Record<string, string> = {}, other: Json = {}) =>
      api.call('POST /page/import', { key: ada.key, json: { document, ...other }, headers });
    const imported = async (document: Json, other: Json = {}) => {
      const { status, text, body } = await importing(document, {}, other);
      assert.equal(status, 200, text);
      return body.response;
    };
    const page = async () => (await api.call('GET /page', { key: ada.key })).body.response;
    const captions = async () =>
      (await page()).blocks.map((block: Json) => block.items?.map(({ caption }: Json) => caption));
    const wanted = (document: Json) =>
      document.blocks.map((block: Json) => block.items.map((item: Json) => item.caption));
    const addBlock = (account: Account, name: string) =>
      api.call('POST /blocks', { key: account.key, json: { block: 'heading', name } });

    /** Calls `interrupt` once, before the `count`th write of the account's import outside its transaction. */
    function interruptWrite(count: number, interrupt: () => Promise<void>): () => boolean {
      const { note } = api.store;
      let calls = 0;
      (api.store as { note: Store['note'] }).note = async (work) => {
        calls += 1;
        if (calls === count) {
          (api.store as { note: Store['note'] }).note = note;
          await interrupt();
        }
        return note(work);
      };
      return () => calls >= count;
    }

    it('adds, changes, replaces and removes like a small one, and leaves no hidden row', async () => {
      const first = pageOfLinks(600, 'a');
      assert.equal((await imported(first)).message, 'The page was imported: 7 changes.');
      assert.deepEqual(await captions(), wanted(first));
      const exported = await page();
      assert.equal(exported.blocks[5].items[99].slug, 'link-a599');
      assert.equal((await imported(exported)).message, 'Nothing changed: the page is already up to date.');
      const before = await itemIds();

      const changed = pageOfLinks(600, 'a', '!');
      assert.deepEqual((await imported(changed)).summary, { add: 0, change: 600, remove: 0, move: 0 });
      assert.deepEqual(await captions(), wanted(changed));
      assert.deepEqual(await itemIds(), before, 'what is found again keeps its id');
      assert.equal((await api.app.inject({ url: `/${ada.username}/link-a350` })).statusCode, 302);

      const replaced = pageOfLinks(600, 'b');
      assert.deepEqual((await imported(replaced)).summary, { add: 600, change: 0, remove: 600, move: 0 });
      assert.deepEqual(await captions(), wanted(replaced));
      assert.equal((await api.app.inject({ url: `/${ada.username}/link-a550` })).statusCode, 410);
      assert.equal((await api.app.inject({ url: `/${ada.username}/link-b550` })).statusCode, 302);

      const mixed = {
        ...pageOfLinks(300, 'b'),
        blocks: [...pageOfLinks(SOME, 'c').blocks, ...pageOfLinks(300, 'b').blocks],
      };
      await imported(mixed);
      assert.deepEqual(await captions(), wanted(mixed));

      await imported({ version: 1 });
      assert.deepEqual((await page()).blocks, undefined);
      assert.deepEqual(await hiddenRows(api.store, ada.id), { items: 0, links: 0, imports: 0 });
    });

    async function itemIds(): Promise<number[]> {
      const rows = await api.store.read
        .selectFrom('block_item')
        .select('id')
        .where('account_id', '=', ada.id)
        .execute();
      return rows.map(({ id }) => id).sort((a, b) => a - b);
    }

    it('lets others write in between', async () => {
      let answer: { status: number } | undefined;
      const wasCalled = interruptWrite(4, async () => {
        answer = await addBlock(bo, 'In between');
      });
      await imported(pageOfLinks(SOME, 'a'));
      assert.ok(wasCalled());
      assert.equal(answer?.status, 200);
    });

    it('becomes visible in one step', async () => {
      await imported({ version: 1, blocks: [...pageOfLinks(100, 'a').blocks] });
      const before = await page();
      let during: Json;
      interruptWrite(7, async () => {
        const hidden = await hiddenRows(api.store, ada.id);
        assert.ok(hidden.items > 200 && hidden.links > 200, JSON.stringify(hidden));
        during = {
          page: await page(),
          // A new query, so that the response is not cached.
          items: (await api.call('GET /blocks?results_per_page=100', { key: ada.key })).body.response.map(
            ({ items }: Json) => items.length,
          ),
          links: (await api.call('GET /links?results_per_page=10', { key: ada.key })).body.meta.total,
          status: (await api.app.inject({ url: `/${ada.username}/link-b7` })).statusCode,
        };
      });
      await imported(pageOfLinks(SOME, 'b'));
      assert.deepEqual(during, { page: before, items: [100], links: 100, status: 404 });
      assert.equal((await api.app.inject({ url: `/${ada.username}/link-b7` })).statusCode, 302);
    });

    it('keeps an edit made after it was planned', async () => {
      interruptWrite(4, async () => {
        assert.equal((await addBlock(ada, 'Meanwhile')).status, 200);
      });
      const document = pageOfLinks(SOME, 'a');
      await imported(document, { mode: 'add' });
      assert.deepEqual(await captions(), [undefined, ...wanted(document)]);
      assert.equal((await page()).blocks[0].name, 'Meanwhile');
      assert.deepEqual(await hiddenRows(api.store, ada.id), { items: 0, links: 0, imports: 0 });
    });

    it('answers 412 to If-Match if an edit was made after it was planned', async () => {
      const { etag } = (await api.call('GET /page', { key: ada.key })).headers;
      interruptWrite(4, async () => {
        await addBlock(ada, 'Meanwhile');
      });
      const { status } = await importing(pageOfLinks(SOME, 'a'), { 'if-match': etag! });
      assert.equal(status, 412);
      assert.deepEqual(
        (await page()).blocks.map(({ name }: Json) => name),
        ['Meanwhile'],
      );
      assert.deepEqual(await hiddenRows(api.store, ada.id), { items: 0, links: 0, imports: 0 });
    });

    it('keeps a link whose first click came after it was planned', async () => {
      await imported(pageOfLinks(SOME, 'a'));
      const [first] = await itemIds();
      interruptWrite(1, async () => {
        await api.app.inject({
          url: `/${ada.username}/link-a0`,
          headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
        });
        await api.visits.aggregateAll();
      });
      await imported({ version: 1 });
      const row = await api.store.read
        .selectFrom('link')
        .select(['id', 'slug'])
        .where('account_id', '=', ada.id)
        .where('slug', '=', 'link-a0')
        .executeTakeFirst();
      assert.deepEqual({ ...row }, { id: first, slug: 'link-a0' });
    });

    it('keeps at most 1,000 deleted links without clicks', async () => {
      await imported(pageOfLinks(1100, 'a'));
      await imported({ version: 1 });
      const { count } = await api.store.read
        .selectFrom('link')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_id', '=', ada.id)
        .executeTakeFirstOrThrow();
      assert.equal(count, 1000);
    });

    it('reports errors like a small one', async () => {
      const bodies = [
        '{"text":"x","format":"myspace"}',
        '{"document":{"version":1},"mode":"merge","dry_run":"perhaps","missing_pictures":1}',
        '{"document":[]}',
        '{"text":7}',
        '{"text":"only words"}',
        '{"document":{"version":1,"blcoks":[]}}',
        '{"document":{"version":1,"profile":{"avatar":"upload:nothing"}}}',
        '{"document":',
        '[]',
        '{}',
      ];
      for (const payload of bodies) {
        const [small, large] = await Promise.all(
          [payload, payload + ' '.repeat(64 * 1024)].map((text) =>
            api.call('POST /page/import', {
              key: ada.key,
              payload: text,
              headers: { 'content-type': 'application/json' },
            }),
          ),
        );
        assert.ok([400, 422].includes(small!.status), payload);
        assert.deepEqual([large!.status, large!.body], [small!.status, small!.body], payload);
      }
    });
  });
}
