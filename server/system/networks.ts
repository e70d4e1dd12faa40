// The networks in which limits count an address. An IPv4 address is one. An IPv6 address is in two: the /64 of one subscriber,
// and the /48 around it. Somebody with a /48 has 65,536 of the first, so these alone would limit nothing. But a provider may
// have many subscribers in a /48, so its limits are wider, and a /64 that has used up its own must not count there.

export interface Network {
  /** As in `192.0.2.1`, `2001:db8:0:7/64` or `2001:db8:0/48`. */
  readonly name: string;
  /** How many times the limit of one subscriber it has. */
  readonly shares: number;
}

export const SHARES_OF_48 = 8;

/** The narrowest first. Expects an address as `plainAddress` spells it; IPv4-mapped addresses are IPv4 there. */
export function networksOf(address: string): readonly Network[] {
  if (!address.includes(':')) return [{ name: address, shares: 1 }];
  const [head = '', tail] = address.split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)];
  return [
    { name: `${all.slice(0, 4).join(':')}/64`, shares: 1 },
    { name: `${all.slice(0, 3).join(':')}/48`, shares: SHARES_OF_48 },
  ];
}
