// Lets requests with a key through, and says whose they are.
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../../../contract/errors.ts';
import { MINUTE, type Micros } from '../../../contract/time.ts';
import { isExpired } from '../../domain/key-access.ts';
import { createLru } from '../../lru.ts';
import { type KeyIdentity, noteKeyUse } from '../../storage/keys.ts';
import { bearerOf } from '../bearer.ts';
import type { Services } from '../services.ts';
import { createRateLimiter } from './rate-limiter.ts';

const KEYS_KEPT = 10_000;

export const keyAuthPlugin = fp<Services>(async (app: FastifyInstance, { allowance, store, clock, keys }) => {
  /** When the last use of each was tried to be noted: a store that takes no writes is not asked to with every read. */
  const tried = createLru<number, Micros>(KEYS_KEPT);
  const limiter = createRateLimiter(clock);
  app.decorateRequest('caller');

  app.addHook('onRequest', (request, reply, done) => {
    const key = bearerOf(request.headers);
    const identity = key === undefined ? undefined : keys.find(key);
    if (!(identity instanceof Promise)) return done(admit(identity));
    identity.then(
      (found) => done(admit(found)),
      (error: Error) => done(error),
    );

    /** In the order of precedence: 401, 429, 403. */
    function admit(identity: KeyIdentity | undefined): Refusal | undefined {
      const now = clock();
      if (!identity || isExpired(identity, now)) return new Refusal('unauthenticated');
      const { requestsPerMinute } = allowance;
      if (requestsPerMinute > 0) {
        const quota = limiter.count(identity.keyId, requestsPerMinute);
        reply.header('RateLimit-Limit', requestsPerMinute);
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
      request.caller = { accountId: identity.accountId, keyId: identity.keyId, allowance };
      noteUse(identity, now);
      return undefined;
    }
  });

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
