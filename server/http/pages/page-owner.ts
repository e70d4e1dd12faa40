// What the doors have in common: whose name stands in the address, one address for each thing, and counting who comes.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isExpired } from '../../domain/accounts/key-access.ts';
import type { ResolvedPage } from '../../domain/page/page-resolver.ts';
import { bearerOf } from '../auth/bearer.ts';
import type { Services } from '../services.ts';
import { sendNotice, suspendedPage, unknownPage } from './notices.ts';
import { type Destination, seriesOf, type VisitKind, visitKind, visitOf } from './visit-kind.ts';

/** Undefined if there is no page to show: a notice has then been sent. */
export async function openPage(
  { resolver }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ResolvedPage | undefined> {
  const page = resolver.known(request) ?? (await resolver.find(request));
  if (page?.owner.isActive) return page;
  if (page) sendNotice(reply, 410, suspendedPage);
  else sendNotice(reply, 404, unknownPage);
  return undefined;
}

/** Says how the visit counts; one that does is recorded by then. Where that cannot be, nobody is turned away for it. */
export async function countVisit(
  services: Services,
  request: FastifyRequest,
  { accountId, targetId, edition }: Omit<Destination, 'query'>,
): Promise<VisitKind> {
  const { visits } = services;
  if (await isOwn(services, request, accountId)) return 'owner';
  const kind = visitKind(request);
  if (kind !== 'counted') {
    visits.notice({ accountId, targetId }, seriesOf(kind, request.headers['user-agent']));
    return kind;
  }
  const visit = visitOf(request, { accountId, targetId, edition, query: queryOf(request) });
  return (await visits.record(visit)) ? 'counted' : 'uncounted';
}

/** Whether the request brings a key of the account. One that is none, or that cannot be looked up now, says nothing. */
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

/** To the one address that it has. Not to be remembered for good: a former name may become the present one again. */
export function movedTo(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  return reply
    .code(301)
    .headers({ Location: path + queryOf(request), 'Cache-Control': 'no-cache' })
    .send();
}

/** With its question mark; empty where there is none. */
export function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
