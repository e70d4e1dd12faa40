// URLs built from owners' input: an e-mail address, a phone number or a web page. Undefined if the input is not one; it
// is then shown as text or omitted.
import { followable } from './targets.ts';

/** A single address without parameters such as subject and cc. */
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
