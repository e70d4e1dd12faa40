// The headers of every response, whether Fastify sends it, the fast lane does, or it is a 503 from before Fastify.

/** The headers depend on the path as the router reads it, not on the spelling of the URL. */
export type AnswerKind = 'elsewhere' | 'api' | 'preflight';

export type CommonHeaders = Readonly<Record<AnswerKind, readonly string[]>>;

const everywhere = ['X-Content-Type-Options', 'nosniff'] as const;

const api = [
  'Cache-Control',
  'private, no-cache',
  // Browsers do not attach API keys automatically, as they do cookies: any web app that has a key may use it.
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Location, Retry-After, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Idempotency-Replayed, Preference-Applied',
] as const;

const preflight = [
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers',
  'Authorization, Content-Type, Cache-Control, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, X-Request-Id',
  'Access-Control-Max-Age',
  '86400',
] as const;

/** Flat lists of names and values. The request id is added to each response. */
export function commonHeaders(rateLimit: number): CommonHeaders {
  const limit = String(rateLimit);
  // For responses without an authenticated key; otherwise the key's quota replaces these.
  const quota = rateLimit > 0 ? ['RateLimit-Limit', limit, 'RateLimit-Remaining', limit, 'RateLimit-Reset', '60'] : [];
  return {
    elsewhere: everywhere,
    api: [...everywhere, ...api, ...quota],
    preflight: [...everywhere, ...api, ...quota, ...preflight],
  };
}

/** For responses outside of the API that bypass Fastify. */
export function addCommonHeaders(headers: string[], requestId: string): void {
  headers.push(...everywhere, 'X-Request-Id', requestId);
}

export function answerKind(path: string, method: string | undefined): AnswerKind {
  if (!path.startsWith('/api/')) return 'elsewhere';
  return method === 'OPTIONS' ? 'preflight' : 'api';
}
