// The headers that every answer carries, whichever way it is sent: through the framework, past it, or as a 503 that is
// made before the framework sees the request.

/** What an answer carries depends on the path that routing reads, not on how the URL spells it. */
export type AnswerKind = 'elsewhere' | 'api' | 'preflight';

export type CommonHeaders = Readonly<Record<AnswerKind, readonly string[]>>;

const everywhere = ['X-Content-Type-Options', 'nosniff'] as const;

const api = [
  'Cache-Control',
  'private, no-cache',
  // An API key is not sent by browsers on their own, as a cookie is: any web app that has one may use it.
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Location, Retry-After, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Idempotency-Replayed',
] as const;

const preflight = [
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, Cache-Control, Idempotency-Key, If-Match, If-None-Match, X-Request-Id',
  'Access-Control-Max-Age',
  '86400',
] as const;

/** As flat lists of names and values; the request id is added for each answer. */
export function commonHeaders(rateLimit: number): CommonHeaders {
  const limit = String(rateLimit);
  // For answers that no key was counted for; where one was, its count replaces these.
  const quota = rateLimit > 0 ? ['RateLimit-Limit', limit, 'RateLimit-Remaining', limit, 'RateLimit-Reset', '60'] : [];
  return {
    elsewhere: everywhere,
    api: [...everywhere, ...api, ...quota],
    preflight: [...everywhere, ...api, ...quota, ...preflight],
  };
}

/** For answers outside of the API that are written past the framework. */
export function addCommonHeaders(headers: string[], requestId: string): void {
  headers.push(...everywhere, 'X-Request-Id', requestId);
}

export function answerKind(path: string, method: string | undefined): AnswerKind {
  if (!path.startsWith('/api/')) return 'elsewhere';
  return method === 'OPTIONS' ? 'preflight' : 'api';
}
