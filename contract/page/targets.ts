// Allowed targets of links: web pages, e-mail addresses and phone numbers. Everything else is rejected, above all
// `javascript:`, except uploads of the owner, which are stored as paths.
import { blockLimits } from './block-limits.ts';
import { readUploadPath } from './uploads.ts';

const allowed = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** The longest address that is parsed. A link may be a quarter of it: removing white space makes an address shorter. */
export const MAX_ADDRESS = 4 * blockLimits.url;

/** Undefined if it is no URL, or too long for a link: a file may hold addresses of megabytes. */
export function parseAddress(address: string): URL | undefined {
  return address.length <= MAX_ADDRESS && URL.canParse(address) ? new URL(address) : undefined;
}

/** The normalised URL; undefined if it is not allowed. */
export function followable(address: string): string | undefined {
  const url = parseAddress(address);
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
