// How a request to a page or a link is counted. The `Fingerpost-Visit` header of the response says so.
import type { FastifyRequest } from 'fastify';
import { isBot, isPreview } from '../../visits/record/agents.ts';
import type { UncountedKind } from '../../visits/record/events.ts';
import type { Visit } from '../../visits/record/identify.ts';
import type { Origins } from '../origins.ts';

/**
 * `owner`: a visit by the owner, which is not recorded.
 * `excluded`: by a browser that the account does not count. It is not recorded.
 * `framed`: shown in one of our own frames, as an example or a preview. It is not recorded.
 * `uncounted`: a visit that could not be recorded.
 */
export type VisitKind = 'counted' | 'uncounted' | 'owner' | 'excluded' | 'framed' | RequestKind;
type RequestKind = 'bot' | 'prefetch' | 'head';

export const VISIT_HEADER = 'Fingerpost-Visit';

const frames = new Set(['iframe', 'frame', 'embed', 'object']);
/** Headers that mark prefetch requests, current and old, of all browser engines. */
const purposes = ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'];

export function visitKind({
  method,
  headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): 'counted' | 'framed' | RequestKind {
  if (method === 'HEAD') return 'head';
  if (isFramed(headers)) return 'framed';
  for (const name of purposes) {
    const purpose = headers[name];
    if (purpose !== undefined && /\b(prefetch|prerender|preview)\b/i.test(String(purpose))) return 'prefetch';
  }
  return isBot(headers['user-agent']) ? 'bot' : 'counted';
}

/** Whether the page is shown in a frame: of ours, since its policy allows no other. */
export function isFramed(headers: FastifyRequest['headers']): boolean {
  return frames.has(headers['sec-fetch-dest'] as string);
}

export interface Destination {
  accountId: number;
  targetId: number;
  query: string;
  /** For pages only. */
  linkSet?: string | undefined;
}

/** The visit of a request, with all properties that are counted. */
export function visitOf(
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'host'>,
  { accountId, targetId, query, linkSet }: Destination,
  origins: Pick<Origins, 'pagesHost'>,
): Visit {
  const { referer: referrer, 'accept-language': languages, 'user-agent': userAgent } = request.headers;
  // Finding the host behind proxies takes time, and it is only compared with the referrer.
  const host = referrer === undefined ? undefined : request.host;
  return {
    accountId,
    targetId,
    address: request.ip,
    userAgent,
    circumstances: { referrer, languages, query, host, pagesHost: origins.pagesHost(), edition: linkSet },
  };
}

/** The series of a request that is not a visit; undefined if it is not recorded. */
export function seriesOf(
  kind: 'excluded' | 'framed' | RequestKind,
  userAgent: string | undefined,
): UncountedKind | undefined {
  if (kind === 'framed' || kind === 'excluded') return undefined;
  return kind === 'bot' && isPreview(userAgent) ? 'preview' : kind;
}
