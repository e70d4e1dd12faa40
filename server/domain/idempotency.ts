// Two creations with the same Idempotency-Key happen once. The response is stored in the transaction of the creation, so
// a crash or a race cannot separate the two.
import { hash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { ApiError, invalid } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { HOUR, type Micros } from '../../contract/time.ts';
import { holdAccount } from '../storage/accounts/accounts.ts';
import { dropAnswersBefore, findAnswer, hasAnswers, keepAnswer } from '../storage/accounts/idempotency.ts';
import type { Store } from '../storage/store.ts';
import type { Executor, Tables } from '../storage/tables.ts';

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

/** `withoutSecrets` returns the answer for a repeated request, which is stored: a secret is shown once and never stored. */
export async function createOnce<T>(
  store: Store,
  accountId: number,
  once: Once | undefined,
  create: (tx: Transaction<Tables>) => Promise<T>,
  withoutSecrets: (answer: T) => unknown = (answer) => answer,
): Promise<Created<T>> {
  const attempt = () =>
    store.write(accountId, async (tx): Promise<Created<T>> => {
      // A deleted account must not get new rows.
      if (!(await holdAccount(tx, accountId))) throw new ApiError('unauthenticated');
      const stored = once && (await answeredBefore(tx, accountId, once));
      if (stored !== undefined) return { answer: JSON.parse(stored) as T, replayed: true };
      const answer = await create(tx);
      if (once) await keepAnswerOf(tx, accountId, once, JSON.stringify(withoutSecrets(answer)));
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

/**
 * For a creation that needs transactions of its own, and that cannot happen twice: of the same file, or with the same
 * challenge. The key only keeps its answer.
 */
export async function createUniqueOnce<T>(
  store: Store,
  accountId: number,
  once: Once | undefined,
  create: () => Promise<T>,
): Promise<Created<T>> {
  const before = async (): Promise<Created<T> | undefined> => {
    const stored = once && (await answeredBefore(store.read, accountId, once));
    return stored === undefined ? undefined : { answer: JSON.parse(stored) as T, replayed: true };
  };
  const replay = await before();
  if (replay) return replay;
  if (once) await assertRoom(store.read, accountId);
  try {
    const answer = await create();
    return await createOnce(store, accountId, once, async () => answer);
  } catch (error) {
    // A concurrent request with this key may have been faster.
    const late = await before();
    if (late) return late;
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

/** Call it in the transaction of the creation. */
export async function keepAnswerOf(tx: Executor, accountId: number, once: Once, answer: string): Promise<void> {
  await dropAnswersBefore(tx, accountId, oldestFor(once));
  await assertRoom(tx, accountId);
  await keepAnswer(tx, accountId, { key: once.key, fingerprint: fingerprintOf(once), answer, created_at: once.at });
}

async function assertRoom(db: Executor, accountId: number): Promise<void> {
  const { idempotencyKeys, idempotencyHours } = limits;
  if (!(await hasAnswers(db, accountId, idempotencyKeys))) return;
  const message = `An account can use ${idempotencyKeys} Idempotency-Keys in ${idempotencyHours} hours. Send the request later, or without the key.`;
  throw new ApiError('rate_limited', message, { headers: { 'Retry-After': '3600' } });
}

function oldestFor({ at }: Once): Micros {
  return at - limits.idempotencyHours * HOUR;
}

function fingerprintOf({ request }: Once): string {
  return hash('sha256', JSON.stringify(request), 'base64url');
}
