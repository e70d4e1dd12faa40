import type { FastifyRequest } from 'fastify';

/**
 * False for cross-site requests (CSRF). Browsers say where a request comes from; other clients say nothing, and act for
 * nobody but themselves. `publicUrl` is asked for only if the request comes from another host than the one it was sent to.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl?: () => string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = request.headers;
  if (origin === undefined) return true;
  const from = URL.canParse(origin) ? new URL(origin).host : undefined;
  return from === request.host || (publicUrl !== undefined && from === new URL(publicUrl()).host);
}
