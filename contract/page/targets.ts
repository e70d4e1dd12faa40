// Where a link may lead: a web page, a mailbox or a telephone. Anything else, script above all, is no target.

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
