// The page model that the domain makes for the views, on both stores.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BlockType } from '../../contract/vocabulary.ts';
import { setConsentBar } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { readPage } from '../../server/domain/page/page.ts';
import { insertBlock, insertBlockItem, insertLink } from '../../server/storage/page/blocks.ts';
import type { Store } from '../../server/storage/store.ts';
import { enginesOf } from '../support/engines.ts';
import { tenantOn } from '../support/server.ts';
import { freshDatabase, storeOn } from '../support/store.ts';

const NOON = Date.UTC(2026, 2, 10, 12) * 1000;
const addresses = {
  origin: 'https://links.example',
  avatar: (token: string) => `/avatar/${token}`,
  shareImage: (token: string) => `/share/${token}`,
};
const dated = { created_at: 0, updated_at: 0 };

async function addBlock(
  store: Store,
  accountId: number,
  id: number,
  given: { block: BlockType; content?: unknown; settings?: unknown; position?: number },
): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await store.write(accountId, (tx) =>
    insertBlock(tx, accountId, {
      id,
      block: given.block,
      name: null,
      subheading: null,
      content: json(given.content),
      settings: json(given.settings),
      position: given.position ?? 0,
      ...dated,
    }),
  );
}

async function addLink(
  store: Store,
  accountId: number,
  id: number,
  given: { block: number; link: string; slug?: string; settings?: object; order?: number },
): Promise<void> {
  await store.write(accountId, async (tx) => {
    await insertBlockItem(tx, accountId, {
      id,
      block_id: given.block,
      list_order: given.order ?? id,
      thumbnail: null,
      is_element: 0,
      element: null,
      link: given.link,
      content: JSON.stringify({ caption: `Link ${id}` }),
      settings: given.settings ? JSON.stringify(given.settings) : null,
      position: 0,
      ...dated,
    });
    if (given.slug) await insertLink(tx, accountId, { id, slug: given.slug, url: given.link, deleted_at: null });
  });
}

