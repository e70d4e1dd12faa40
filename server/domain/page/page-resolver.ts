// Resolves host and path of a request to the account whose page they address. Resolved names are cached, so that most
// visits need no look-up. A name in another case and a former name resolve to the account as well; the caller decides
// whether to redirect.

import { findUsername, type PageOwner, readPageOwner } from '../../storage/accounts/usernames.ts';
import type { Store } from '../../storage/store.ts';
import { type AccountCache, createAccountCache } from '../account-cache.ts';
import { usernameIn } from '../accounts/usernames.ts';

/**
 * Host and path of a request. No account has its own host yet, so every host shows all pages. The host is part of the
 * interface so that no caller resolves a page by its path alone.
 */
export interface PageRequest {
  readonly host: string;
  /** Path and query as sent. */
  readonly url: string;
}

export interface ResolvedPage {
  owner: PageOwner;
  /** Whether the request names the account by its current name. */
  isCurrent: boolean;
  /** The rest of the path after the account's name, as sent: `/shop`. Empty for the page itself. */
  rest: string;
}

export interface PageResolver {
  /** From the cache only: a shortcut for `find`. */
  known(request: PageRequest): ResolvedPage | undefined;
  find(request: PageRequest): Promise<ResolvedPage | undefined>;
  figures: AccountCache<string, PageOwner>['figures'];
}

const MAX_BYTES = 96 * 1024 * 1024;

export function createPageResolver(store: Pick<Store, 'read' | 'freshness' | 'isUnavailable'>): PageResolver {
  const { read, freshness } = store;
  const owners = createAccountCache<string, PageOwner>({
    freshness,
    mostBytes: MAX_BYTES,
    // The rest of an owner is small compared to the overhead of its entry.
    bytesOf: ({ customize, background }) => 2 * (customize.length + background.length),
  });

  async function lookUp(name: string): Promise<PageOwner | undefined> {
    const held = await findUsername(read, name);
    return held && owners.make(name, held.account_id, () => readPageOwner(read, held.account_id));
  }

  return {
    known(request) {
      const { name, rest } = split(request);
      const owner = owners.get(name);
      return owner && { owner, isCurrent: owner.username === name, rest };
    },
    async find(request) {
      const { name: sent, rest } = split(request);
      const text = decoded(sent);
      const name = text === undefined ? undefined : usernameIn(text);
      if (name === undefined) return undefined;
      const owner = owners.get(name) ?? (await owners.orLast(name, () => lookUp(name), store.isUnavailable));
      return owner && { owner, isCurrent: owner.username === text, rest };
    },
    figures: owners.figures,
  };
}

function split({ url }: PageRequest): { name: string; rest: string } {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const slash = path.indexOf('/', 1);
  return slash < 0 ? { name: path.slice(1), rest: '' } : { name: path.slice(1, slash), rest: path.slice(slash) };
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
