// Whose a key is, and what it may do. A key seen a moment ago costs no query.

import type { Micros } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import { findKeyOwner, type KeyIdentity, type KeyOwner, readKey } from '../../storage/accounts/keys.ts';
import type { Store } from '../../storage/store.ts';
import { createAccountCache } from '../account-cache.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';

export interface KeyAccess {
  /** Undefined where there is no such key, or no more; at once where it is known. Whether its time is over is not looked at. */
  find(key: string): KeyIdentity | undefined | Promise<KeyIdentity | undefined>;
  /** The same; while the store is away, what was known last. It tells whose a key is, and lets nobody in. */
  lastKnown(key: string): Promise<KeyIdentity | undefined>;
  figures(): { hits: number; misses: number; entries: number };
}

const KEYS_KEPT = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;

export function createKeyAccess(store: Pick<Store, 'read' | 'freshness' | 'isUnavailable'>): KeyAccess {
  const { read, freshness, isUnavailable } = store;
  /** Whose a key is never changes; what it may do is read anew after a change of the account. */
  const owners = createLru<string, KeyOwner>(KEYS_KEPT);
  // An identity is small beside its entry.
  const identities = createAccountCache<string, KeyIdentity>({ freshness, mostBytes: MAX_BYTES, bytesOf: () => 0 });

  async function lookUp(keyHash: string): Promise<KeyIdentity | undefined> {
    const owner = owners.get(keyHash) ?? (await findKeyOwner(read, keyHash));
    if (!owner) return undefined;
    owners.set(keyHash, owner);
    return identities.make(keyHash, owner.accountId, () => readKey(read, owner));
  }

  function known(key: string, otherwise: typeof lookUp): ReturnType<KeyAccess['find']> {
    if (!isWellFormedKey(key)) return undefined;
    const keyHash = hashKey(key);
    return identities.get(keyHash) ?? otherwise(keyHash);
  }

  return {
    find: (key) => known(key, lookUp),
    lastKnown: async (key) => known(key, (hash) => identities.orLast(hash, () => lookUp(hash), isUnavailable)),
    figures() {
      const { hits, misses, entries } = identities.figures();
      return { hits, misses, entries };
    },
  };
}

export function isExpired({ expiresAt }: KeyIdentity, now: Micros): boolean {
  return expiresAt !== null && expiresAt <= now;
}
