// What the token of a share may read. A cached share costs no query, and a deleted one stops working within a second.
import type { Micros } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import {
  findShareOwner,
  readShare,
  type ShareIdentity,
  type ShareOwner,
} from '../../storage/accounts/statistics-shares.ts';
import type { Store } from '../../storage/store.ts';
import { createAccountCache } from '../account-cache.ts';
import { hashToken, isWellFormedToken } from '../accounts/token-format.ts';
import { SHARE_PREFIX } from './shares.ts';

export interface ShareAccess {
  /** Undefined if there is no such share. Synchronous on a cache hit. Does not check the expiry. */
  find(token: string): ShareIdentity | undefined | Promise<ShareIdentity | undefined>;
  figures(): { hits: number; misses: number; entries: number };
}

const MAX_OWNERS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;

export function createShareAccess({ read, freshness }: Pick<Store, 'read' | 'freshness'>): ShareAccess {
  /** The owner of a token never changes. */
  const owners = createLru<string, ShareOwner>(MAX_OWNERS);
  // An identity is small compared to the overhead of its entry.
  const identities = createAccountCache<string, ShareIdentity>({ freshness, mostBytes: MAX_BYTES, bytesOf: () => 0 });

  async function lookUp(tokenHash: string): Promise<ShareIdentity | undefined> {
    const owner = owners.get(tokenHash) ?? (await findShareOwner(read, tokenHash));
    if (!owner) return undefined;
    owners.set(tokenHash, owner);
    return identities.make(tokenHash, owner.accountId, () => readShare(read, owner));
  }

  return {
    find(token) {
      if (!isWellFormedToken(SHARE_PREFIX, token)) return undefined;
      const tokenHash = hashToken(token);
      return identities.get(tokenHash) ?? lookUp(tokenHash);
    },
    figures() {
      const { hits, misses, entries } = identities.figures();
      return { hits, misses, entries };
    },
  };
}

export function isShareExpired({ expiresAt }: Pick<ShareIdentity, 'expiresAt'>, now: Micros): boolean {
  return expiresAt !== null && expiresAt <= now;
}
