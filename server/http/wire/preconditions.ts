// Optimistic locking: a write with `If-Match` changes nothing if the record has changed since the client read that
// ETag.
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import { etagOf } from './conditional.ts';

/** An ETag may contain commas. */
const ETAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
/**
 * A compressing proxy turns an ETag into a weak one, or adds the name of its encoding: `"…-gzip"` (Apache, Caddy),
 * `"…;gzip"` (Apache). It is still the ETag of the record, because ours is of the record and not of its encoding.
 */
const RECODED = /^(?:W\/)?"([\w-]{22})(?:[-;:](?:gzip|br|zstd|deflate))?"$/;

/** The ETags of `If-Match`, one of which must be current; undefined if the request has none, or takes any. */
export function expectedTags(request: FastifyRequest): string[] | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  return (header.match(ETAG) ?? []).map((tag) => tag.replace(RECODED, '"$1"'));
}

export function checkTag(expected: readonly string[], etag: string): void {
  if (!expected.includes(etag)) throw new ApiError('precondition_failed');
}

/** The ETag of a GET with this response. */
export function answerEtag(answer: object): string {
  return etagOf(JSON.stringify(answer));
}
