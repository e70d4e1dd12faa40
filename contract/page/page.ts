// The model of a page as it is rendered: with all defaults, with absolute URLs or rooted paths, and without parts that
// are switched off. The domain makes it from stored data, and the views know nothing else.
import type { Static } from 'typebox';
import type { BlockContent, BlockSettings, ItemElement } from '../blocks/index.ts';
import type { Background, Customize } from '../schemas/profile.ts';
import type { Micros } from '../time.ts';
import type { BackgroundLayout, BlockType, PixelType } from '../vocabulary.ts';
import type { Network } from './social-networks.ts';

export interface Page {
  accountId: number;
  /** Identifies the account in the URLs of its pictures. */
  publicToken: string;
  username: string;
  name: string;
  bio: string;
  /** An absolute URL, or a path of this service. */
  avatar: string;
  /** The origin of absolute URLs: `https://links.example`. */
  origin: string;
  seo: PageSeo;
  social: { [Name in Network]?: string | null };
  customize: Static<typeof Customize>;
  background: Static<typeof Background>;
  backgroundLayout: BackgroundLayout;
  blocks: PageBlock[];
  pixels: PagePixel[];
  /** Visitors are asked for consent before pixels load. */
  asksConsent: boolean;
  /** A BCP 47 tag; null if the owner has not chosen one. */
  language: string | null;
}

export interface PageSeo {
  title: string;
  description: string;
  /** The page has `noindex`. */
  isHidden: boolean;
  shareImage: string;
}

export interface PagePixel {
  type: PixelType;
  id: string;
}

export type PageBlock = { [T in BlockType]: BlockOf<T> }[BlockType];

export interface BlockOf<T extends BlockType> {
  type: T;
  id: number;
  name: string | null;
  subheading: string | null;
  /** Only blocks that are on are in a page. */
  settings: Omit<BlockSettings<T>, 'enabled'>;
  content: BlockContent<T>;
  items: ItemOf<T>[];
}

export interface ItemOf<T extends BlockType> {
  id: number;
  caption: string;
  alt: string;
  /** The owner's picture; null for the generated one at `/pictures/thumbnail/{id}.svg`. */
  picture: string | null;
  element: ItemElement<T>;
  link: PageLink | null;
}

/** A link that is active now. */
export interface PageLink {
  /** The path of the short URL that counts clicks: `/ada/shop`. */
  path: string;
  /** The target, to show before the link is followed. */
  url: string;
  isHighlighted: boolean;
  isSensitive: boolean;
  language: string;
}

/** When a scheduled link appears or expires next: until then the page stays the same unless it is edited. */
export interface DatedPage {
  page: Page;
  until: Micros;
}

/** URLs in pages that are built elsewhere. */
export interface PageAddresses {
  origin: string;
  avatar(publicToken: string): string;
  shareImage(publicToken: string): string;
}
