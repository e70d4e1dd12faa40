// A page is limited to 2 MiB of HTML. A write that would exceed that is rejected and changes nothing.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Answer, type Api, NOON, openApi } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';
import { makePages } from '../support/pages/pages.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape
type Json = any;

const LIMIT = 2 * 1024 * 1024;
/** Each character becomes an entity of five bytes. */
const quotes = (count: number) => "'".repeat(count);

/** About 270 KiB of HTML. */
function largeBlock(settings: object = {}): Json {
  const item = {
    content: { caption: quotes(200) },
    link: 'https://example.com/',
    element: { description: quotes(300) },
  };
  return { block: 'links', items: Array.from({ length: 100 }, () => ({ ...item, settings })) };
}

for (const engine of enginesOf(import.meta.url)) {
  describe(`The size limit of a page on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    const post = (account: Account, path: string, json: Json = {}): Promise<Answer> =>
      api.call(`POST ${path}`, { key: account.key, json });
    async function read(account: Account, path: string): Promise<Json> {
      return (await api.call(`GET ${path}`, { key: account.key })).body.response;
    }
    async function made(account: Account, path: string, json: Json = {}): Promise<number> {
      const answer = await post(account, path, json);
      assert.equal(answer.status, 200, answer.text);
      return answer.body.response.id;
    }
    async function imported(account: Account, json: Json): Promise<void> {
      const answer = await post(account, '/page/import', json);
      assert.equal(answer.status, 200, answer.text);
    }
    async function sizeOf({ username }: { username: string }): Promise<number> {
      const { statusCode, rawPayload } = await api.app.inject({ url: `/${username}` });
      assert.equal(statusCode, 200);
      return rawPayload.length;
    }
    function assertTooLarge(answer: Answer, sentence: RegExp): void {
      assert.equal(answer.status, 422, answer.text);
      assert.equal(answer.body.code, 'invalid');
      assert.match(answer.body.response, sentence);
    }

    /** A page with blocks of about 270 KiB each, written to the database directly. */
    async function pageOf(
      username: string,
      count: number,
      settings: Json = {},
    ): Promise<{ account: Account; blocks: number[] }> {
      const { items } = largeBlock();
      const blocks = Array.from({ length: count }, (_, block) => ({
        block: 'links' as const,
        items: items.map(({ content, link, element }: Json, item: number) => {
          return { ...content, link, element, settings, slug: `s${block}-${item}` };
        }),
      }));
      const [page] = await makePages(api.config.databaseUrl, [{ username, blocks }]);
      const id = page!.accountId;
      const { key } = await api.keyFor({ id } as Account);
      return { account: { id, username, key, token: '' }, blocks: page!.blockIds };
    }

    /** A page at the size limit, or `bytesLeft` below it. */
    async function fullPage(username: string, bytesLeft = 0): Promise<{ account: Account; blocks: number[] }> {
      const { account, blocks } = await pageOf(username, 7);
      const missing = async () => LIMIT - bytesLeft - (await sizeOf(account));
      const count = Math.floor((await missing()) / 26_000);
      const filler = Array.from({ length: count }, () => ({ block: 'text', content: quotes(5000) }));
      await imported(account, { mode: 'add', document: { version: 1, blocks: filler } });
      const last = await made(account, '/blocks', { block: 'text', blocks: { content: 'x' } });
      const left = await missing();
      const content = quotes(Math.floor(left / 5)) + 'x'.repeat((left % 5) + 1);
      await made(account, `/blocks/${last}`, { blocks: { content } });
      return { account, blocks: [...blocks, last] };
    }

    describe('once reached', () => {
      let ada: Account;
      let blocks: number[];
      before(async () => {
        ({ account: ada, blocks } = await fullPage('ada'));
      });

      it('is exactly 2 MiB of HTML', async () => {
        assert.equal(await sizeOf(ada), LIMIT);
      });

      it('rejects every write that would make the page larger, and changes nothing', async () => {
        const [links] = blocks;
        const { items } = await read(ada, `/blocks/${links}`);
        const document = { version: 1, blocks: [{ block: 'divider' }] };
        const before = [await read(ada, '/page'), await read(ada, '/activities?results_per_page=250')];
        const writes: [string, Json][] = [
          ['/blocks', { block: 'divider' }],
          [`/blocks/${links}`, { name: 'x' }],
          [`/blocks/${links}/duplicate`, {}],
          [`/blocks/${links}/items/${items[0].id}`, { settings: { highlight: true } }],
          [`/links/${items[0].id}`, { slug: 'a-slug-that-is-longer-than-the-one-before-it' }],
          ['/user/profile', { bio: 'x' }],
          ['/user/background', { type: 'gradient', settings: { gradient: { animate: true } } }],
          ['/user/username', { username: 'ada-with-a-longer-name' }],
          ['/page/import', { mode: 'add', document }],
          ['/page/import', { mode: 'add', document, dry_run: true }],
          ['/page/import', { mode: 'add', format: 'links', text: 'https://example.com/' }],
        ];
        for (const [path, json] of writes) {
          const answer = await post(ada, path, json);
          if (answer.status === 200) assert.fail(`${path} ${JSON.stringify(json)} made it ${await sizeOf(ada)} bytes`);
          assertTooLarge(
            answer,
            /^The page would have 2,\d{3} KiB of HTML; the limit is 2,048 KiB\. It has 2,048 KiB now: shorten or delete something first\.$/,
          );
        }
        const after = [await read(ada, '/page'), await read(ada, '/activities?results_per_page=250')];
        assert.deepEqual(after, before);
      });

      it('accepts writes that do not make the page larger', async () => {
        const order = (await read(ada, '/blocks?results_per_page=100')).map(({ id }: Json) => id).reverse();
        await made(ada, '/blocks/reorder', { order });
        assert.equal(await sizeOf(ada), LIMIT);
        const [links] = blocks;
        const { items } = await read(ada, `/blocks/${links}`);
        await made(ada, `/blocks/${links}/items/${items[0].id}`, { element: { description: null } });
        const smaller = await sizeOf(ada);
        assert.ok(smaller < LIMIT - 1500);
        assert.equal((await post(ada, `/blocks/${links}/items/${items[1].id}/delete`)).status, 200);
        await made(ada, `/blocks/${links}/items`, { content: { caption: 'New' }, link: 'https://example.com/' });
      });
    });

    it('includes scheduled items, but not disabled or expired ones', async () => {
      const { account: bea } = await pageOf('bea', 7, { from: '2030-01-01T00:00:00.000Z' });
      assert.ok((await sizeOf(bea)) < 100_000);
      assertTooLarge(await post(bea, '/blocks', largeBlock()), /would have 2,\d{3} KiB/);
      await made(bea, '/blocks', largeBlock({ to: '2026-01-01T00:00:00Z' }));
      const off = await made(bea, '/blocks', largeBlock({ enabled: false }));
      const { blocks, ...page } = await read(bea, '/page');
      for (const { settings } of blocks.at(-1).items) settings.enabled = true;
      assertTooLarge(await post(bea, '/page/import', { document: { ...page, blocks } }), /would have 2,\d{3} KiB/);
      const { items } = await read(bea, `/blocks/${off}`);
      await made(bea, `/blocks/${off}/items/${items[0].id}`, { settings: { enabled: true } });
      api.clock.now = Date.UTC(2030, 0, 2) * 1000;
      const size = await sizeOf(bea);
      assert.ok(size > 1_800_000 && size <= LIMIT);
      api.clock.now = NOON;
    });

    it('holds under concurrent writes', async () => {
      const { account } = await fullPage('cem', 4000);
      const content = 'x'.repeat(3000);
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => post(account, '/blocks', { block: 'text', blocks: { content } })),
      );
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422, 422]);
      assert.ok((await sizeOf(account)) <= LIMIT);
    });

    it('reports only a lower bound for a page that is far too large', async () => {
      const dan = await api.account('dan');
      const item = { caption: 'x', element: { answer: quotes(2000) } };
      const block = { block: 'faq', items: Array.from({ length: 100 }, () => item) };
      const document = { version: 1, blocks: Array.from({ length: 10 }, () => block) };
      assertTooLarge(
        await post(dan, '/page/import', { document }),
        /^The page would have more than 8,192 KiB of HTML; the limit is 2,048 KiB\. It has \d+ KiB now: /,
      );
      assert.deepEqual(await read(dan, '/blocks'), []);
    });

    it('does not apply to older pages until a write makes them larger', async () => {
      const { account: eva, blocks } = await pageOf('eva', 9);
      const [first, second, ...others] = blocks;
      const size = await sizeOf(eva);
      assert.ok(size > LIMIT + 100_000);

      assertTooLarge(
        await post(eva, `/blocks/${first}`, { name: 'x' }),
        /^The page would have 2,\d{3} KiB of HTML; the limit is 2,048 KiB\. It has 2,\d{3} KiB now: only changes that make it smaller are possible\.$/,
      );
      assert.equal((await post(eva, '/blocks/reorder', { order: [second, first, ...others] })).status, 200);
      const { items: own } = await read(eva, `/blocks/${first}`);
      await made(eva, `/blocks/${first}/items/${own[0].id}`, { element: { description: 'short' } });
      assert.ok((await sizeOf(eva)) < size);
      assert.equal((await post(eva, `/blocks/${second}/delete`)).status, 200);
      assert.ok((await sizeOf(eva)) < size - 200_000);
    });
  });
}
