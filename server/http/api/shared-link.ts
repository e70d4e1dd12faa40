// Which link a request for statistics is about. The token of a share may be limited to one link.
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import type { Executor } from '../../storage/tables.ts';
import type { Caller } from '../auth/caller.ts';
import { namedLink, noSuchLink } from './named-link.ts';

/** The only link that the caller may read. Undefined if it may read all. */
export function onlyLink(caller: Caller): number | undefined {
  return caller.kind === 'share' ? (caller.linkId ?? undefined) : undefined;
}

/** For what is about the whole page. */
export async function refuseLinkShare({ caller }: Pick<FastifyRequest, 'caller'>): Promise<void> {
  if (onlyLink(caller) !== undefined)
    throw new ApiError('forbidden', 'This token only reads the statistics of one link.');
}

/** The id of the link with that slug. For the caller's own link, the slug is optional. Undefined for the whole page. */
export async function requestedLink(db: Executor, caller: Caller, slug: string): Promise<number>;
export async function requestedLink(
  db: Executor,
  caller: Caller,
  slug: string | undefined,
): Promise<number | undefined>;
export async function requestedLink(
  db: Executor,
  caller: Caller,
  slug: string | undefined,
): Promise<number | undefined> {
  const only = onlyLink(caller);
  if (slug === undefined) return only;
  const linkId = await namedLink(db, caller.accountId, slug);
  // As if it did not exist: the token says nothing about other links.
  if (only !== undefined && linkId !== only) throw noSuchLink();
  return linkId;
}
