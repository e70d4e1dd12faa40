// The `Prefer` header (RFC 7240).
import type { FastifyRequest } from 'fastify';

export const RETURN_REPRESENTATION = 'return=representation';

/** Whether the client wants the record in the response to a write. Of several `return` preferences the first counts. */
export function prefersRepresentation({ headers }: FastifyRequest): boolean {
  const first = [headers.prefer ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .map(returnIn)
    .find((value) => value !== undefined);
  return first?.toLowerCase() === 'representation';
}

/** The value of `return`, whatever parameters it has. Undefined for other preferences. */
function returnIn(preference: string): string | undefined {
  const [name, value, ...rest] = preference.split(';', 1)[0]!.split('=');
  if (name!.trim().toLowerCase() !== 'return' || value === undefined || rest.length > 0) return undefined;
  return /^"?([^\s"]*)"?$/.exec(value.trim())?.[1];
}
