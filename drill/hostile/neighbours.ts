// Accounts with a page of ten blocks, which others visit.
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { createKey } from '../../server/domain/accounts/keys.ts';
import { createClock } from '../../server/system/clock.ts';
import { makePages } from '../../test/support/pages/pages.ts';
import { withStore } from '../support/with-store.ts';

export const NAME = 'neighbour';
export const LINK = 'shop';
export const NEIGHBOURS = 20;
const BLOCKS = 10;

/** Returns a key of each. */
export async function makeNeighbours(databaseUrl: string): Promise<string[]> {
  const links = Array.from({ length: BLOCKS }, (_, block) => ({
    block: 'links' as const,
    name: `Block ${block}`,
    items: Array.from({ length: 5 }, (_, item) => {
      const slug = block + item === 0 ? LINK : `link-${block}-${item}`;
      return { caption: `Item ${item}`, link: `https://example.com/${block}/${item}`, slug };
    }),
  }));
  const pages = Array.from({ length: NEIGHBOURS }, (_, index) => ({ username: `${NAME}-${index + 1}`, blocks: links }));
  const made = await makePages(databaseUrl, pages);
  return withStore(databaseUrl, async (store) => {
    const keys: string[] = [];
    for (const { accountId } of made) {
      const wanted = { name: 'Drill', scope: 'write', expiresAt: null } as const;
      keys.push((await createKey(store, accountId, wanted, commandLine, createClock()())).key);
    }
    return keys;
  });
}
