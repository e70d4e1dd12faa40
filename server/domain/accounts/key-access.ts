// The owner and the scope of an API key. A cached key costs no query.

import type { Micros } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import { findKeyOwner, type KeyIdentity, type KeyOwner, readKey } from '../../storage/accounts/keys.ts';
import type { Store } from '../../storage/store.ts';
import { createAccountCache } from '../account-cache.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';

export interface KeyAccess {
  /** Undefined if the key does not exist or is revoked. Synchronous on a cache hit. Does not check the expiry. */
  find(key: string): KeyIdentity | undefined | Promise<KeyIdentity | undefined>;
  /** As `find`, but uses stale data while the store is unavailable. It identifies a caller and never grants access. */
  lastKnown(key: string): Promise<KeyIdentity | undefined>;
  figures(): { hits: number; misses: number; entries: number };
}

const MAX_OWNERS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;

export function createKeyAccess(store: Pick<Store, 'read' | 'freshness' | 'isUnavailable'>): KeyAccess {
  const { read, freshness, isUnavailable } = store;
  /** The owner of a key never changes. Its scope is read again after a change of the account. */
  const owners = createLru<string, KeyOwner>(MAX_OWNERS);
  // An identity is small compared to the overhead of its entry.
  const identities = createAccountCache<string, KeyIdentity>({ freshness, mostBytes: MAX_BYTES, bytesOf: () => 0 });

  async function lookUp(keyHash: string): Promise<KeyIdentity | undefined> {
    const owner = owners.get(keyHash) ?? (await findKeyOwner(read, keyHash));
    if (!owner) return undefined;
    owners.set(keyHash, owner);
    return identities.make(keyHash, owner.accountId, () => readKey(read, owner));
  }

  function cached(key: string, otherwise: typeof lookUp): ReturnType<KeyAccess['find']> {
    if (!isWellFormedKey(key)) return undefined;
    const keyHash = hashKey(key);
    return identities.get(keyHash) ?? otherwise(keyHash);
  }

  return {
    find: (key) => cached(key, lookUp),
    lastKnown: async (key) => cached(key, (hash) => identities.orLast(hash, () => lookUp(hash), isUnavailable)),
    figures() {
      const { hits, misses, entries } = identities.figures();
      return { hits, misses, entries };
    },
  };
}

export function isExpired({ expiresAt }: KeyIdentity, now: Micros): boolean {
  return expiresAt !== null && expiresAt <= now;
}
