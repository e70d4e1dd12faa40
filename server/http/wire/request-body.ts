import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Whether the headers announce a body. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

/** Reads without a body may be cached. */
export function mayBeCached({ method, headers }: IncomingMessage): boolean {
  return !hasBody(headers) && (method === 'GET' || method === 'HEAD');
}
