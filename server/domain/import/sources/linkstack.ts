// LinkStack exports (links only, or all data of a user), and LinkStack pages saved with a browser.

import { cut } from '../../../../contract/page/cut-text.ts';
import { at, inOrder, listAt, numberAt, parseForeign, textAt } from './foreign-json.ts';
import { contactCard } from './linkstack-card.ts';
import type { Attributes } from './markup.ts';
import { createPageBuilder, type PageBuilder, type SourceResult } from './page-builder.ts';
import { oneLine } from './plain-text.ts';
import { hasClass, readSavedPage } from './saved-page.ts';

/** Kinds of entries by number: older versions have no names. */
const kinds: Record<number, string> = {
  6: 'email',
  7: 'email',
  42: 'heading',
  43: 'spacer',
  44: 'telephone',
  47: 'spacer',
  93: 'text',
  94: 'icon',
  96: 'vcard',
};

export function readLinkStack(text: string): SourceResult {
  const builder = createPageBuilder();
  if (/^\s*[[{]/.test(text)) readExport(parseForeign(text), builder);
  else readSavedPage(text, builder, { isOwners });
  return builder.finish();
}

/** Buttons and icons; other links belong to the installation. */
function isOwners(attributes: Attributes): boolean {
  return hasClass(attributes, 'button') || hasClass(attributes, 'social-link');
}

function readExport(data: unknown, builder: PageBuilder): void {
  builder.name(textAt(data, 'name') || textAt(data, 'littlelink_name'));
  builder.bio(textAt(data, 'littlelink_description'));
  if (textAt(data, 'image_data') !== '') builder.note('The profile picture was not imported; upload it.');
  const entries = inOrder(listAt(data, 'links').filter(builder.awaits), 'order');
  const isRaised = (entry: unknown) => at(entry, 'up_link') === 'yes';
  const shown = [...entries.filter(isRaised), ...entries.filter((entry) => !isRaised(entry))];
  const signs = shown.filter((entry) => kindOf(entry) === 'icon');
  for (const entry of shown) readEntry(entry, builder);
  const others = { name: '' };
  for (const sign of signs) {
    const title = textAt(sign, 'title');
    builder.social({ title: title.charAt(0).toUpperCase() + title.slice(1), address: textAt(sign, 'link') }, others);
  }
}

function kindOf(entry: unknown): string {
  const number = numberAt(entry, 'button_id') ?? 0;
  const kind = Object.hasOwn(kinds, number) ? kinds[number]! : 'link';
  return kind === 'link' ? textAt(entry, 'type') || kind : kind;
}

function readEntry(entry: unknown, builder: PageBuilder): void {
  const title = textAt(entry, 'title');
  const address = textAt(entry, 'link');
  const kind = kindOf(entry);
  if (kind === 'heading') builder.heading(title);
  else if (kind === 'spacer') builder.block({ block: 'divider', settings: { style: 'space' } });
  else if (kind === 'text') builder.text(title);
  else if (kind === 'vcard') readCard(title, address, builder);
  else if (kind === 'email') builder.link({ title, address: withScheme('mailto:', address) });
  else if (kind === 'telephone') builder.link({ title, address: withScheme('tel:', address) });
  else if (kind !== 'icon') builder.link({ title, address });
}

function readCard(title: string, data: string, builder: PageBuilder): void {
  const card = contactCard(title, parseForeign(data));
  if (card) builder.block(card);
  else builder.note(`The contact card “${cut(oneLine(title), 60)}” is empty and was left out.`);
}

function withScheme(scheme: string, address: string): string {
  return address.includes(':') ? address : scheme + address;
}
