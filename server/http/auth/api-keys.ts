// API keys as a way to authenticate: `Authorization: Bearer fp_…`.
import type { FastifyBaseLogger } from 'fastify';
import { MINUTE, type Micros } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import { isExpired } from '../../domain/accounts/key-access.ts';
import { type KeyIdentity, noteKeyUse } from '../../storage/accounts/keys.ts';
import type { Services } from '../services.ts';
import { bearerOf } from './bearer.ts';
import type { AuthMethod, Identity } from './caller.ts';

const MAX_KEYS = 10_000;

type KeyServices = Pick<Services, 'allowance' | 'store' | 'clock' | 'keys'>;

export function apiKeys({ allowance, store, clock, keys }: KeyServices, log: FastifyBaseLogger): AuthMethod {
  /** When the last use of each was tried to be noted: a store that takes no writes is not asked to with every read. */
  const tried = createLru<number, Micros>(MAX_KEYS);

  function identityOf(key: KeyIdentity | undefined): Identity | undefined {
    if (!key || isExpired(key, clock())) return undefined;
    const { accountId, keyId: id, scope, isActive } = key;
    return { caller: { kind: 'key', accountId, allowance, id, scope }, isActive, noteUse: () => noteUse(key) };
  }

  function noteUse(key: KeyIdentity): void {
    const now = clock();
    if (key.lastUsedAt !== null && now - key.lastUsedAt < MINUTE) return;
    key.lastUsedAt = now;
    if (now - (tried.get(key.keyId) ?? 0) < MINUTE) return;
    tried.set(key.keyId, now);
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
