// A page as it is shown: every default filled in, every address absolute or rooted, nothing that is switched off. Made
// from what is stored by the domain, and drawn by the views, which know nothing else.
import type { Static } from 'typebox';
import type { Background, Customize, Social } from '../schemas/profile.ts';
import type { Micros } from '../time.ts';
import type { BlockType, PixelType } from '../vocabulary.ts';
import type { BlockContent, BlockSettings, ItemElement } from './block-shapes.ts';

export interface Page {
  accountId: number;
  /** Stands for the account in the addresses of its pictures. */
  publicToken: string;
  username: string;
  name: string;
  bio: string;
  /** Absolute, or a path of ours. */
  avatar: string;
  /** Where absolute addresses begin: `https://links.example`. */
  origin: string;
  seo: PageSeo;
  social: Static<typeof Social>;
  customize: Static<typeof Customize>;
  background: Static<typeof Background>;
  blocks: PageBlock[];
  pixels: PagePixel[];
  /** The visitor is asked before a pixel is loaded. */
  asksConsent: boolean;
}

export interface PageSeo {
  title: string;
  description: string;
  /** Search engines are told to leave the page out. */
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
  settings: BlockSettings<T>;
  content: BlockContent<T>;
  items: ItemOf<T>[];
}

export interface ItemOf<T extends BlockType> {
  id: number;
  caption: string;
  alt: string;
  /** The owner's own picture; null where a generated one stands in, at `/pictures/thumbnail/{id}.svg`. */
  picture: string | null;
  element: ItemElement<T>;
  link: PageLink | null;
}

/** As a visitor meets it: only such as can be followed now. */
export interface PageLink {
  /** The short address that counts, a path: `/ada/shop`. */
  path: string;
  /** What it leads to, for those who want to know before they follow it. */
  url: string;
  isHighlighted: boolean;
  isSensitive: boolean;
  language: string;
}

/** Until when the page stays as it is, if nobody changes anything: a link that is scheduled comes or goes then. */
export interface DatedPage {
  page: Page;
  until: Micros;
}

/** Addresses that pages name and that are made elsewhere. */
export interface PageAddresses {
  origin: string;
  avatar(publicToken: string): string;
  shareImage(publicToken: string): string;
}
