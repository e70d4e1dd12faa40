import type { FastifyRequest } from 'fastify';

/**
 * False for cross-site requests (CSRF). Only browsers send the headers that this checks; other clients cannot be
 * tricked into sending somebody else's credentials. `publicUrl` is called only if the origin differs from the requested
 * host.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl?: () => string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = request.headers;
  if (origin === undefined) return true;
  const from = URL.canParse(origin) ? new URL(origin).host : undefined;
  return from === request.host || (publicUrl !== undefined && from === new URL(publicUrl()).host);
}
