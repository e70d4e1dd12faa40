// The preview is the public page, without scripts, and a preview of changes is the page after they are saved.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { themes } from '../../../contract/page/themes.ts';
import { blockTypes } from '../../../contract/vocabulary.ts';
import { type Account, type Api, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { wholePage } from '../../support/pages/whole-page.ts';

type Fields = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
type Stored = any;

for (const engine of enginesOf(import.meta.url)) {
  describe(`The preview on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine, { RATE_LIMIT: '0' });
      ada = await newPage('ada');
    });
    after(() => api.close());

    async function newPage(username: string): Promise<Account> {
      const account = await api.account(username);
      await saved(account, '/page/import', { document: wholePage });
      return account;
    }
    async function saved(account: Account, path: string, json?: Fields): Promise<Stored> {
      const { status, body, text } = await api.call(`POST ${path}`, { key: account.key, json: json ?? {} });
      assert.equal(status, 200, text);
      return body.response;
    }
    const previewOf = async (account: Account, changes: Fields = {}): Promise<string> =>
      (await saved(account, '/page/preview', changes)).html;
    async function publicPage({ username }: Account): Promise<string> {
      const { statusCode, payload } = await api.app.inject({ url: `/${username}`, headers: { dnt: '1' } });
      assert.equal(statusCode, 200);
      return payload
        .replace(/<script>.*?<\/script>(?=\n<\/body>)/s, '')
        .replace(/<template id="player">.*?<\/template>/s, '');
    }
    async function blocksOf({ key }: Account): Promise<Stored[]> {
      return (await api.call('GET /blocks?results_per_page=100', { key })).body.response;
    }
    /** A block with three links. */
    async function newLinks(account: Account): Promise<Stored> {
      const items = ['One', 'Two', 'Three'].map((caption) => ({ link: 'https://a.example/', content: { caption } }));
      const { id } = await saved(account, '/blocks', { block: 'links', items });
      return (await api.call(`GET /blocks/${id}`, { key: account.key })).body.response;
    }
    const blockOf = async (account: Account, type: string): Promise<Stored> =>
      (await blocksOf(account)).find(({ block }) => block === type);

    it('is the public page in every theme, with every type of block', async () => {
      const types = new Set((await blocksOf(ada)).map(({ block }) => block));
      assert.deepEqual(
        blockTypes.filter((type) => !types.has(type)),
        [],
      );
      assert.equal(themes.length, 14);
      for (const { name } of themes) {
        const unsaved = await previewOf(ada, { customize: { theme: name } });
        await saved(ada, '/user/customize', { theme: name });
        const page = await publicPage(ada);
        assert.equal(await previewOf(ada), page, name);
        assert.equal(unsaved, page, name);
        assert.match(page, new RegExp(`class="[^"]*\\b${name}\\b`));
      }
      assert.ok(!(await previewOf(ada)).includes('<script>'));
    });

    const sections: Record<string, Fields> = {
      profile: { name: ' Eve ', bio: 'First\r\nsecond' },
      seo: { enable: '1', page_name: 'Eve’s page', block_engine: null },
      social: { instagram: 'https://instagram.com/eve', email: null },
      customize: { button_background_color: '#AABBCC', radius: 'square', bio_align: null },
      background: { type: 'gradient', settings: { gradient: { color_1: '#102030', animate: 1 } } },
      options: { consent_bar: true, language: 'ar', background_layout: 'panel' },
    };
    for (const [name, patch] of Object.entries(sections)) {
      it(`is the page after the section ${name} is saved`, async () => {
        const unsaved = await previewOf(ada, { [name]: patch });
        assert.notEqual(unsaved, await publicPage(ada));
        await saved(ada, `/user/${name}`, patch);
        assert.equal(unsaved, await publicPage(ada));
      });
    }

    for (const type of blockTypes) {
      it(`is the page after a block of type ${type} is saved`, async () => {
        const { id, position } = await blockOf(ada, type);
        const patch = { name: `New ${type}`, subheading: null, position: position === 1 ? 3 : position - 1 };
        const unsaved = await previewOf(ada, { blocks: [{ id, ...patch }] });
        assert.notEqual(unsaved, await publicPage(ada));
        await saved(ada, `/blocks/${id}`, patch);
        assert.equal(unsaved, await publicPage(ada));
      });
    }

    it('is the page after content and settings of a block are saved', async () => {
      const { id } = await blockOf(ada, 'text');
      const patch = { blocks: { content: 'A <b>new</b> **text**' } };
      const unsaved = await previewOf(ada, { blocks: [{ id, ...patch }] });
      await saved(ada, `/blocks/${id}`, patch);
      assert.equal(unsaved, await publicPage(ada));
      assert.match(unsaved, /A &lt;b&gt;new&lt;\/b&gt; <strong>text<\/strong>/);
    });

    it('is the page after an item is saved', async () => {
      const block = await newLinks(ada);
      const [first, second] = block.items;
      for (const [item, patch] of [
        [first, { content: { caption: 'Typed' }, link: 'https://example.com/typed', slug: 'typed' }],
        [first, { settings: { highlight: true, sensitive: true }, position: 2 }],
        [second, { link: null }],
        [second, { link: 'https://example.com/again', content: { caption: 'Another title' } }],
        [first, { settings: { from: '2026-12-01T00:00:00Z' } }],
      ]) {
        const unsaved = await previewOf(ada, { items: [{ id: item.id, ...patch }] });
        assert.notEqual(unsaved, await publicPage(ada), JSON.stringify(patch));
        await saved(ada, `/blocks/${block.id}/items/${item.id}`, patch);
        assert.equal(unsaved, await publicPage(ada), JSON.stringify(patch));
      }
    });

    it('is the page after an item is moved to another block', async () => {
      const { id: target } = await saved(ada, '/blocks', { block: 'links', items: [{ link: 'https://a.example/' }] });
      const block = await newLinks(ada);
      const patch = { block_id: target, position: 1 };
      const { id } = block.items.at(-1);
      const unsaved = await previewOf(ada, { items: [{ id, ...patch }] });
      assert.notEqual(unsaved, await publicPage(ada));
      await saved(ada, `/blocks/${block.id}/items/${id}`, patch);
      assert.equal(unsaved, await publicPage(ada));
    });

    it('is the page after blocks and items are deleted and the others are reordered', async () => {
      const eve = await newPage('eve');
      const links = await newLinks(eve);
      const blocks = await blocksOf(eve);
      const gone = blocks.find(({ block }) => block === 'text');
      const order = blocks
        .map(({ id }) => id)
        .filter((id) => id !== gone.id)
        .reverse();
      const unsaved = await previewOf(eve, { hidden: [gone.id, links.items[0].id], order });
      assert.notEqual(unsaved, await publicPage(eve));
      await saved(eve, `/blocks/${gone.id}/delete`);
      await saved(eve, `/blocks/${links.id}/items/${links.items[0].id}/delete`);
      await saved(eve, '/blocks/reorder', { order });
      assert.equal(unsaved, await publicPage(eve));
    });

    it('is the page after new blocks are added, but for their ids', async () => {
      const fay = await newPage('fay');
      const items = [
        { link: 'https://new.example/', content: { caption: 'New here' } },
        { link: 'https://new.example/2', content: { caption: 'New here' } },
      ];
      const creations = [
        { block: 'links', position: 2, items },
        { block: 'signup', position: 1, name: 'Letter' },
      ];
      const unsaved = await previewOf(fay, { new_blocks: creations });
      const ids: number[] = [];
      for (const creation of creations) ids.push((await saved(fay, '/blocks', creation)).id);
      const numbered = ids.reduce(
        (html, id, index) => html.replaceAll(new RegExp(`(?<=["\\-/bf])${id}(?=["\\-/])`, 'g'), String(-index - 1)),
        await publicPage(fay),
      );
      const withoutPictures = (html: string) => html.replaceAll(/thumbnail\/\d+\.svg/g, 'thumbnail');
      assert.equal(withoutPictures(unsaved), withoutPictures(numbered));
      assert.match(unsaved, /id="b-1"[\s\S]*href="\/fay\/new-here"[\s\S]*href="\/fay\/new-here-2"/);
    });

    it('is the page at another time', async () => {
      const gil = await newPage('gil');
      const from = '2026-11-16T00:00:00Z';
      const creation = { block: 'links', items: [{ link: 'https://later.example/', settings: { from } }] };
      await saved(gil, '/blocks', creation);
      const later = await previewOf(gil, { at: '2026-11-17T00:00:00Z' });
      assert.notEqual(later, await previewOf(gil));
      try {
        api.clock.now = Date.UTC(2026, 10, 17) * 1000;
        assert.equal(later, await publicPage(gil));
      } finally {
        api.clock.now = NOON;
      }
    });
  });
}
