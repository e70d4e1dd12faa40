// Allowed targets of links: web pages, e-mail addresses and phone numbers. Everything else is rejected, above all
// `javascript:`, except uploads of the owner, which are stored as paths.
import { readUploadPath } from './uploads.ts';

const allowed = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** The normalised URL; undefined if it is not allowed. */
export function followable(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !allowed.has(url.protocol)) return undefined;
  if (/^https?:$/.test(url.protocol) && (url.hostname === '' || url.username !== '' || url.password !== '')) {
    return undefined;
  }
  return url.href;
}

/** The same for a link of a page, which may also be an upload; `origin` is that of uploads. */
export function linkTarget(address: string, origin = ''): string | undefined {
  return readUploadPath(address) ? origin + address : followable(address);
}

/** For an address without a scheme, such as `example.org/shop`: the same with `https://`. */
export function withScheme(address: string): string | undefined {
  const isHostFirst = /^[^\s/?#@:]+\.[^\s/?#@:.]+(?:[:/?#]|$)/.test(address);
  return isHostFirst ? followable(`https://${address}`) : undefined;
}
