import type { FastifyRequest } from 'fastify';

/** As routing reads it: needless escapes undone. */
export function pathOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0]!;
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
