// Accounts for the load, each with a write key, a page of blocks, some pixels, and visits.

import { withStore } from '../../bench/database.ts';
import { visitors } from '../../bench/visitors.ts';
import { blockTypes } from '../../contract/vocabulary.ts';
import { createAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { createKey } from '../../server/domain/accounts/keys.ts';
import { createPixel } from '../../server/domain/page/pixels.ts';
import { insertBlock, insertBlockItem } from '../../server/storage/page/blocks.ts';
import type { Store } from '../../server/storage/store.ts';
import { createClock } from '../../server/system/clock.ts';
import type { Tenant } from './mix.ts';

const BLOCKS = 10;
const ITEMS = 5;
const PIXELS = 10;
const VIEWS = 1000;

export function prepareTenants(databaseUrl: string, count: number): Promise<Tenant[]> {
  return withStore(databaseUrl, async (store, visits) => {
    const tenants: Tenant[] = [];
    const at = createClock()();
    for (let number = 1; number <= count; number += 1) {
      const person = { username: `tenant${number}`, email: `tenant${number}@example.com`, name: `Tenant ${number}` };
      const accountId = await createAccount(store, person, commandLine, at);
      const wanted = { name: 'Drill', scope: 'write', expiresAt: null } as const;
      const { key } = await createKey(store, accountId, wanted, commandLine, at);
      tenants.push({ key, pixelIds: await fill(store, accountId, at) });
      for (const some of visitors(accountId, VIEWS, at)) await visits.recordMany(some);
    }
    await visits.aggregateAll();
    return tenants;
  });
}

function fill(store: Store, accountId: number, at: number): Promise<number[]> {
  const times = { created_at: at, updated_at: at };
  return store.write(accountId, async (tx) => {
    for (let position = 0; position < BLOCKS; position += 1) {
      const [blockId, ...itemIds] = await store.dialect.allocateIds(tx, 1 + ITEMS);
      const block = blockTypes[position % blockTypes.length]!;
      const words = { name: `Block ${position}`, subheading: null, content: JSON.stringify('Some words.') };
      await insertBlock(tx, accountId, { id: blockId!, block, ...words, settings: null, position, ...times });
      for (const [order, id] of itemIds.entries()) {
        const content = JSON.stringify({ caption: `Item ${order}`, alt: null });
        const plain = { thumbnail: null, is_element: 0, element: null, settings: null };
        const columns = { block_id: blockId!, list_order: order, position: order };
        const link = `https://example.com/${position}/${order}`;
        await insertBlockItem(tx, accountId, { id, ...columns, ...plain, link, content, ...times });
      }
    }
    const ids: number[] = [];
    for (let number = 0; number < PIXELS; number += 1) {
      const fields = { name: `Pixel ${number}`, type: 'quora', pixel_id: `q-${number}`, status: 1 } as const;
      ids.push(await createPixel(tx, store, accountId, fields, commandLine, at));
    }
    return ids;
  });
}
