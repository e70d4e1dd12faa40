// Two creations with the same Idempotency-Key happen once. The response is stored in the transaction of the creation, so
// a crash or a race cannot separate the two.
import { hash } from 'node:crypto';
import { invalid, Refusal } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { HOUR, type Micros } from '../../contract/time.ts';
import { holdAccount } from '../storage/accounts/accounts.ts';
import { dropAnswersBefore, findAnswer, keepAnswer } from '../storage/accounts/idempotency.ts';
import type { Store } from '../storage/store.ts';
import type { Executor } from '../storage/tables.ts';

export interface Once {
  key: string;
  /** The request itself. The same key with a different request is an error. */
  request: unknown;
  at: Micros;
}

export interface Created<T> {
  answer: T;
  replayed: boolean;
}

export async function createOnce<T>(
  store: Store,
  accountId: number,
  once: Once | undefined,
  create: (tx: Executor) => Promise<T>,
): Promise<Created<T>> {
  const attempt = () =>
    store.write(accountId, async (tx): Promise<Created<T>> => {
      // A deleted account must not get new rows.
      if (!(await holdAccount(tx, accountId))) throw new Refusal('unauthenticated');
      if (!once) return { answer: await create(tx), replayed: false };
      const stored = await answeredBefore(tx, accountId, once);
      if (stored !== undefined) return { answer: JSON.parse(stored) as T, replayed: true };
      await dropAnswersBefore(tx, accountId, oldestFor(once));
      const answer = await create(tx);
      const fingerprint = fingerprintOf(once);
      const row = { key: once.key, fingerprint, answer: JSON.stringify(answer), created_at: once.at };
      await keepAnswer(tx, accountId, row);
      return { answer, replayed: false };
    });

  try {
    return await attempt();
  } catch (error) {
    // A concurrent request with this key was faster. Its response is stored now.
    if (once && store.dialect.isDuplicate(error)) return attempt();
    throw error;
  }
}

/** The stored response for this request, if any. */
export async function answeredBefore(db: Executor, accountId: number, once: Once): Promise<string | undefined> {
  const stored = await findAnswer(db, accountId, once.key, oldestFor(once));
  if (stored && stored.fingerprint !== fingerprintOf(once)) {
    throw invalid({ 'idempotency-key': ['This Idempotency-Key was used for another request; use a new one.'] });
  }
  return stored?.answer;
}

function oldestFor({ at }: Once): Micros {
  return at - limits.idempotencyHours * HOUR;
}

function fingerprintOf({ request }: Once): string {
  return hash('sha256', JSON.stringify(request), 'base64url');
}
