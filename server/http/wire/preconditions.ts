// Two who edit the same thing are told apart: whoever sends the ETag of what they have read, as If-Match, changes
// nothing that has become something else since.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../contract/errors.ts';
import type { Executor } from '../../storage/tables.ts';
import { etagOf } from './conditional.ts';

/** What a GET of the same thing would answer now, as it would be serialised. */
export type Reading = (tx: Executor) => Promise<object>;

/** Undefined where the request does not ask for it. */
export function ifMatch(request: FastifyRequest, read: Reading): ((tx: Executor) => Promise<void>) | undefined {
  const expected = expectedTags(request);
  return expected && (async (tx) => checkTag(expected, answerEtag(await read(tx))));
}

/** The ETags of which one must be that of what is there; undefined where the request does not ask for it. */
export function expectedTags(request: FastifyRequest): string[] | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  // A proxy that compresses makes an ETag a weak one; what it stands for is the same.
  return header.split(',').map((one) => one.trim().replace(/^W\//, ''));
}

export function checkTag(expected: readonly string[], etag: string): void {
  if (!expected.includes(etag)) throw new Refusal('precondition_failed');
}

/** The ETag that a GET which answers this gets. */
export function answerEtag(answer: object): string {
  return etagOf(JSON.stringify(answer));
}
