// A LinkStack contact card. Its data is JSON in the field that holds the address of other entries.
import { blockLimits } from '../../../../contract/page/block-shapes.ts';
import { cut } from '../../../../contract/page/cut-text.ts';
import type { DocumentBlock, DocumentBlockOf } from '../../../../contract/page/document.ts';
import { followable } from '../../../../contract/page/targets.ts';
import { textAt } from './foreign-json.ts';
import { oneLine } from './plain-text.ts';

type Card = NonNullable<DocumentBlockOf<'contact_card'>['content']>;

const addressParts = ['street', 'zip', 'city', 'state', 'country'];

/** Undefined if it is empty. */
export function contactCard(title: string, data: unknown): DocumentBlock | undefined {
  const first = (most: number, ...names: string[]) =>
    cut(names.map((name) => oneLine(textAt(data, name))).find((text) => text !== '') ?? '', most);
  const address = (where: string) =>
    addressParts.map((part) => oneLine(textAt(data, `${where}_address_${part}`))).filter((text) => text !== '');
  const website = followable(textAt(data, 'work_url')) ?? '';
  const card: Card = {
    organisation: first(blockLimits.name, 'organization'),
    email: first(blockLimits.email, 'email', 'work_email'),
    phone: first(blockLimits.phone, 'cell_phone', 'work_phone', 'home_phone'),
    address: cut((address('work').length > 0 ? address('work') : address('home')).join(', '), blockLimits.subheading),
    website: website.length > blockLimits.url ? '' : website,
  };
  const content = Object.fromEntries(Object.entries(card).filter(([, text]) => text !== ''));
  const parts = ['prefix', 'first_name', 'middle_name', 'last_name', 'suffix'];
  const person = parts.map((part) => oneLine(textAt(data, part))).filter((text) => text !== '');
  const name = cut(person.join(' ') || oneLine(title), blockLimits.name);
  const subheading = first(blockLimits.subheading, 'vtitle', 'role');
  if (Object.keys(content).length === 0) return undefined;
  return {
    block: 'contact_card',
    ...(name === '' ? {} : { name }),
    ...(subheading === '' ? {} : { subheading }),
    content,
  };
}
