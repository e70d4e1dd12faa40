// One spelling per address: locations, visitors and the live list must treat different spellings as the same address.
import { isIPv4, isIPv6 } from 'node:net';

/** Removes the zone and turns an IPv4-mapped IPv6 address into IPv4. Returns '' for an invalid address. */
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
