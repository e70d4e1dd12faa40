// Sessions as a way to authenticate: the cookie of somebody who signed in to the dashboard.
import type { FastifyBaseLogger } from 'fastify';
import { MINUTE, type Micros, SECOND } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import { sessionCookieIn, setCookie } from '../../domain/sign-in/cookies.ts';
import { FRESH_LIFE, SESSION_LIFE } from '../../domain/sign-in/sessions/session-life.ts';
import { type SessionIdentity, updateSession } from '../../storage/people/sessions.ts';
import type { Services } from '../services.ts';
import type { AuthMethod, Identity, UseNoted } from './caller.ts';

const MAX_SESSIONS = 10_000;
const EXTENDED_EVERY: Micros = 10 * MINUTE;

type SessionServices = Pick<Services, 'quotas' | 'store' | 'clock' | 'signIn' | 'origins'>;

export function sessionCookies(services: SessionServices, log: FastifyBaseLogger): AuthMethod {
  const { quotas, store, clock, signIn, origins } = services;
  /** When each was last tried to be extended: a store that takes no writes is not asked to with every request. */
  const tried = createLru<number, Micros>(MAX_SESSIONS);

  function identityOf(session: SessionIdentity | undefined, cookie: string): Identity | undefined {
    if (!session) return undefined;
    const { accountId, sessionId: id, freshAt, isActive } = session;
    const caller = { kind: 'session', accountId, quotas, id, freshUntil: freshAt + FRESH_LIFE } as const;
    return { caller, isActive, noteUse: (reply) => extend(session, cookie, reply) };
  }

  /** A session that is used does not end, in the store and in the browser. */
  function extend(session: SessionIdentity, cookie: string, reply: UseNoted): void {
    const now = clock();
    if (now - session.seenAt < EXTENDED_EVERY) return;
    session.seenAt = now;
    session.expiresAt = now + SESSION_LIFE;
    if (now - (tried.get(session.sessionId) ?? 0) < EXTENDED_EVERY) return;
    tried.set(session.sessionId, now);
    const { seenAt, expiresAt } = session;
    store
      .note(async (tx) => void (await updateSession(tx, session, { seen_at: seenAt, expires_at: expiresAt })))
      .catch((error) => log.warn({ err: error }, 'Could not extend a session'));
    reply.header('Set-Cookie', setCookie(origins.dashboard(), 'session', cookie, SESSION_LIFE / SECOND));
  }

  return {
    credentialOf: ({ cookie }) => sessionCookieIn(cookie, origins.dashboard()),
    identify(cookie) {
      const found = signIn.sessions.find(cookie);
      if (!(found instanceof Promise)) return identityOf(found, cookie);
      return found.then((session) => identityOf(session, cookie));
    },
  };
}
