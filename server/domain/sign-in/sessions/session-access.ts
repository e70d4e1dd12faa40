// Looks up the account of a session. A cached session costs no query. An ended session stops working at once in this
// process and within a second in all others, because ending it is a change of its account.
import type { Micros } from '../../../../contract/time.ts';
import { createLru } from '../../../cache/lru.ts';
import {
  findSessionOwner,
  readSession,
  type SessionIdentity,
  type SessionOwner,
} from '../../../storage/people/sessions.ts';
import type { Store } from '../../../storage/store.ts';
import type { Clock } from '../../../system/clock.ts';
import { createAccountCache } from '../../account-cache.ts';
import { hashToken } from '../../accounts/token-format.ts';
import { isSessionToken } from '../cookies.ts';

export interface SessionAccess {
  /** Finds a session by its cookie, without a promise if it is cached. Undefined if it does not exist or has expired. */
  find(cookie: string): SessionIdentity | undefined | Promise<SessionIdentity | undefined>;
  figures(): { hits: number; misses: number; entries: number };
}

const MAX_OWNERS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;

interface Options {
  store: Pick<Store, 'read' | 'freshness'>;
  clock: Clock;
}

export function createSessionAccess({ store: { read, freshness }, clock }: Options): SessionAccess {
  /** The account of a session never changes. */
  const owners = createLru<string, SessionOwner>(MAX_OWNERS);
  const isOver = ({ expiresAt }: { expiresAt: Micros }) => expiresAt <= clock();
  // Another process may have extended a session that has expired in this cache, so it is read again.
  const sessions = createAccountCache<string, SessionIdentity>({
    freshness,
    mostBytes: MAX_BYTES,
    bytesOf: () => 0,
    isOver,
  });

  async function lookUp(tokenHash: string): Promise<SessionIdentity | undefined> {
    const owner = owners.get(tokenHash) ?? (await findSessionOwner(read, tokenHash));
    if (!owner) return undefined;
    owners.set(tokenHash, owner);
    const session = await sessions.make(tokenHash, owner.accountId, () => readSession(read, owner));
    return session && !isOver(session) ? session : undefined;
  }

  return {
    find(cookie) {
      if (!isSessionToken(cookie)) return undefined;
      const tokenHash = hashToken(cookie);
      return sessions.get(tokenHash) ?? lookUp(tokenHash);
    },
    figures() {
      const { hits, misses, entries } = sessions.figures();
      return { hits, misses, entries };
    },
  };
}
