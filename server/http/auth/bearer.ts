// Reads the bearer token of a request.
import type { IncomingHttpHeaders } from 'node:http';

const BEARER = /^bearer +(\S+)$/i;

export function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
}
