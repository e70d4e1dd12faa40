// Writes to records, the same on all routes: `If-Match` prevents lost updates, `Idempotency-Key` prevents repeated
// creations, and `Prefer: return=representation` returns the record. A route names its record in `config.written`, and its
// handler gives `recordStore` to the function that writes (ADR 35).
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import { createOnce, createUniqueOnce, type Once } from '../../domain/idempotency.ts';
import { assertSignedIn } from '../../domain/sign-in/sessions/security-change.ts';
import { holdAccountAsIs } from '../../storage/accounts/accounts.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor } from '../../storage/tables.ts';
import type { Caller } from '../auth/caller.ts';
import { answerEtag, checkTag, expectedTags } from '../wire/preconditions.ts';
import { prefersRepresentation, RETURN_REPRESENTATION } from '../wire/preferences.ts';
import { checksMatch, declareHeaders, isDeletion, type WrittenRecord } from './record-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    written?: WrittenRecord;
    /** Happens once per `Idempotency-Key`. Unless it replaces a record, there is none before, and so no `If-Match`. */
    creates?: 'record' | 'replacement';
  }
  interface FastifyRequest {
    /** Set by a write, for its response. */
    outcome: Outcome | undefined;
  }
}

interface Outcome {
  /** The answer of the record's GET, if it is needed. */
  record: object | undefined;
  isReplayed: boolean;
}

export interface CreationRequest {
  /** Must be the same if the key is used again. */
  payload: unknown;
  at: Micros;
}

interface Creation<Result> extends CreationRequest {
  /** What a repeated request gets, and is stored for it. */
  withoutSecrets?: (result: Result) => object;
}

/** The result of a creation, whose secrets are null if the request is repeated. */
export type ShownOnce<Result, Secrets extends keyof Result> = {
  [Name in keyof Result]: Name extends Secrets ? Result[Name] | null : Result[Name];
};

export const recordWritesPlugin = fp(async (app: FastifyInstance) => {
  app.decorateRequest('outcome');
  app.addHook('onRoute', declareHeaders);
  app.addHook('preHandler', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.headers['if-match'] === undefined) return;
    // Ignoring it would be the lost update that the client wants to prevent.
    if (!checksMatch(request.routeOptions.schema)) throw notChecked();
  });
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { outcome, routeOptions } = request;
    if (!outcome || reply.statusCode !== 200) return payload;
    if (outcome.isReplayed) reply.header('Idempotency-Replayed', 'true');
    const { record } = outcome;
    if (!record) return payload;
    const { isListed } = routeOptions.config.written!;
    if (!isListed) reply.header('ETag', answerEtag(record));
    if (!prefersRepresentation(request)) return payload;
    reply.header('Preference-Applied', RETURN_REPRESENTATION);
    return isListed ? withShownOnce(record, payload as object) : record;
  });
});

/**
 * The store for a write to the record of the route. Its first transaction checks `If-Match` under the account's lock,
 * happens once per `Idempotency-Key` if it creates, and reads the record that it leaves.
 */
export function recordStore<Result>(store: Store, request: FastifyRequest, creation?: Creation<Result>): Store {
  let isDone = false;
  return {
    ...store,
    async write(accountId, work) {
      if (isDone) return store.write(accountId, work);
      let record: object | undefined;
      const check = preconditionOf(request);
      const recorded: typeof work = async (tx) => {
        await check?.(tx, accountId);
        const result = await work(tx);
        // Its session may have ended since the request began. The account is held now: a recovery came first, or comes after.
        if (creation) await assertSessionThere(request.caller, tx);
        record = await recordFor(request, tx, { id: creation && idOf(result), isReplayed: false });
        return result;
      };
      if (creation) {
        const strip = creation.withoutSecrets as ((result: unknown) => object) | undefined;
        const once = onceOf(request, creation);
        const { answer, replayed: isReplayed } = await createOnce(store, accountId, once, recorded, strip);
        if (isReplayed) record = await recordFor(request, store.read, { id: idOf(answer), isReplayed });
        request.outcome = { record, isReplayed };
        isDone = true;
        return answer;
      }
      const result = await store.write(accountId, recorded);
      request.outcome = { record, isReplayed: false };
      isDone = true;
      return result;
    },
  };
}

/** Somebody who lost the account to a recovery must not leave behind what gives access to it. */
async function assertSessionThere({ kind, accountId, id }: Caller, tx: Executor): Promise<void> {
  if (kind === 'session') await assertSignedIn(tx, { accountId, sessionId: id });
}

/** For a creation with transactions of its own, which cannot happen twice. */
export async function createUnique<Answer extends { id: number }>(
  store: Store,
  request: FastifyRequest,
  creation: CreationRequest,
  create: () => Promise<Answer>,
): Promise<Answer> {
  const { accountId } = request.caller;
  const created = await createUniqueOnce(store, accountId, onceOf(request, creation), create);
  const isReplayed = created.replayed;
  // Another request may have deleted it meanwhile.
  const record = await recordFor(request, store.read, { id: created.answer.id, isReplayed, mayBeGone: true });
  request.outcome = { record, isReplayed };
  return created.answer;
}

/** Undefined without an `Idempotency-Key`. */
export function onceOf(request: FastifyRequest, { payload, at }: CreationRequest): Once | undefined {
  const key = request.headers['idempotency-key'] as string | undefined;
  return key === undefined ? undefined : { key, request: [request.routeOptions.url, payload], at };
}

function preconditionOf(request: FastifyRequest) {
  const expected = expectedTags(request);
  const { written } = request.routeOptions.config;
  if (!expected || !written) return undefined;
  return async (tx: Executor, accountId: number): Promise<void> => {
    await holdAccountAsIs(tx, accountId);
    checkTag(expected, answerEtag(await written.read(request, tx)));
  };
}

/** Undefined if the response does not need it, or if it may be gone and is. */
async function recordFor(
  request: FastifyRequest,
  db: Executor,
  { id, isReplayed, mayBeGone = isReplayed }: { id: number | undefined; isReplayed: boolean; mayBeGone?: boolean },
): Promise<object | undefined> {
  const { config, schema } = request.routeOptions;
  const { written } = config;
  if (!written || isDeletion(schema)) return undefined;
  if ((written.isListed || isReplayed) && !prefersRepresentation(request)) return undefined;
  try {
    return await written.read(request, db, id);
  } catch (error) {
    if (mayBeGone && error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** The record of a creation has its secrets beside it, which no later read shows. */
function withShownOnce(record: object, answer: object): object {
  const { response } = answer as { response: object };
  return { ...record, response: { ...response, ...(record as { response: object }).response } };
}

function idOf(result: unknown): number | undefined {
  return (result as { id?: number }).id;
}

function notChecked(): ApiError {
  const message =
    'This operation cannot check `If-Match`: no GET returns its record alone. Send it without that header.';
  return new ApiError('precondition_failed', message);
}
