// Shared by the visitor routes: find the owner of a page, redirect to the canonical URL, count the visit.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isExpired } from '../../domain/accounts/key-access.ts';
import type { ResolvedPage } from '../../domain/page/page-resolver.ts';
import type { PageOwner } from '../../storage/accounts/usernames.ts';
import { bearerOf } from '../auth/bearer.ts';
import type { Services } from '../services.ts';
import { isExcluded } from './excluded-browser.ts';
import { sendNotice, suspendedPage, unknownPage } from './notices.ts';
import { type Destination, seriesOf, type VisitKind, visitKind, visitOf } from './visit-kind.ts';

/** Undefined if there is no page to show. A notice was sent then. */
export async function openPage(
  { resolver }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ResolvedPage | undefined> {
  const page = resolver.known(request) ?? (await resolver.find(request));
  if (page) request.pageOwner = page.owner;
  if (page?.owner.isActive) return page;
  if (page) sendNotice(reply, 410, suspendedPage);
  else sendNotice(reply, 404, unknownPage);
  return undefined;
}

/** Records the visit and returns how it counts. If it cannot be recorded, the visitor is served all the same. */
export async function countVisit(
  services: Services,
  request: FastifyRequest,
  owner: PageOwner,
  { targetId, linkSet }: Pick<Destination, 'targetId' | 'linkSet'>,
): Promise<VisitKind> {
  const { origins, visits } = services;
  const { accountId } = owner;
  if (await isOwn(services, request, accountId)) return 'owner';
  if (isExcluded(request.headers.cookie, owner)) return 'excluded';
  const kind = visitKind(request);
  if (kind !== 'counted') {
    const series = seriesOf(kind, request.headers['user-agent']);
    if (series) visits.notice({ accountId, targetId }, series);
    return kind;
  }
  const visit = visitOf(request, { accountId, targetId, linkSet, query: queryOf(request) }, origins);
  return (await visits.record(visit)) ? 'counted' : 'uncounted';
}

/** Whether the request has a valid key of the account. A key that cannot be looked up counts as none. */
export async function isOwn(
  { keys, clock }: Services,
  { headers }: FastifyRequest,
  accountId: number,
): Promise<boolean> {
  const key = bearerOf(headers);
  if (key === undefined) return false;
  try {
    const identity = await keys.lastKnown(key);
    return identity !== undefined && identity.accountId === accountId && !isExpired(identity, clock());
  } catch {
    return false;
  }
}

/** Redirects to the canonical URL. Not cached, because a previous name may become the current one again. */
export function movedTo(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  return reply
    .code(301)
    .headers({ Location: path + queryOf(request), 'Cache-Control': 'no-cache' })
    .send();
}

/** Includes the question mark; empty if there is no query. */
export function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
