// A contact as a vCard 3.0, the version that the address book of every phone accepts. Owners' input is escaped, so it
// cannot end its line.

import type { BlockContent } from '../../contract/blocks/index.ts';
import { webAddress } from '../../contract/page/addresses.ts';
import { type Micros, timestamp } from '../../contract/time.ts';

export interface Contact extends BlockContent<'contact_card'> {
  name: string;
  title: string;
  /** The URL of the page. */
  page: string;
  revisedAt: Micros;
}

const LINE_BYTES = 75;

export function contactCard(contact: Contact): string {
  const name = text(contact.name);
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    // The family name cannot be derived from a full name.
    `N:;${name};;;`,
    `FN:${name}`,
    ...line('TITLE', text(contact.title)),
    ...line('ORG', text(contact.organisation)),
    ...line('EMAIL;TYPE=INTERNET', text(contact.email)),
    ...line('TEL;TYPE=VOICE', text(contact.phone)),
    ...line('ADR', text(contact.address), (street) => `;;${street};;;;`),
    ...line('URL', webAddress(contact.website.trim()) ?? ''),
    ...line('URL', contact.page),
    `REV:${timestamp(contact.revisedAt)}`,
    'END:VCARD',
  ];
  return lines.map((one) => `${folded(one)}\r\n`).join('');
}

/** URLs are normalised and need no escaping. */
function line(name: string, value: string, form = (one: string) => one): string[] {
  return value === '' ? [] : [`${name}:${form(value)}`];
}

/** Line breaks are escaped, other control characters removed. */
function text(value: string): string {
  return value
    .toWellFormed()
    .trim()
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/[\\,;]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** Folds lines at 75 octets, never within a character. */
function folded(whole: string): string {
  let result = '';
  let used = 0;
  for (const character of whole) {
    const bytes = Buffer.byteLength(character);
    if (used + bytes > LINE_BYTES) {
      result += '\r\n ';
      used = 1;
    }
    result += character;
    used += bytes;
  }
  return result;
}
