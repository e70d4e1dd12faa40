// The upper bound on the size of a page, computed from the amount of stored data. It holds for every theme, every type
// of block, and texts that grow as much as possible in HTML.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { themes } from '../../contract/page/themes.ts';
import { type BlockType, blockTypes } from '../../contract/vocabulary.ts';
import { storedAmount } from '../../server/storage/page/page-amount.ts';
import { createPageMeasure } from '../../server/views/page/size.ts';
import { type Api, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { exampleBlock } from '../support/pages/example-blocks.ts';
import { type BlockGiven, makePages, type PageGiven } from '../support/pages/pages.ts';

/** Blocks or items of a page: so many that the constant part of the bound cannot hide an error per block or item. */
const PARTS = 30;
const upload = `/uploads/${'a'.repeat(64)}/1000000/4000x3000.webp`;
const social = (text: string) => ({
  email: `${text}@example.com`,
  whatsapp: '+491632960123',
  facebook: text,
  instagram: text,
  twitter: text,
  youtube: text,
});

/** Texts that grow in HTML: entities, Markdown, percent-encoding, replaced characters, host names. */
const texts: Record<string, (length: number) => string> = {
  short: () => 'a',
  quotes: (length) => '"'.repeat(length),
  controls: (length) => '\u0001'.repeat(length),
  signs: (length) => '🪧'.repeat(length / 2),
  paragraphs: (length) => "'\n\n".repeat(length / 3),
  lists: (length) => ">'\n- '\n9. '\n".repeat(length / 12),
  marks: (length) => "*'*`'`**'**".repeat(length / 11),
  addresses: (length) => "['](tel:1) ".repeat(length / 11),
};

/** A block of this type with every field filled with the text. */
function blockOf(block: BlockType, text: (length: number) => string): BlockGiven {
  const inputs = {
    email: `${text(200)}@example.com`,
    tel: '1',
    link: `https://example.com/${text(2000)}`,
  };
  const example = exampleBlock(block, (_plain, max, input) => (input ? inputs[input] : text(max)));
  const long: Partial<Record<BlockType, object>> = {
    music: { provider: 'soundcloud', id: 'a'.repeat(200) },
    contact_form: { fields: Array.from({ length: 10 }, (_, number) => ({ name: `f${number}`, label: text(100) })) },
  };
  const [item] = example.items ?? [];
  return {
    ...example,
    name: text(100),
    subheading: text(300),
    ...(long[block] && { content: { ...(example.content as object), ...long[block] } }),
    ...(item && { items: [{ ...item, caption: text(200), alt: text(300), thumbnail: upload }] }),
  };
}

describe('The upper bound on the size of a page', () => {
  let api: Api;
  const measure = createPageMeasure('https://links.example');
  before(async () => {
    api = await openApi(engines[0]!);
  });
  after(() => api.close());

  let accounts = 0;
  async function assertBounded(pages: readonly { what: string; page: Omit<PageGiven, 'username'> }[]): Promise<void> {
    const given = pages.map(({ page }) => {
      accounts += 1;
      return { username: `account-${accounts}`, ...page };
    });
    const made = await makePages(api.config.databaseUrl, given);
    for (const [index, { accountId }] of made.entries()) {
      const { rawPayload } = await api.app.inject({ url: `/${given[index]!.username}` });
      const bound = measure.ceiling(await storedAmount(api.store.read, accountId));
      assert.ok(bound >= rawPayload.length, `${pages[index]!.what}: ${rawPayload.length} bytes, bound ${bound}`);
    }
  }

  it('holds for every theme, with a block of every type', async () => {
    const blocks = blockTypes.map((block) => blockOf(block, texts.short!));
    const gradient = { color_1: '#123456', color_2: '#654321', animate: '1' };
    const background = { type: 'gradient', settings: { gradient } };
    await assertBounded(
      themes.map(({ name }) => ({ what: name, page: { customize: { theme: name }, background, blocks } })),
    );
  });

  for (const [kind, text] of Object.entries(texts)) {
    it(`holds for every type of block with many ${kind}`, async () => {
      const account = { name: text(100), bio: text(500), social: social(kind === 'short' ? 'a' : 'a'.repeat(200)) };
      const pages = blockTypes.map((block) => {
        const one = blockOf(block, text);
        const items = (one.items ?? []).flatMap((item) =>
          Array.from({ length: PARTS }, (_, number) => {
            return { ...item, link: `https://example.com/${text(100)}`, slug: `${'ü'.repeat(58)}${number}` };
          }),
        );
        const blocks = items.length > 0 ? [{ ...one, items }] : Array.from({ length: PARTS }, () => one);
        return { what: block, page: { ...account, blocks } };
      });
      await assertBounded(pages);
    });
  }
});
