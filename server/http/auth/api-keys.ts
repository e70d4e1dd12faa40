// Authentication with an API key: `Authorization: Bearer fp_…`.
import type { FastifyBaseLogger } from 'fastify';
import { MINUTE, type Micros } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import { isExpired } from '../../domain/accounts/key-access.ts';
import { type KeyIdentity, noteKeyUse } from '../../storage/accounts/keys.ts';
import type { Services } from '../services.ts';
import { bearerOf } from './bearer.ts';
import type { AuthMethod, Identity } from './caller.ts';

const MAX_KEYS = 10_000;

type KeyServices = Pick<Services, 'quotas' | 'store' | 'clock' | 'keys'>;

export function apiKeys({ quotas, store, clock, keys }: KeyServices, log: FastifyBaseLogger): AuthMethod {
  /** When a write of each key's last use was last attempted: a store that rejects writes is not retried on every read. */
  const attempts = createLru<number, Micros>(MAX_KEYS);

  function identityOf(key: KeyIdentity | undefined): Identity | undefined {
    if (!key || isExpired(key, clock())) return undefined;
    const { accountId, keyId: id, scope, isActive } = key;
    return { caller: { kind: 'key', accountId, quotas, id, scope }, isActive, noteUse: () => noteUse(key) };
  }

  function noteUse(key: KeyIdentity): void {
    const now = clock();
    if (key.lastUsedAt !== null && now - key.lastUsedAt < MINUTE) return;
    key.lastUsedAt = now;
    if (now - (attempts.get(key.keyId) ?? 0) < MINUTE) return;
    attempts.set(key.keyId, now);
    store
      .note((tx) => noteKeyUse(tx, key.accountId, key.keyId, now))
      .catch((error) => log.warn({ err: error }, 'Could not store the last use of an API key'));
  }

  return {
    credentialOf: bearerOf,
    identify(key) {
      const found = keys.find(key);
      return found instanceof Promise ? found.then(identityOf) : identityOf(found);
    },
  };
}
