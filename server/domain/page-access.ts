// Whose page the name in an address leads to, kept in memory: whoever comes to a page is asked for no look-up. A name
// in another case and a former name lead to the account as well; what is done about that is up to who asks.
import type { Store } from '../storage/store.ts';
import { findUsername, type PageOwner, readPageOwner } from '../storage/usernames.ts';
import { createKept, type Kept } from './kept.ts';
import { usernameIn } from './usernames.ts';

export interface PageAccess {
  /** Only what is kept, under a name in its own form: a shortcut for `find`. */
  known(name: string): PageOwner | undefined;
  find(name: string): Promise<PageOwner | undefined>;
  figures: Kept<string, PageOwner>['figures'];
}

const MOST_BYTES = 96 * 1024 * 1024;

export function createPageAccess(store: Pick<Store, 'read' | 'freshness' | 'isUnavailable'>): PageAccess {
  const { read, freshness } = store;
  // An owner is small beside its entry.
  const owners = createKept<string, PageOwner>({ freshness, mostBytes: MOST_BYTES, bytesOf: () => 0 });

  async function look(name: string): Promise<PageOwner | undefined> {
    const held = await findUsername(read, name);
    return held && owners.make(name, held.account_id, () => readPageOwner(read, held.account_id));
  }

  return {
    known: owners.get,
    async find(text) {
      const name = usernameIn(text);
      if (name === undefined) return undefined;
      const known = owners.get(name);
      if (known) return known;
      return owners.orLast(name, () => look(name), store.isUnavailable);
    },
    figures: owners.figures,
  };
}
