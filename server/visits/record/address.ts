// One spelling for one address: places, visitors and the live list must not tell apart what is the same.
import { isIPv4, isIPv6 } from 'node:net';

/** The address without a zone, an IPv4 address as such also where it came mapped into IPv6; '' for what is none. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined || isIPv4(address)) return address ?? '';
  const unzoned = address.split('%', 1)[0]!;
  if (!isIPv6(unzoned)) return '';
  const compressed = new URL(`http://[${unzoned}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(compressed);
  if (!mapped) return compressed;
  const [high, low] = [Number.parseInt(mapped[1]!, 16), Number.parseInt(mapped[2]!, 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * What one subscriber gets: an IPv4 address, or an IPv6 /64, whose first half stands for all its addresses. Takes an
 * address as `plainAddress` writes it.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const missing = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)].slice(0, 4).join(':');
}
