// The `Prefer` header (RFC 7240).
import type { FastifyRequest } from 'fastify';

export const RETURN_REPRESENTATION = 'return=representation';

/** Whether the client wants the record in the response to a write. Of several `return` preferences the first counts. */
export function prefersRepresentation({ headers }: FastifyRequest): boolean {
  const first = [headers.prefer ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .map((preference) => /^\s*return\s*=\s*"?([^\s";]*)"?\s*(?:;|$)/i.exec(preference)?.[1])
    .find((value) => value !== undefined);
  return first?.toLowerCase() === 'representation';
}
