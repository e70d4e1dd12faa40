// Where a link may lead: a web page, a mailbox or a telephone. Anything else, script above all, is no target; but for
// what the owner uploaded, which is stored by its path alone.
import { readUploadPath } from './uploads.ts';

const allowed = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** The address in its normal form; undefined where it leads nowhere that we would send anybody. */
export function followable(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !allowed.has(url.protocol)) return undefined;
  if (/^https?:$/.test(url.protocol) && (url.hostname === '' || url.username !== '' || url.password !== '')) {
    return undefined;
  }
  return url.href;
}

/** The same for a link of a page, which may lead to an upload; `origin` is where those are found, and what they begin with. */
export function linkTarget(address: string, origin = ''): string | undefined {
  return readUploadPath(address) ? origin + address : followable(address);
}
