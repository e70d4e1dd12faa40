// Builds a page from the entries that a reader finds: safe and unique addresses, text that fits, and no more than a page
// can have. `finish` reports what was left out.
import { invalid } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { blockLimits } from '../../../../contract/page/block-shapes.ts';
import { cut } from '../../../../contract/page/cut-text.ts';
import {
  type DocumentBlock,
  type DocumentItem,
  documentVersion,
  type PageDocument,
} from '../../../../contract/page/document.ts';
import { playerOf } from '../../../../contract/page/players.ts';
import type { Network } from '../../../../contract/page/social-networks.ts';
import { followable, MAX_ADDRESS } from '../../../../contract/page/targets.ts';
import { createImportWarnings } from './import-warnings.ts';
import { onNetwork } from './networks.ts';
import { manyLines, oneLine } from './plain-text.ts';

export interface SourceResult {
  document: PageDocument;
  warnings: string[];
}

export interface FoundLink {
  title: string;
  address: string;
  description?: string;
  isSensitive?: boolean;
}

/** A group of links, with or without a name. */
export interface Section {
  name: string;
  links?: DocumentItem<'links'>[];
}

export type PageBuilder = ReturnType<typeof createPageBuilder>;

const MAX_LINKS = blockLimits.blocks * blockLimits.items;
/** Further entries are not read. */
const MAX_ENTRIES = 2 * MAX_LINKS;

export function createPageBuilder() {
  const profile: { name?: string; bio?: string } = {};
  const social = new Map<Network, string>();
  const parts: (DocumentBlock | { links: DocumentItem<'links'>[]; name: string })[] = [];
  const seen = new Set<string>();
  const warnings = createImportWarnings();
  let entries = 0;
  let links = 0;
  let current: Section | undefined;
  let heading: string | undefined;

  const fitted = (text: string, most: number) => {
    const short = cut(text, most);
    if (short !== text) warnings.cut(short);
    return short;
  };

  /** Undefined if it was left out, with a warning. */
  const target = (title: string, address: string): string | undefined => {
    const href = addressIn(address);
    if (address.length > MAX_ADDRESS) warnings.tooLong(oneLine(title));
    else if (href === undefined) warnings.unfollowable(oneLine(title) || oneLine(address.slice(0, 100)));
    else if (href.length > blockLimits.url) warnings.tooLong(oneLine(title));
    else return href;
    return undefined;
  };

  const push = (part: (typeof parts)[number]): boolean => {
    if (parts.length >= blockLimits.blocks) return false;
    parts.push(part);
    return true;
  };

  const endHeading = () => {
    if (heading === undefined) return;
    if (!push({ block: 'heading', name: heading })) warnings.noRoom();
    heading = undefined;
  };

  const block = (found: DocumentBlock) => {
    endHeading();
    current = undefined;
    if (!push(found)) warnings.noRoom();
  };

  function link(found: FoundLink, section?: Section): void {
    const href = target(found.title, found.address);
    if (href === undefined) return;
    const into = section ?? openSection();
    const hasRoom = links < MAX_LINKS && (into.links !== undefined || parts.length < blockLimits.blocks);
    if (seen.has(href)) warnings.twice();
    else if (!hasRoom) warnings.noRoom();
    else {
      if (into.links === undefined) {
        into.links = [];
        parts.push({ links: into.links, name: fitted(oneLine(into.name), blockLimits.name) });
      }
      seen.add(href);
      links += 1;
      into.links.push(itemOf(found, href, fitted));
    }
  }

  function openSection(): Section {
    current ??= { name: heading ?? '' };
    heading = undefined;
    return current;
  }

  return {
    link,
    block,
    note: warnings.note,

    /** Whether there is room for another entry. Called before an entry is read. */
    awaits(): boolean {
      entries += 1;
      if (entries > MAX_ENTRIES) warnings.noRoom();
      return entries <= MAX_ENTRIES;
    },

    /** Only the first name is used. */
    name(text: string) {
      const name = profile.name === undefined ? fitted(oneLine(text), limits.personName) : '';
      if (name !== '') profile.name = name;
    },

    bio(text: string) {
      const bio = profile.bio === undefined ? fitted(manyLines(text), limits.bio) : '';
      if (bio !== '') profile.bio = bio;
    },

    /** Starts a new section. */
    heading(text: string) {
      endHeading();
      current = undefined;
      heading = fitted(oneLine(text), blockLimits.name) || undefined;
    },

    text(markup: string) {
      const content = fitted(manyLines(markup), blockLimits.text);
      if (content !== '') block({ block: 'text', content });
    },

    /** Adds an embedded player; false if our pages cannot play it. */
    player(found: FoundLink): boolean {
      const href = addressIn(found.address);
      const player = href === undefined ? undefined : playerOf(href);
      if (player === undefined) return false;
      const key = JSON.stringify(player.content);
      if (seen.has(key)) return true;
      seen.add(key);
      const name = fitted(oneLine(found.title), blockLimits.name);
      block(name === '' ? player : { ...player, name });
      return true;
    },

    /** A social icon: the first of each network goes to the profile, others become links. */
    social(found: FoundLink, section?: Section) {
      const href = target(found.title, found.address);
      if (href === undefined) return;
      const there = onNetwork(href);
      if (there === undefined || social.has(there.network)) {
        const isThere = there !== undefined && social.get(there.network) === there.handle;
        if (!isThere) link({ ...found, address: href }, section);
      } else {
        social.set(there.network, there.handle);
      }
    },

    finish(): SourceResult {
      endHeading();
      const blocks = parts.flatMap((part) => ('links' in part ? linkBlocks(part) : [part]));
      const left = blocks.slice(blockLimits.blocks);
      warnings.noRoom(left.reduce((sum, { items }) => sum + (items?.length ?? 1), 0));
      if (blocks.length === 0 && social.size === 0 && profile.name === undefined && profile.bio === undefined) {
        throw invalid({ text: ['There is nothing in it to import.'] });
      }
      const document: PageDocument = { version: documentVersion };
      if (Object.keys(profile).length > 0) document.profile = profile;
      if (social.size > 0) document.social = Object.fromEntries(social);
      document.blocks = blocks.slice(0, blockLimits.blocks);
      return { document, warnings: warnings.sentences() };
    },
  };
}

function addressIn(text: string): string | undefined {
  const href = followable(text.trim());
  // URL parsing keeps spaces in mailto: and tel: addresses.
  return href?.replaceAll(' ', href.startsWith('tel:') ? '' : '%20');
}

function itemOf(found: FoundLink, href: string, fitted: (text: string, most: number) => string) {
  const description = fitted(oneLine(found.description ?? ''), blockLimits.subheading);
  const item: DocumentItem<'links'> = {
    caption: fitted(oneLine(found.title) || hostAndPathOf(href), blockLimits.caption),
    link: href,
  };
  if (description !== '') item.element = { description };
  if (found.isSensitive) item.settings = { sensitive: true };
  return item;
}

/** The title of a link that has none. */
function hostAndPathOf(href: string): string {
  const { hostname, pathname } = new URL(href);
  return oneLine(hostname === '' ? pathname : hostname.replace(/^www\./, ''));
}

function linkBlocks({ name, links }: { name: string; links: DocumentItem<'links'>[] }): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  for (let first = 0; first < links.length; first += blockLimits.items) {
    const items = links.slice(first, first + blockLimits.items);
    blocks.push(first === 0 && name !== '' ? { block: 'links', name, items } : { block: 'links', items });
  }
  return blocks;
}
