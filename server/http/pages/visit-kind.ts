// How a request to a page or a link is counted. The `Fingerpost-Visit` header of the response says so.
import type { FastifyRequest } from 'fastify';
import { isBot, isPreview } from '../../visits/record/agents.ts';
import type { UncountedKind } from '../../visits/record/events.ts';
import type { Visit } from '../../visits/record/identify.ts';

/**
 * `owner`: a visit by the owner, which is not recorded.
 * `uncounted`: a visit that could not be recorded.
 */
export type VisitKind = 'counted' | 'uncounted' | 'owner' | RequestKind;
type RequestKind = 'bot' | 'prefetch' | 'head';

export const VISIT_HEADER = 'Fingerpost-Visit';

/** Headers that mark prefetch requests, current and old, of all browser engines. */
const purposes = ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'];

export function visitKind({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): 'counted' | RequestKind {
  if (method === 'HEAD') return 'head';
  for (const name of purposes) {
    const purpose = headers[name];
    if (purpose !== undefined && /\b(prefetch|prerender|preview)\b/i.test(String(purpose))) return 'prefetch';
  }
  return isBot(headers['user-agent']) ? 'bot' : 'counted';
}

export interface Destination {
  accountId: number;
  targetId: number;
  query: string;
  /** For pages only. */
  edition?: string | undefined;
}

/** The visit of a request, with all properties that are counted. */
export function visitOf(
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'host'>,
  { accountId, targetId, query, edition }: Destination,
): Visit {
  const { referer: referrer, 'accept-language': languages, 'user-agent': userAgent } = request.headers;
  // Finding the host behind proxies takes time, and it is only compared with the referrer.
  const host = referrer === undefined ? undefined : request.host;
  return {
    accountId,
    targetId,
    address: request.ip,
    userAgent,
    circumstances: { referrer, languages, query, host, edition },
  };
}

/** The series of a request that is not a visit. */
export function seriesOf(kind: RequestKind, userAgent: string | undefined): UncountedKind {
  return kind === 'bot' && isPreview(userAgent) ? 'preview' : kind;
}
