import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** Whether the headers announce a body. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

/** Reads without a body may be cached. */
export function mayBeCached({ method, headers }: IncomingMessage): boolean {
  return !hasBody(headers) && (method === 'GET' || method === 'HEAD');
}

/** Smaller ones may share their memory with others. */
const MIN_FREED_BYTES = 4096;

/**
 * Frees the memory of bytes that are not needed any more. The garbage collector would free them too, but each time that
 * large bodies add up to tens of megabytes it stops all requests to look for more.
 */
export function freeBytes(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (bytes.length < MIN_FREED_BYTES || bytes.length < buffer.byteLength) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** Reads the rest of a body and drops it: the client gets its response when it has finished sending. */
export function dropBody(request: IncomingMessage): void {
  request.on('data', freeBytes).resume();
}
