import type { IncomingMessage } from 'node:http';

/** The path as the router reads it: without the query, and with needless percent-encoding decoded. */
export function pathOf({ url = '' }: { url?: string | undefined }): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)/i;

/**
 * Converts an absolute-form target (`GET http://host/path`) to origin-form, so that all code sees one spelling. Its
 * host replaces the Host header (RFC 9112, 3.2.2).
 */
export function useOriginForm(request: IncomingMessage): void {
  const absolute = ABSOLUTE.exec(request.url ?? '');
  if (!absolute) return;
  const [, host, target = ''] = absolute;
  if (host) request.headers.host = host;
  request.url = target.startsWith('/') ? target : `/${target}`;
}
