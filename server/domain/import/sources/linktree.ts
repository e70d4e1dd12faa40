// A Linktree page saved with a browser. It has its contents twice: as JSON for its script, which is more complete and
// preferred, and as HTML.
import { parseAddress } from '../../../../contract/page/targets.ts';
import { at, inOrder, listAt, parseForeign, textAt } from './foreign-json.ts';
import { counted } from './import-warnings.ts';
import type { Attributes } from './markup.ts';
import {
  createPageBuilder,
  type FoundLink,
  type PageBuilder,
  type Section,
  type SourceResult,
} from './page-builder.ts';
import { readSavedPage, scriptText } from './saved-page.ts';

export const DATA = '__NEXT_DATA__';

const own = ['linktr.ee', 'linktree.com'];
/** Paths of the service itself, which look like user pages. */
const service = new Set([
  '',
  'admin',
  'blog',
  'create',
  'discover',
  'help',
  'login',
  'marketplace',
  'pricing',
  'register',
]);
const apps = ['apps.apple.com', 'itunes.apple.com', 'play.google.com'];
const consent = ['onetrust.com', 'cookiepedia.co.uk'];

/** Locks of links. An import must not bypass them. */
const locks = ['passcode', 'payment', 'nft', 'subscribe'];
const warnings = ['sensitiveContent', 'age'];
/** Types with the prefix of a provider are shown as a player. */
const players = /^(?:YOUTUBE|VIMEO|TIKTOK|SPOTIFY|SOUNDCLOUD|APPLE_MUSIC|MUSIC|VIDEO)(?:_|$)/;

export function readLinktree(text: string): SourceResult {
  const builder = createPageBuilder();
  const isData = /^\s*\{/.test(text);
  const page = parseForeign(isData ? text : text.includes(DATA) ? scriptText(text, DATA) : '');
  const props = at(page, 'props', 'pageProps');
  if (typeof props === 'object' && props !== null) readData(props, builder);
  else if (!isData) readSavedPage(text, builder, { isOwners, isDefault: (said) => said.startsWith('Linktree.') });
  return builder.finish();
}

function readData(props: unknown, builder: PageBuilder): void {
  const account = at(props, 'account') ?? props;
  builder.name(textAt(account, 'pageTitle') || textAt(props, 'pageTitle') || textAt(account, 'username'));
  builder.bio(textAt(account, 'description') || textAt(props, 'description'));
  const listOf = (name: string) => [listAt(account, name), listAt(props, name)].find((list) => list.length > 0) ?? [];
  const entries = listOf('links').filter(builder.awaits);
  const social = listOf('socialLinks').filter(builder.awaits);
  readEntries(inOrder(entries, 'position'), builder);
  const others: Section = { name: '' };
  for (const sign of inOrder(social, 'position')) {
    builder.social({ title: signName(textAt(sign, 'type')), address: textAt(sign, 'url') }, others);
  }
  noteOmissions(account, entries, builder);
}

/** A group is a heading with its members. Groups are never nested, whatever the file says. */
function readEntries(entries: unknown[], builder: PageBuilder): void {
  const groups = new Map<unknown, { title: string; members: unknown[] }>();
  for (const entry of entries) {
    if (textAt(entry, 'type') === 'GROUP') {
      groups.set(idOf(at(entry, 'id')), { title: textAt(entry, 'title'), members: [] });
    }
  }
  const tops = entries.filter((entry) => {
    const group = textAt(entry, 'type') === 'GROUP' ? undefined : groups.get(parentOf(entry));
    group?.members.push(entry);
    return group === undefined;
  });
  for (const entry of tops) {
    const type = textAt(entry, 'type');
    const group = type === 'GROUP' ? groups.get(idOf(at(entry, 'id'))) : undefined;
    if (group) {
      builder.heading(group.members.length > 0 ? group.title : '');
      for (const member of group.members.splice(0)) readEntry(member, builder);
      builder.heading('');
    } else if (type === 'HEADER') {
      builder.heading(textAt(entry, 'title'));
    } else {
      readEntry(entry, builder);
    }
  }
}

function readEntry(entry: unknown, builder: PageBuilder): void {
  const gates = listAt(entry, 'rules', 'gate', 'activeOrder');
  const found: FoundLink = {
    title: textAt(entry, 'title'),
    address: textAt(entry, 'url'),
    isSensitive: warnings.some((gate) => gates.includes(gate)),
  };
  // Reported together with the other entries without an address.
  if (found.address === '' || locks.some((gate) => gates.includes(gate))) return;
  const isPlayed = players.test(textAt(entry, 'type')) && builder.player(found);
  if (!isPlayed) builder.link(found);
}

function noteOmissions(account: unknown, entries: unknown[], builder: PageBuilder): void {
  const gatesOf = (entry: unknown) => listAt(entry, 'rules', 'gate', 'activeOrder');
  const locked = entries.filter((entry) => locks.some((gate) => gatesOf(entry).includes(gate))).length;
  const empty = entries.filter(
    (entry) => textAt(entry, 'url') === '' && !['HEADER', 'GROUP'].includes(textAt(entry, 'type')),
  ).length;
  const pictures = entries.filter(
    (entry) => (textAt(entry, 'modifiers', 'thumbnailUrl') || textAt(entry, 'thumbnail')) !== '',
  ).length;
  if (locked > 0) builder.note(`${counted(locked, ['locked link was', 'locked links were'])} left out.`);
  if (empty > 0)
    builder.note(`Not imported: ${counted(empty, ['entry', 'entries'])} without an address, such as a form or a shop.`);
  if (textAt(account, 'profilePictureUrl') !== '') builder.note('The profile picture was not imported; upload it.');
  if (pictures > 0) builder.note(`${counted(pictures, ['link picture was', 'link pictures were'])} not imported.`);
}

function parentOf(entry: unknown): string | undefined {
  const parent = at(entry, 'parent');
  return idOf(typeof parent === 'object' ? at(parent, 'id') : parent);
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

const signNames: Record<string, string> = {
  EMAIL_ADDRESS: 'E-mail',
  LINKEDIN: 'LinkedIn',
  TIKTOK: 'TikTok',
  SOUNDCLOUD: 'SoundCloud',
  GITHUB: 'GitHub',
  APPLE_MUSIC: 'Apple Music',
  WHATSAPP: 'WhatsApp',
  YOUTUBE: 'YouTube',
  X: 'X',
};

function signName(type: string): string {
  if (Object.hasOwn(signNames, type)) return signNames[type]!;
  const words = type.slice(0, 100).toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Excludes links of the service itself: sign-up, app stores, cookie information. */
function isOwners(attributes: Attributes): boolean {
  const address = attributes.get('href') ?? '';
  const url = parseAddress(address);
  if (!url) return !address.startsWith('/');
  const { hostname, pathname, search } = url;
  const isAt = (hosts: string[]) => hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  if (isAt(consent)) return false;
  if (isAt(apps)) return !/linktree/i.test(pathname + search);
  if (!isAt(own)) return true;
  const [first = '', ...more] = pathname
    .slice(1)
    .split('/')
    .filter((part) => part !== '');
  return hostname === 'linktr.ee' && more.length === 0 && search === '' && !service.has(first);
}
