import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request says that it brings one. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}
