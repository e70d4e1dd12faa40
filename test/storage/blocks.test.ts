import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { insertBlock, insertBlockItems, listBlocks } from '../../server/storage/page/blocks.ts';
import { engines } from '../support/engines.ts';
import { accountRow, freshStore } from '../support/store.ts';

/** How many items each block has, by its position. */
const sizes = [0, 100, 3, 100, 100, 0, 99, 1, 100, 400, 100, 2, 100, 250, 1, 0, 249, 100];

for (const engine of engines) {
  describe(`blocks on ${engine.name}`, () => {
    it('are read with all their items, in order, however many there are', async (t) => {
      const store = await freshStore(t, engine);
      // Later blocks have smaller ids, and later items too.
      const idOf = (position: number) => 100 - position;
      const itemId = (position: number, index: number) => 100_000 + position * 1000 - index;
      await store.write(1, async (tx) => {
        await tx.insertInto('account').values(accountRow(1)).execute();
        const times = { created_at: 0, updated_at: 0 };
        for (const [position, size] of sizes.entries()) {
          const words = { name: null, subheading: null, content: null, settings: null };
          await insertBlock(tx, 1, { id: idOf(position), block: 'links', position, ...words, ...times });
          const items = Array.from({ length: size }, (_, index) => ({
            id: itemId(position, index),
            block_id: idOf(position),
            list_order: index,
            thumbnail: null,
            is_element: 0,
            element: null,
            link: null,
            content: `${position}/${index}`,
            settings: null,
            position: index % 7 === 6 ? -1 : 0,
            ...times,
          }));
          for (let start = 0; start < size; start += 50) {
            await insertBlockItems(tx, 1, items.slice(start, start + 50));
          }
        }
      });
      const found = await listBlocks(store.read, 1, 100);
      assert.deepEqual(
        found.map(({ items }) => items.map(({ content }) => content)),
        sizes.map((size, position) =>
          Array.from({ length: size }, (_, index) => `${position}/${index}`).filter((_, index) => index % 7 !== 6),
        ),
      );
    });
  });
}
