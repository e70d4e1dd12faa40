// Lets requests with a key through, and says whose they are. A key seen a moment ago costs no query.
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../../contract/errors.ts';
import { MINUTE, type Micros } from '../../../contract/time.ts';
import { createKept } from '../../domain/kept.ts';
import { hashKey, isWellFormedKey } from '../../domain/key-format.ts';
import { findKeyOwner, type KeyIdentity, type KeyOwner, noteKeyUse, readKey } from '../../storage/keys.ts';
import type { Services } from '../services.ts';
import { createRateLimiter } from './rate-limiter.ts';

const KEYS_KEPT = 10_000;
const MOST_BYTES = 8 * 1024 * 1024;
const BEARER = /^bearer +(\S+)$/i;

export const keyAuthPlugin = fp<Services>(async (app: FastifyInstance, { config, store, clock, caches }) => {
  /** Whose a key is never changes; what it may do is read anew after a change of the account. */
  const owners = new LRUCache<string, KeyOwner>({ max: KEYS_KEPT });
  // An identity is small beside its entry.
  const identities = createKept<string, KeyIdentity>({
    freshness: store.freshness,
    mostBytes: MOST_BYTES,
    bytesOf: () => 0,
  });
  /** When the last use of each was tried to be noted: a store that takes no writes is not asked to with every read. */
  const tried = new LRUCache<number, Micros>({ max: KEYS_KEPT });
  const limiter = createRateLimiter(config.rateLimit, clock);
  caches.set('keys', () => {
    const { hits, misses, entries } = identities.figures();
    return { hits, misses, entries };
  });
  app.decorateRequest('caller');

  app.addHook('onRequest', (request, reply, done) => {
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (key === undefined || !isWellFormedKey(key)) return done(new Refusal('unauthenticated'));
    const keyHash = hashKey(key);
    const known = identities.get(keyHash);
    if (known) return done(admit(known));
    identify(keyHash).then(
      (identity) => done(identity ? admit(identity) : new Refusal('unauthenticated')),
      (error: Error) => done(error),
    );

    /** In the order of precedence: 401, 429, 403. */
    function admit(identity: KeyIdentity): Refusal | undefined {
      const now = clock();
      if (identity.expiresAt !== null && identity.expiresAt <= now) return new Refusal('unauthenticated');
      if (config.rateLimit > 0) {
        const quota = limiter.count(identity.keyId);
        reply.header('RateLimit-Remaining', quota.remaining);
        reply.header('RateLimit-Reset', quota.resetSeconds);
        if (quota.exceeded) {
          return new Refusal('rate_limited', undefined, { headers: { 'Retry-After': String(quota.resetSeconds) } });
        }
      }
      if (!identity.isActive) return new Refusal('forbidden', 'This account is suspended.');
      if (request.routeOptions.config.writes && identity.scope !== 'write') {
        return new Refusal('forbidden', 'This key may only read; take one with the scope "write".');
      }
      request.caller = { accountId: identity.accountId, keyId: identity.keyId };
      noteUse(identity, now);
      return undefined;
    }
  });

  async function identify(keyHash: string): Promise<KeyIdentity | undefined> {
    const owner = owners.get(keyHash) ?? (await findKeyOwner(store.read, keyHash));
    if (!owner) return undefined;
    owners.set(keyHash, owner);
    return identities.make(keyHash, owner.accountId, () => readKey(store.read, owner));
  }

  function noteUse(identity: KeyIdentity, now: number): void {
    if (identity.lastUsedAt !== null && now - identity.lastUsedAt < MINUTE) return;
    identity.lastUsedAt = now;
    if (now - (tried.get(identity.keyId) ?? 0) < MINUTE) return;
    tried.set(identity.keyId, now);
    store
      .note((tx) => noteKeyUse(tx, identity.accountId, identity.keyId, now))
      .catch((error) => app.log.warn({ err: error }, 'the last use of a key could not be noted'));
  }
});