for (const engine of enginesOf(import.meta.url)) {
  describe(`The page model on ${engine.name}`, () => {
    it('has the stored values and every default, in the order of the page', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { accountId } = await tenantOn(databaseUrl);
      const store = await storeOn(t, databaseUrl);
      await addBlock(store, accountId, 1001, { block: 'text', content: 'Hello *you*', position: 2 });
      await addBlock(store, accountId, 1002, { block: 'links', settings: { layout: 'grid' }, position: 1 });
      await addLink(store, accountId, 1004, { block: 1002, link: 'https://example.com/b', slug: 'b', order: 2 });
      await addLink(store, accountId, 1003, { block: 1002, link: 'HTTPS://Example.com', slug: 'ä', order: 1 });

      const { page, until } = (await readPage(store.read, accountId, addresses, NOON))!;
      assert.equal(until, Number.POSITIVE_INFINITY);
      assert.deepEqual(
        { username: page.username, name: page.name, avatar: page.avatar, title: page.seo.title },
        { username: 'ada', name: 'Ada', avatar: `/avatar/${page.publicToken}`, title: 'Ada' },
      );
      assert.deepEqual(
        page.blocks.map(({ type, settings, content }) => ({ type, settings, content })),
        [
          { type: 'links', settings: { layout: 'grid' }, content: null },
          { type: 'text', settings: { align: 'left' }, content: 'Hello *you*' },
        ],
      );
      assert.deepEqual(
        page.blocks[0]!.items.map(({ caption, link }) => ({ caption, link })),
        [
          { caption: 'Link 1003', link: { ...followed, path: '/ada/%C3%A4', url: 'https://example.com/' } },
          { caption: 'Link 1004', link: { ...followed, path: '/ada/b', url: 'https://example.com/b' } },
        ],
      );
    });

    it('asks for consent if the owner enabled it', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { accountId } = await tenantOn(databaseUrl);
      const store = await storeOn(t, databaseUrl);
      const asks = async () => (await readPage(store.read, accountId, addresses, NOON))!.page.asksConsent;
      assert.equal(await asks(), false);
      await setConsentBar(store, accountId, true, commandLine, NOON);
      assert.equal(await asks(), true);
    });

    it('leaves out links that are off, scheduled or expired, and has the time of the next change', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { accountId } = await tenantOn(databaseUrl);
      const store = await storeOn(t, databaseUrl);
      await addBlock(store, accountId, 1001, { block: 'links' });
      const links: Record<string, object> = {
        off: { enabled: false },
        soon: { from: '2026-03-10T13:00:00.000000Z' },
        over: { to: '2026-03-10T12:00:00Z' },
        ending: { from: '2026-03-09T00:00:00Z', to: '2026-03-10T12:30:00Z' },
        on: { highlight: true, sensitive: true, language: 'ar' },
      };
      for (const [index, [slug, settings]] of Object.entries(links).entries()) {
        await addLink(store, accountId, 1002 + index, { block: 1001, link: 'https://example.com/', slug, settings });
      }
      const at = async (now: number) => {
        const { page, until } = (await readPage(store.read, accountId, addresses, now))!;
        return { until, slugs: page.blocks[0]!.items.map(({ link }) => link?.path.split('/')[2]) };
      };
      const minutes = (count: number) => NOON + count * 60_000_000;
      assert.deepEqual(await at(NOON), { until: minutes(30), slugs: ['ending', 'on'] });
      assert.deepEqual(await at(minutes(30)), { until: minutes(60), slugs: ['on'] });
      assert.deepEqual(await at(minutes(60)), { until: Number.POSITIVE_INFINITY, slugs: ['soon', 'on'] });
    });

    it('has the final text of a countdown only once it is over', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { accountId } = await tenantOn(databaseUrl);
      const store = await storeOn(t, databaseUrl);
      const content = { until: '2026-03-10T12:30:00Z', finished: 'Come in!' };
      await addBlock(store, accountId, 1001, { block: 'countdown', content });
      await addBlock(store, accountId, 1002, { block: 'countdown', content: { finished: 'Never said' }, position: 1 });
      const at = async (now: number) => {
        const { page, until } = (await readPage(store.read, accountId, addresses, now))!;
        return { until, contents: page.blocks.map((block) => block.content) };
      };
      const end = NOON + 30 * 60_000_000;
      const endless = { until: null, finished: '' };
      assert.deepEqual(await at(NOON), { until: end, contents: [content, endless] });
      const over = { until: null, finished: 'Come in!' };
      assert.deepEqual(await at(end), { until: Number.POSITIVE_INFINITY, contents: [over, endless] });
    });

    it('is complete for any stored content, and has no invalid links', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { accountId } = await tenantOn(databaseUrl);
      const store = await storeOn(t, databaseUrl);
      await addBlock(store, accountId, 1001, { block: 'heading', settings: { level: 'x', align: 'right', odd: 1 } });
      await addBlock(store, accountId, 1002, { block: 'text', content: { not: 'a text' }, settings: [] });
      await addBlock(store, accountId, 1003, { block: 'links', settings: 'none', content: 7 });
      const targets = ['javascript:alert(1)', 'data:text/html,x', 'https://user:pass@example.com/', 'nothing', '//x'];
      for (const [index, link] of targets.entries()) {
        await addLink(store, accountId, 1010 + index, { block: 1003, link, slug: `s${index}` });
      }
      await addLink(store, accountId, 1020, { block: 1003, link: 'tel:+441632960123', slug: 'call' });

      const { page } = (await readPage(store.read, accountId, addresses, NOON))!;
      assert.deepEqual(page.blocks[0]!.settings, { level: 2, align: 'right' });
      assert.deepEqual([page.blocks[1]!.settings, page.blocks[1]!.content], [{ align: 'left' }, '']);
      assert.deepEqual(page.blocks[2]!.settings, { layout: 'stack' });
      assert.deepEqual(
        page.blocks[2]!.items.map(({ link }) => link?.url ?? null),
        [null, null, null, null, null, 'tel:+441632960123'],
      );
    });

    it('has only blocks, links and pixels of its account', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const ada = await tenantOn(databaseUrl);
      const bo = await tenantOn(databaseUrl, 'bo');
      const store = await storeOn(t, databaseUrl);
      await addBlock(store, bo.accountId, 1001, { block: 'text', content: 'Bo’s own' });
      const { page } = (await readPage(store.read, ada.accountId, addresses, NOON))!;
      assert.deepEqual(page.blocks, []);
      assert.equal(await readPage(store.read, 999_999, addresses, NOON), undefined);
    });
  });
}

const followed = { isHighlighted: false, isSensitive: false, language: '' };
