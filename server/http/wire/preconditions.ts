// Optimistic locking: a write with `If-Match` changes nothing if the record has changed since the client read that
// ETag.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../contract/errors.ts';
import type { Executor } from '../../storage/tables.ts';
import { etagOf } from './conditional.ts';

/** Reads the current response of a GET of the record, before serialisation. */
export type Reading = (tx: Executor) => Promise<object>;

/** Undefined if the request has no `If-Match`. */
export function ifMatch(request: FastifyRequest, read: Reading): ((tx: Executor) => Promise<void>) | undefined {
  const expected = expectedTags(request);
  return expected && (async (tx) => checkTag(expected, answerEtag(await read(tx))));
}

/** The ETags of `If-Match`, one of which must be current; undefined if the request has none. */
export function expectedTags(request: FastifyRequest): string[] | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  // A compressing proxy turns the ETag into a weak one of the same value.
  return header.split(',').map((one) => one.trim().replace(/^W\//, ''));
}

export function checkTag(expected: readonly string[], etag: string): void {
  if (!expected.includes(etag)) throw new Refusal('precondition_failed');
}

/** The ETag of a GET with this response. */
export function answerEtag(answer: object): string {
  return etagOf(JSON.stringify(answer));
}
