// How a request to a page or a link is counted. The answer says so, so that nobody has to guess.
import type { FastifyRequest } from 'fastify';
import { isBot, isPreview } from '../../visits/record/agents.ts';
import type { UncountedKind } from '../../visits/record/events.ts';
import type { Visit } from '../../visits/record/identify.ts';

/**
 * `owner`: the account's own look at its page, of which nothing is kept.
 * `uncounted`: it should have been, and could not be recorded anywhere.
 */
export type VisitKind = 'counted' | 'uncounted' | 'owner' | RequestKind;
type RequestKind = 'bot' | 'prefetch' | 'head';

export const VISIT_HEADER = 'Fingerpost-Visit';

/** Browsers fetch ahead what is then perhaps never looked at; each engine has its own header for it, or had. */
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
  /** Of a page. */
  edition?: string | undefined;
}

/** The visit that a request is, with all that is counted of it. */
export function visitOf(
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'host'>,
  { accountId, targetId, query, edition }: Destination,
): Visit {
  const { referer: referrer, 'accept-language': languages, 'user-agent': userAgent } = request.headers;
  // The host takes its time to find out behind proxies, and only where somebody comes from is held against it.
  const host = referrer === undefined ? undefined : request.host;
  return {
    accountId,
    targetId,
    address: request.ip,
    userAgent,
    circumstances: { referrer, languages, query, host, edition },
  };
}

/** Its series, where it is no visit. */
export function seriesOf(kind: RequestKind, userAgent: string | undefined): UncountedKind {
  return kind === 'bot' && isPreview(userAgent) ? 'preview' : kind;
}
