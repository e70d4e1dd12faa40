// Addresses put together from what an owner typed: a mailbox, a telephone number, a web page. Undefined where it is none,
// and what was typed is then shown as text or left out.
import { followable } from './targets.ts';

/** One mailbox and nothing after it: no subject, no copies to others. */
export function mailAddress(typed: string): string | undefined {
  const [, name, host] = /^([^\s@<>,;:"]+)@([^\s@<>,;:"?&/#%]+\.[^\s@<>,;:"?&/#%.]+)$/.exec(typed) ?? [];
  return name && host ? followable(`mailto:${encodeURIComponent(name)}@${encodeURIComponent(host)}`) : undefined;
}

export function phoneAddress(typed: string): string | undefined {
  const number = typed.replace(/[\s().\-/]/g, '');
  return /^\+?\d{3,20}$/.test(number) ? followable(`tel:${number}`) : undefined;
}

export function webAddress(typed: string): string | undefined {
  const address = followable(typed);
  return address && /^https?:/.test(address) ? address : undefined;
}
