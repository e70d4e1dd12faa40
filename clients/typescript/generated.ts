// Generated from docs/openapi.json by generate.ts: change the document, then run "npm run client".
import type { CallOptions, CreationOptions, EditOptions, Page, StreamOptions, Transport } from './calls.ts';
import type { FileContent } from './request.ts';

export type PageOf<T> = Page<T, Meta>;

export interface ErrorAnswer {
  status: false;
  /** Error message, one sentence */
  response: string;
  code:
    | 'malformed'
    | 'unauthenticated'
    | 'forbidden'
    | 'reauthenticate'
    | 'not_found'
    | 'method_not_allowed'
    | 'timeout'
    | 'precondition_failed'
    | 'too_large'
    | 'unsupported_media_type'
    | 'invalid'
    | 'rate_limited'
    | 'internal'
    | 'unavailable';
  /** The errors of each field, for the first 20 fields; only with the code `invalid` */
  errors?: Record<string, string[]>;
}

export interface Seo {
  enable: '0' | '1';
  block_engine: '0' | '1';
  page_name: string;
  page_description: string;
  opengraph_image: string;
}

export interface Social {
  email: string | null;
  whatsapp: string | null;
  facebook: string | null;
  instagram: string | null;
  twitter: string | null;
  youtube: string | null;
}

export interface Customize {
  font: string;
  theme: string;
  /** Hex color */
  button_background_color: string;
  /** Hex color */
  button_text_color: string;
  /** Hex color */
  texts_color: string;
  radius: 'square' | 'soft' | 'round' | 'pill';
  bio_align: 'left' | 'center' | 'right';
}

export interface Background {
  type: ('solid' | 'gradient' | 'image' | 'video') | null;
  settings: {
    video: {
      source: 'upload' | 'external';
      external_url: string | null;
      video: string;
    };
    image: {
      source: 'upload' | 'external';
      external_url: string | null;
      image: string;
    };
    solid: {
      /** Hex color */
      color: string;
    };
    gradient: {
      /** Hex color */
      color_1: string;
      /** Hex color */
      color_2: string;
      animate: '0' | '1';
    };
  };
}

export interface Profile {
  /** Unique across the installation */
  id: number;
  email: string;
  name: string;
  bio: string;
  username: string;
  avatar: string;
  plan_name: string;
  plan_due: string;
  is_active: 0 | 1;
  seo: Seo;
  social: Social;
  customize: Customize;
  background: Background;
  lastActivity: string;
  lastAgent: string;
  lastCountry: string;
  total_login: number;
}

export interface ProfileSection {
  name: string;
  bio: string;
  avatar: string;
}

export interface SectionSaved {
  message: string;
}

export interface SocialSection {
  email: string | null;
  whatsapp: string | null;
  facebook: string | null;
  instagram: string | null;
  twitter: string | null;
  youtube: string | null;
  tiktok: string | null;
  linkedin: string | null;
  bluesky: string | null;
  mastodon: string | null;
  threads: string | null;
  spotify: string | null;
  apple_music: string | null;
  twitch: string | null;
  discord: string | null;
  telegram: string | null;
  github: string | null;
  pinterest: string | null;
  snapchat: string | null;
  signal: string | null;
  soundcloud: string | null;
  bandcamp: string | null;
  patreon: string | null;
  kofi: string | null;
  website: string | null;
  rss: string | null;
}

export interface ContrastFix {
  /** The section to send it to */
  section: 'customize' | 'background';
  /** The path of the field in that section */
  field: string;
  /** Hex color */
  color: string;
}

export interface ContrastPair {
  pair: 'text_on_background' | 'button_text_on_button';
  /** Hex color */
  color: string;
  /** The background color with the lowest contrast to it */
  on: string;
  /** Contrast ratio from 1 to 21, rounded down */
  ratio: number;
  /** The ratio that WCAG AA requires */
  needed: number;
  passes: boolean;
  /** Changes that make the pair pass; each is enough on its own. Empty if the pair passes */
  fixes: ContrastFix[];
  /** The colors that the page uses; they are always readable */
  shown: {
    /** Hex color */
    color: string;
    /** Hex color */
    on: string;
  };
}

export interface LookSaved {
  message: string;
  contrast: ContrastPair[];
}

export interface OptionsSection {
  consent_bar: boolean;
  /** Language of the page, as a BCP 47 tag */
  language: string | null;
  /**
   * Where the content is if the background is an image or a video: `full` for the picture itself, under
   * a layer of color that keeps text readable, or `panel` for a panel in front of it
   */
  background_layout: 'full' | 'panel';
}

export interface UsernameSection {
  username: string;
  /** The address of the page */
  url: string;
  /** Previous usernames. They redirect to the page and cannot be taken by other accounts */
  former_usernames: string[];
}

export interface ContrastReport {
  contrast: ContrastPair[];
}

export interface Palette {
  /** Hex color */
  background: string;
  /** Additional colors blended into the background */
  wash: string[];
  /** Background of cards and panels */
  surface: string;
  /** Hex color */
  text: string;
  /** Secondary text */
  muted: string;
  /** Links in text */
  accent: string;
  /** Hex color */
  button: string;
  /** Hex color */
  button_text: string;
  /** Border of input fields */
  border: string;
}

export interface Theme {
  name: string;
  title: string;
  /** How avatar, name and bio are arranged */
  layout: string;
  /** Style of link buttons */
  buttons: string;
  /** Font of body text */
  font: string;
  /** Font of the name and of headings, unless the owner has chosen a font */
  display_font: string;
  radius: 'square' | 'soft' | 'round' | 'pill';
  bio_align: 'left' | 'center' | 'right';
  /** Always dark, regardless of the preferred color scheme of the visitor */
  is_dark: boolean;
  day: Palette;
  /** Palette for visitors who prefer dark; null if the theme has a single palette */
  night: Palette | null;
}

export interface Font {
  name: string;
  title: string;
  kind: 'sans' | 'serif' | 'mono' | 'hand';
  /** Character subsets of the font; empty for the system font */
  subsets: string[];
  /** URL of the Latin subset as WOFF2; null for the system font */
  file: string | null;
}

export interface Appearance {
  themes: Theme[];
  default_theme: string;
  fonts: Font[];
  radii: ('square' | 'soft' | 'round' | 'pill')[];
  alignments: ('left' | 'center' | 'right')[];
  background_types: ('solid' | 'gradient' | 'image' | 'video')[];
  background_sources: ('upload' | 'external')[];
  background_layouts: ('full' | 'panel')[];
}

export interface BlockItem {
  /** Unique across the installation */
  id: number;
  /** Unique across the installation */
  block_id: number;
  thumbnail: string;
  is_element: 0 | 1;
  element: Record<string, unknown> | null;
  link: string | null;
  content: {
    caption: string | null;
    alt?: string | null;
  };
  settings: Record<string, unknown> | null;
  position: number;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** ISO 8601, UTC, six fractional digits */
  updated_at: string;
}

export interface Block {
  /** Unique across the installation */
  id: number;
  /** Account id of the owner */
  user: number;
  block:
    | 'links'
    | 'heading'
    | 'text'
    | 'image'
    | 'gallery'
    | 'video'
    | 'music'
    | 'faq'
    | 'signup'
    | 'contact_form'
    | 'countdown'
    | 'file'
    | 'contact_card'
    | 'map'
    | 'divider'
    | 'social'
    | 'quote';
  name: string | null;
  subheading: string | null;
  blocks: {
    content: unknown;
  } | null;
  settings: Record<string, unknown> | null;
  position: number;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** ISO 8601, UTC, six fractional digits */
  updated_at: string;
  items: BlockItem[];
}

export interface Meta {
  current_page: number;
  first_page_url: string;
  from: number;
  last_page: number;
  last_page_url: string;
  next_page_url: string | null;
  path: string;
  per_page: number;
  prev_page_url: string | null;
  to: number;
  total: number;
}

export interface CreatedItem {
  /** Unique across the installation */
  id: number;
  /** Slug of the link; null if the item has no link */
  slug: string | null;
}

export interface BlockCreated {
  /** Unique across the installation */
  id: number;
  /** The items that were created with the block, in order */
  items: CreatedItem[];
  message: string;
}

export interface LinksSettings {
  /** Default: true */
  enabled?: boolean | null;
  /** Default: "stack" */
  layout?: ('stack' | 'thumbnails' | 'cards' | 'grid') | null;
}

export interface LinksElement {
  description?: string | null;
}

export interface ItemLinkSettings {
  /** Default: true */
  enabled?: boolean | null;
  from?: string | null;
  to?: string | null;
  /** Default: false */
  highlight?: boolean | null;
  /** Default: false */
  sensitive?: boolean | null;
  /** Default: false */
  pass_query?: boolean | null;
  language?: string | null;
}

export interface LinksItem {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: LinksElement | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
}

export interface LinksBlockCreation {
  block: 'links';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: LinksSettings | null;
  /** The items, in order */
  items?: LinksItem[];
}

export interface HeadingSettings {
  /** Default: true */
  enabled?: boolean | null;
  /** Default: 2 */
  level?: number | null;
  /** Default: "center" */
  align?: ('left' | 'center' | 'right') | null;
}

export interface HeadingBlockCreation {
  block: 'heading';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: HeadingSettings | null;
  items?: [];
}

export interface TextSettings {
  /** Default: true */
  enabled?: boolean | null;
  /** Default: "left" */
  align?: ('left' | 'center' | 'right') | null;
}

export interface TextBlockCreation {
  block: 'text';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: string | null;
  } | null;
  settings?: TextSettings | null;
  items?: [];
}

export interface ImageSettings {
  /** Default: true */
  enabled?: boolean | null;
  /** Default: "cover" */
  fit?: ('cover' | 'contain') | null;
}

export interface ImageItem {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
}

export interface ImageBlockCreation {
  block: 'image';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: ImageSettings | null;
  /** The items, in order */
  items?: ImageItem[];
}

export interface GallerySettings {
  /** Default: true */
  enabled?: boolean | null;
  /** Default: 2 */
  columns?: number | null;
}

export interface GalleryItem {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
}

export interface GalleryBlockCreation {
  block: 'gallery';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: GallerySettings | null;
  /** The items, in order */
  items?: GalleryItem[];
}

export interface VideoContent {
  /** Default: "youtube" */
  provider?: ('youtube' | 'vimeo' | 'tiktok') | null;
  /** The id, or the address at the provider */
  id?: string | null;
}

export interface VideoSettings {
  /** Default: true */
  enabled?: boolean | null;
  /** Default: false */
  autoplay?: boolean | null;
}

export interface VideoBlockCreation {
  block: 'video';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: VideoContent | null;
  } | null;
  settings?: VideoSettings | null;
  items?: [];
}

export interface MusicContent {
  /** Default: "spotify" */
  provider?: ('spotify' | 'soundcloud' | 'apple_music') | null;
  /** Default: "track" */
  kind?: ('track' | 'album' | 'playlist' | 'artist' | 'episode' | 'show') | null;
  /** The id, or the address at the provider */
  id?: string | null;
}

export interface MusicSettings {
  /** Default: true */
  enabled?: boolean | null;
}

export interface MusicBlockCreation {
  block: 'music';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: MusicContent | null;
  } | null;
  settings?: MusicSettings | null;
  items?: [];
}

export interface FaqSettings {
  /** Default: true */
  enabled?: boolean | null;
}

export interface FaqElement {
  answer?: string | null;
}

export interface FaqItem {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: FaqElement | null;
  link?: null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  slug?: null;
}

export interface FaqBlockCreation {
  block: 'faq';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: FaqSettings | null;
  /** The items, in order */
  items?: FaqItem[];
}

export interface SignupContent {
  /** Default: "you@example.com" */
  placeholder?: string | null;
  /** Default: "Sign up" */
  button?: string | null;
  /** Default: "Thank you. You are on the list." */
  thanks?: string | null;
}

export interface SignupSettings {
  /** Default: true */
  enabled?: boolean | null;
  /** Default: false */
  confirm?: boolean | null;
}

export interface SignupBlockCreation {
  block: 'signup';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: SignupContent | null;
  } | null;
  settings?: SignupSettings | null;
  items?: [];
}

export interface ContactFormContent {
  /**
   * Default: [{"name":"name","label":"Your name","required":true},{"name":"email","label":"Your e-mail
   * address","required":true},{"name":"message","label":"Your message","required":true}]
   */
  fields?:
    | {
        name: string;
        label: string;
        type?: ('text' | 'email' | 'tel' | 'message') | null;
        required?: boolean | null;
      }[]
    | null;
  /** Default: "Send" */
  button?: string | null;
  /** Default: "Thank you. Your message has been sent." */
  thanks?: string | null;
}

export interface ContactFormSettings {
  /** Default: true */
  enabled?: boolean | null;
}

export interface ContactFormBlockCreation {
  block: 'contact_form';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: ContactFormContent | null;
  } | null;
  settings?: ContactFormSettings | null;
  items?: [];
}

export interface CountdownContent {
  until?: string | null;
  finished?: string | null;
}

export interface CountdownSettings {
  /** Default: true */
  enabled?: boolean | null;
}

export interface CountdownBlockCreation {
  block: 'countdown';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: CountdownContent | null;
  } | null;
  settings?: CountdownSettings | null;
  items?: [];
}

export interface FileSettings {
  /** Default: true */
  enabled?: boolean | null;
}

export interface FileElement {
  type?: string | null;
  /** Default: 0 */
  bytes?: number | null;
}

export interface FileItem {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: FileElement | null;
  /** URL of one of your uploads, or an http or https URL */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
}

export interface FileBlockCreation {
  block: 'file';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: FileSettings | null;
  /** The items, in order */
  items?: FileItem[];
}

export interface ContactCardContent {
  organisation?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: string | null;
  website?: string | null;
}

export interface ContactCardSettings {
  /** Default: true */
  enabled?: boolean | null;
}

export interface ContactCardBlockCreation {
  block: 'contact_card';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: ContactCardContent | null;
  } | null;
  settings?: ContactCardSettings | null;
  items?: [];
}

export interface MapContent {
  /** Default: 0 */
  latitude?: number | null;
  /** Default: 0 */
  longitude?: number | null;
  /** Default: 13 */
  zoom?: number | null;
  label?: string | null;
}

export interface MapSettings {
  /** Default: true */
  enabled?: boolean | null;
}

export interface MapBlockCreation {
  block: 'map';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: MapContent | null;
  } | null;
  settings?: MapSettings | null;
  items?: [];
}

export interface DividerSettings {
  /** Default: true */
  enabled?: boolean | null;
  /** Default: "line" */
  style?: ('line' | 'dots' | 'wave' | 'space') | null;
}

export interface DividerBlockCreation {
  block: 'divider';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: DividerSettings | null;
  items?: [];
}

export interface SocialSettings {
  /** Default: true */
  enabled?: boolean | null;
  /** Default: "icons" */
  style?: ('icons' | 'buttons') | null;
}

export interface SocialBlockCreation {
  block: 'social';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: SocialSettings | null;
  items?: [];
}

export interface QuoteContent {
  text?: string | null;
  author?: string | null;
}

export interface QuoteSettings {
  /** Default: true */
  enabled?: boolean | null;
}

export interface QuoteBlockCreation {
  block: 'quote';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: QuoteContent | null;
  } | null;
  settings?: QuoteSettings | null;
  items?: [];
}

export interface BlockSaved {
  /** Unique across the installation */
  id: number;
  message: string;
}

export interface LinksBlockEdit {
  block?: 'links';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: LinksSettings | null;
}

export interface HeadingBlockEdit {
  block?: 'heading';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: HeadingSettings | null;
}

export interface TextBlockEdit {
  block?: 'text';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: string | null;
  } | null;
  settings?: TextSettings | null;
}

export interface ImageBlockEdit {
  block?: 'image';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: ImageSettings | null;
}

export interface GalleryBlockEdit {
  block?: 'gallery';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: GallerySettings | null;
}

export interface VideoBlockEdit {
  block?: 'video';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: VideoContent | null;
  } | null;
  settings?: VideoSettings | null;
}

export interface MusicBlockEdit {
  block?: 'music';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: MusicContent | null;
  } | null;
  settings?: MusicSettings | null;
}

export interface FaqBlockEdit {
  block?: 'faq';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: FaqSettings | null;
}

export interface SignupBlockEdit {
  block?: 'signup';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: SignupContent | null;
  } | null;
  settings?: SignupSettings | null;
}

export interface ContactFormBlockEdit {
  block?: 'contact_form';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: ContactFormContent | null;
  } | null;
  settings?: ContactFormSettings | null;
}

export interface CountdownBlockEdit {
  block?: 'countdown';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: CountdownContent | null;
  } | null;
  settings?: CountdownSettings | null;
}

export interface FileBlockEdit {
  block?: 'file';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: FileSettings | null;
}

export interface ContactCardBlockEdit {
  block?: 'contact_card';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: ContactCardContent | null;
  } | null;
  settings?: ContactCardSettings | null;
}

export interface MapBlockEdit {
  block?: 'map';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: MapContent | null;
  } | null;
  settings?: MapSettings | null;
}

export interface DividerBlockEdit {
  block?: 'divider';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: DividerSettings | null;
}

export interface SocialBlockEdit {
  block?: 'social';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: SocialSettings | null;
}

export interface QuoteBlockEdit {
  block?: 'quote';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: QuoteContent | null;
  } | null;
  settings?: QuoteSettings | null;
}

export interface LinksItemEdit {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: LinksElement | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
  /** Moves the item, with its statistics, to another block with the same kind of items */
  block_id?: number;
}

export interface ImageItemEdit {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
  /** Moves the item, with its statistics, to another block with the same kind of items */
  block_id?: number;
}

export interface GalleryItemEdit {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
  /** Moves the item, with its statistics, to another block with the same kind of items */
  block_id?: number;
}

export interface FaqItemEdit {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: FaqElement | null;
  link?: null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  slug?: null;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
  /** Moves the item, with its statistics, to another block with the same kind of items */
  block_id?: number;
}

export interface FileItemEdit {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: FileElement | null;
  /** URL of one of your uploads, or an http or https URL */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
  /** Moves the item, with its statistics, to another block with the same kind of items */
  block_id?: number;
}

export interface ItemCreated {
  /** Unique across the installation */
  id: number;
  /** Slug of the link; null if the item has no link */
  slug: string | null;
  message: string;
}

export interface LinksItemCreation {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: LinksElement | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
}

export interface ImageItemCreation {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
}

export interface GalleryItemCreation {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
}

export interface FaqItemCreation {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: FaqElement | null;
  link?: null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  slug?: null;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
}

export interface FileItemCreation {
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: FileElement | null;
  /** URL of one of your uploads, or an http or https URL */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
}

export interface FormEntry {
  /** Unique across the installation */
  id: number;
  /** Account id of the owner */
  user: number;
  /** Unique across the installation */
  block_id: number;
  /** The type of the form block */
  kind: 'signup' | 'contact_form';
  /** Submitted values by field name, without empty fields */
  values: Record<string, string>;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
}

export interface Link {
  /** The same id as the item of the link */
  id: number;
  /** Account id of the owner */
  user: number;
  /** Null if the link was deleted */
  block_id: number | null;
  /** Last part of the short URL */
  slug: string;
  /** Previous slugs, which still redirect to the link */
  former_slugs: string[];
  /** The target of the link */
  url: string;
  /** The URL that counts a click and redirects to the target */
  short_url: string;
  /** The caption of the item */
  title: string | null;
  /**
   * `on`: active; `off`: switched off; `early`, `over`: before or after its schedule; `deleted`: removed
   * from the page; `nowhere`: the target is not a valid URL
   */
  state: 'on' | 'off' | 'early' | 'over' | 'deleted' | 'nowhere';
  /** Null if the link was deleted */
  created_at: string | null;
  /** Time of deletion, if the link was deleted */
  updated_at: string | null;
}

export interface LinkSaved {
  /** Unique across the installation */
  id: number;
  message: string;
}

export interface PageVersion {
  /** Unique across the installation */
  id: number;
  /** When this state of the page was last changed */
  created_at: string;
  /** How many blocks it has */
  blocks: number;
  /** How many items its blocks have */
  items: number;
}

export interface LinksDocumentBlock {
  block: 'links';
  name?: string;
  subheading?: string;
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
    /** Default: "stack" */
    layout?: ('stack' | 'thumbnails' | 'cards' | 'grid') | null;
  };
  items?: {
    caption?: string;
    alt?: string;
    /** The target: an http, https, mailto or tel URL, or an upload as upload:{digest}/{file} */
    link?: string;
    /** Last part of the short URL. Default: made from the caption */
    slug?: string;
    /** Previous slugs, which still redirect to the link */
    former_slugs?: string[];
    /** An uploaded file, as upload:{digest}/{file} */
    thumbnail?: string;
    element?: {
      description?: string | null;
    };
    settings?: {
      /** Default: true */
      enabled?: boolean | null;
      from?: string | null;
      to?: string | null;
      /** Default: false */
      highlight?: boolean | null;
      /** Default: false */
      sensitive?: boolean | null;
      /** Default: false */
      pass_query?: boolean | null;
      language?: string | null;
    };
  }[];
}

export interface HeadingDocumentBlock {
  block: 'heading';
  name?: string;
  subheading?: string;
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
    /** Default: 2 */
    level?: number | null;
    /** Default: "center" */
    align?: ('left' | 'center' | 'right') | null;
  };
}

export interface TextDocumentBlock {
  block: 'text';
  name?: string;
  subheading?: string;
  content?: string | null;
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
    /** Default: "left" */
    align?: ('left' | 'center' | 'right') | null;
  };
}

export interface ImageDocumentBlock {
  block: 'image';
  name?: string;
  subheading?: string;
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
    /** Default: "cover" */
    fit?: ('cover' | 'contain') | null;
  };
  items?: {
    caption?: string;
    alt?: string;
    /** The target: an http, https, mailto or tel URL, or an upload as upload:{digest}/{file} */
    link?: string;
    /** Last part of the short URL. Default: made from the caption */
    slug?: string;
    /** Previous slugs, which still redirect to the link */
    former_slugs?: string[];
    /** An uploaded file, as upload:{digest}/{file} */
    thumbnail?: string;
    settings?: {
      /** Default: true */
      enabled?: boolean | null;
      from?: string | null;
      to?: string | null;
      /** Default: false */
      highlight?: boolean | null;
      /** Default: false */
      sensitive?: boolean | null;
      /** Default: false */
      pass_query?: boolean | null;
      language?: string | null;
    };
  }[];
}

export interface GalleryDocumentBlock {
  block: 'gallery';
  name?: string;
  subheading?: string;
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
    /** Default: 2 */
    columns?: number | null;
  };
  items?: {
    caption?: string;
    alt?: string;
    /** The target: an http, https, mailto or tel URL, or an upload as upload:{digest}/{file} */
    link?: string;
    /** Last part of the short URL. Default: made from the caption */
    slug?: string;
    /** Previous slugs, which still redirect to the link */
    former_slugs?: string[];
    /** An uploaded file, as upload:{digest}/{file} */
    thumbnail?: string;
    settings?: {
      /** Default: true */
      enabled?: boolean | null;
      from?: string | null;
      to?: string | null;
      /** Default: false */
      highlight?: boolean | null;
      /** Default: false */
      sensitive?: boolean | null;
      /** Default: false */
      pass_query?: boolean | null;
      language?: string | null;
    };
  }[];
}

export interface VideoDocumentBlock {
  block: 'video';
  name?: string;
  subheading?: string;
  content?: {
    /** Default: "youtube" */
    provider?: ('youtube' | 'vimeo' | 'tiktok') | null;
    /** The id, or the address at the provider */
    id?: string | null;
  };
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
    /** Default: false */
    autoplay?: boolean | null;
  };
}

export interface MusicDocumentBlock {
  block: 'music';
  name?: string;
  subheading?: string;
  content?: {
    /** Default: "spotify" */
    provider?: ('spotify' | 'soundcloud' | 'apple_music') | null;
    /** Default: "track" */
    kind?: ('track' | 'album' | 'playlist' | 'artist' | 'episode' | 'show') | null;
    /** The id, or the address at the provider */
    id?: string | null;
  };
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
  };
}

export interface FaqDocumentBlock {
  block: 'faq';
  name?: string;
  subheading?: string;
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
  };
  items?: {
    caption?: string;
    alt?: string;
    /** An uploaded file, as upload:{digest}/{file} */
    thumbnail?: string;
    element?: {
      answer?: string | null;
    };
  }[];
}

export interface SignupDocumentBlock {
  block: 'signup';
  name?: string;
  subheading?: string;
  content?: {
    /** Default: "you@example.com" */
    placeholder?: string | null;
    /** Default: "Sign up" */
    button?: string | null;
    /** Default: "Thank you. You are on the list." */
    thanks?: string | null;
  };
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
    /** Default: false */
    confirm?: boolean | null;
  };
}

export interface ContactFormDocumentBlock {
  block: 'contact_form';
  name?: string;
  subheading?: string;
  content?: {
    /**
     * Default: [{"name":"name","label":"Your name","required":true},{"name":"email","label":"Your e-mail
     * address","required":true},{"name":"message","label":"Your message","required":true}]
     */
    fields?:
      | {
          name: string;
          label: string;
          type?: ('text' | 'email' | 'tel' | 'message') | null;
          required?: boolean | null;
        }[]
      | null;
    /** Default: "Send" */
    button?: string | null;
    /** Default: "Thank you. Your message has been sent." */
    thanks?: string | null;
  };
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
  };
}

export interface CountdownDocumentBlock {
  block: 'countdown';
  name?: string;
  subheading?: string;
  content?: {
    until?: string | null;
    finished?: string | null;
  };
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
  };
}

export interface FileDocumentBlock {
  block: 'file';
  name?: string;
  subheading?: string;
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
  };
  items?: {
    caption?: string;
    alt?: string;
    /** The target: an http, https, mailto or tel URL, or an upload as upload:{digest}/{file} */
    link?: string;
    /** Last part of the short URL. Default: made from the caption */
    slug?: string;
    /** Previous slugs, which still redirect to the link */
    former_slugs?: string[];
    /** An uploaded file, as upload:{digest}/{file} */
    thumbnail?: string;
    element?: {
      type?: string | null;
      /** Default: 0 */
      bytes?: number | null;
    };
    settings?: {
      /** Default: true */
      enabled?: boolean | null;
      from?: string | null;
      to?: string | null;
      /** Default: false */
      highlight?: boolean | null;
      /** Default: false */
      sensitive?: boolean | null;
      /** Default: false */
      pass_query?: boolean | null;
      language?: string | null;
    };
  }[];
}

export interface ContactCardDocumentBlock {
  block: 'contact_card';
  name?: string;
  subheading?: string;
  content?: {
    organisation?: string | null;
    email?: string | null;
    phone?: string | null;
    address?: string | null;
    website?: string | null;
  };
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
  };
}

export interface MapDocumentBlock {
  block: 'map';
  name?: string;
  subheading?: string;
  content?: {
    /** Default: 0 */
    latitude?: number | null;
    /** Default: 0 */
    longitude?: number | null;
    /** Default: 13 */
    zoom?: number | null;
    label?: string | null;
  };
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
  };
}

export interface DividerDocumentBlock {
  block: 'divider';
  name?: string;
  subheading?: string;
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
    /** Default: "line" */
    style?: ('line' | 'dots' | 'wave' | 'space') | null;
  };
}

export interface SocialDocumentBlock {
  block: 'social';
  name?: string;
  subheading?: string;
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
    /** Default: "icons" */
    style?: ('icons' | 'buttons') | null;
  };
}

export interface QuoteDocumentBlock {
  block: 'quote';
  name?: string;
  subheading?: string;
  content?: {
    text?: string | null;
    author?: string | null;
  };
  settings?: {
    /** Default: true */
    enabled?: boolean | null;
  };
}

/** A whole page as one document */
export interface PageDocument {
  /** URL of this schema, for editors */
  $schema?: string;
  version: 1;
  /** Name, bio and avatar */
  profile?: {
    /** Default: the username */
    name?: string;
    bio?: string;
    /** An uploaded file, as upload:{digest}/{file} */
    avatar?: string;
  };
  /** Metadata for search engines and link previews */
  seo?: {
    enable?: '0' | '1';
    block_engine?: '0' | '1';
    page_name?: string;
    page_description?: string;
    /** An uploaded file, as upload:{digest}/{file} */
    opengraph_image?: string;
  };
  /** Social profiles */
  social?: {
    email?: string | null;
    whatsapp?: string | null;
    facebook?: string | null;
    instagram?: string | null;
    twitter?: string | null;
    youtube?: string | null;
    tiktok?: string | null;
    linkedin?: string | null;
    bluesky?: string | null;
    mastodon?: string | null;
    threads?: string | null;
    spotify?: string | null;
    apple_music?: string | null;
    twitch?: string | null;
    discord?: string | null;
    telegram?: string | null;
    github?: string | null;
    pinterest?: string | null;
    snapchat?: string | null;
    signal?: string | null;
    soundcloud?: string | null;
    bandcamp?: string | null;
    patreon?: string | null;
    kofi?: string | null;
    website?: string | null;
    rss?: string | null;
  };
  /** Theme, font and colors. Missing fields take the values of the theme */
  customize?: {
    font?:
      | 'system'
      | 'inter'
      | 'dm-sans'
      | 'outfit'
      | 'nunito'
      | 'space-grotesk'
      | 'bricolage-grotesque'
      | 'archivo-black'
      | 'lora'
      | 'fraunces'
      | 'playfair-display'
      | 'dm-serif-display'
      | 'jetbrains-mono'
      | 'caveat';
    theme?:
      | 'signpost'
      | 'sunday'
      | 'gazette'
      | 'bulletin'
      | 'console'
      | 'aurora'
      | 'harbour'
      | 'atelier'
      | 'postcard'
      | 'poster'
      | 'velvet'
      | 'bubble'
      | 'quiet'
      | 'herbarium';
    /** Hex color */
    button_background_color?: string;
    /** Hex color */
    button_text_color?: string;
    /** Hex color */
    texts_color?: string;
    radius?: 'square' | 'soft' | 'round' | 'pill';
    bio_align?: 'left' | 'center' | 'right';
  };
  /** The page background; null for the background of the theme */
  background?: {
    type?: ('solid' | 'gradient' | 'image' | 'video') | null;
    settings?: {
      video?: {
        source?: 'upload' | 'external';
        external_url?: string | null;
        /** An uploaded file, as upload:{digest}/{file} */
        video?: string;
      };
      image?: {
        source?: 'upload' | 'external';
        external_url?: string | null;
        /** An uploaded file, as upload:{digest}/{file} */
        image?: string;
      };
      solid?: {
        /** Hex color */
        color?: string;
      };
      gradient?: {
        /** Hex color */
        color_1?: string;
        /** Hex color */
        color_2?: string;
        animate?: '0' | '1';
      };
    };
  };
  /** Consent bar, language, and the layout over a picture */
  options?: {
    /** Whether visitors are asked for consent before pixels load */
    consent_bar?: boolean;
    /** Language of the page, as a BCP 47 tag such as `de` or `pt-BR`. It sets `lang` and `dir` of the page */
    language?: string;
    /**
     * Where the content is if the background is an image or a video: `full` for the picture itself, under
     * a layer of color that keeps text readable, or `panel` for a panel in front of it
     */
    background_layout?: 'full' | 'panel';
  };
  blocks?: (
    | LinksDocumentBlock
    | HeadingDocumentBlock
    | TextDocumentBlock
    | ImageDocumentBlock
    | GalleryDocumentBlock
    | VideoDocumentBlock
    | MusicDocumentBlock
    | FaqDocumentBlock
    | SignupDocumentBlock
    | ContactFormDocumentBlock
    | CountdownDocumentBlock
    | FileDocumentBlock
    | ContactCardDocumentBlock
    | MapDocumentBlock
    | DividerDocumentBlock
    | SocialDocumentBlock
    | QuoteDocumentBlock
  )[];
  pixels?: {
    name: string;
    type: 'facebook' | 'twitter' | 'google_analytics' | 'google_tag_manager' | 'quora' | 'pinterest';
    pixel_id: string;
    status?: 0 | 1;
  }[];
}

export interface PageImportChange {
  what: 'section' | 'block' | 'item' | 'pixel';
  action: 'add' | 'change' | 'remove' | 'move';
  /** Path in the new document; for removals, in the old one */
  path: string;
  name: string;
  /** Description of the change */
  text: string;
}

export interface PageVersionDetails {
  /** Unique across the installation */
  id: number;
  /** When this state of the page was last changed */
  created_at: string;
  document: PageDocument;
  /** What restoring it would change now */
  changes: PageImportChange[];
  warnings: string[];
}

export interface PageImportCreated {
  what: 'block' | 'item' | 'pixel';
  /** Unique across the installation */
  id: number;
  /** Path in the current page document */
  path: string;
  /** Slug of the link, for items with a link */
  slug: string | null;
}

export interface PageRestored {
  message: string;
  dry_run: boolean;
  summary: {
    add: number;
    change: number;
    remove: number;
    move: number;
  };
  changes: PageImportChange[];
  /** Ids and slugs of the created records, including items of new blocks; empty in a dry run */
  created: PageImportCreated[];
  warnings: string[];
  /** The page as it was before. Restore this version to undo the changes. Null if nothing was changed */
  version_id: number | null;
}

export interface PageImported {
  message: string;
  dry_run: boolean;
  summary: {
    add: number;
    change: number;
    remove: number;
    move: number;
  };
  changes: PageImportChange[];
  /** Ids and slugs of the created records, including items of new blocks; empty in a dry run */
  created: PageImportCreated[];
  warnings: string[];
  /** The page as it was before. Restore this version to undo the changes. Null if nothing was changed */
  version_id: number | null;
}

export interface PagePreview {
  /** The page as it would be, without scripts and pixels */
  html: string;
}

export interface LinksBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'links';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: LinksSettings | null;
}

export interface HeadingBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'heading';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: HeadingSettings | null;
}

export interface TextBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'text';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: string | null;
  } | null;
  settings?: TextSettings | null;
}

export interface ImageBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'image';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: ImageSettings | null;
}

export interface GalleryBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'gallery';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: GallerySettings | null;
}

export interface VideoBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'video';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: VideoContent | null;
  } | null;
  settings?: VideoSettings | null;
}

export interface MusicBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'music';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: MusicContent | null;
  } | null;
  settings?: MusicSettings | null;
}

export interface FaqBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'faq';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: FaqSettings | null;
}

export interface SignupBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'signup';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: SignupContent | null;
  } | null;
  settings?: SignupSettings | null;
}

export interface ContactFormBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'contact_form';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: ContactFormContent | null;
  } | null;
  settings?: ContactFormSettings | null;
}

export interface CountdownBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'countdown';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: CountdownContent | null;
  } | null;
  settings?: CountdownSettings | null;
}

export interface FileBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'file';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: FileSettings | null;
}

export interface ContactCardBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'contact_card';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: ContactCardContent | null;
  } | null;
  settings?: ContactCardSettings | null;
}

export interface MapBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'map';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: MapContent | null;
  } | null;
  settings?: MapSettings | null;
}

export interface DividerBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'divider';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: DividerSettings | null;
}

export interface SocialBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'social';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: SocialSettings | null;
}

export interface QuoteBlockChange {
  /** Unique across the installation */
  id: number;
  block?: 'quote';
  name?: string | null;
  subheading?: string | null;
  /**
   * Position on the page, starting at 1. The others move to make room; a position past the end means the
   * end
   */
  position?: number;
  blocks?: {
    content?: QuoteContent | null;
  } | null;
  settings?: QuoteSettings | null;
}

export interface LinksItemChange {
  /** Unique across the installation */
  id: number;
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: LinksElement | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
  /** Moves the item, with its statistics, to another block with the same kind of items */
  block_id?: number;
}

export interface ImageItemChange {
  /** Unique across the installation */
  id: number;
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
  /** Moves the item, with its statistics, to another block with the same kind of items */
  block_id?: number;
}

export interface GalleryItemChange {
  /** Unique across the installation */
  id: number;
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel URL, or the URL of one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
  /** Moves the item, with its statistics, to another block with the same kind of items */
  block_id?: number;
}

export interface FaqItemChange {
  /** Unique across the installation */
  id: number;
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: FaqElement | null;
  link?: null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  slug?: null;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
  /** Moves the item, with its statistics, to another block with the same kind of items */
  block_id?: number;
}

export interface FileItemChange {
  /** Unique across the installation */
  id: number;
  /** URL of one of your uploaded images; null for a generated one */
  thumbnail?: string | null;
  element?: FileElement | null;
  /** URL of one of your uploads, or an http or https URL */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** Last part of the short URL. Default: made from the caption */
  slug?: string;
  /**
   * Position in the block, starting at 1. The others move to make room; a position past the end means
   * the end
   */
  position?: number;
  /** Moves the item, with its statistics, to another block with the same kind of items */
  block_id?: number;
}

export interface PlanRecord {
  /** Unique across the installation */
  id: number;
  /** Account id of the owner */
  user: number;
  name: string;
  plan: string;
  plan_name: string;
  duration: 'month' | 'year' | 'once';
  email: string;
  ref: string;
  currency: string;
  /** In the main unit of the currency */
  price: number;
  gateway: 'manual' | 'stripe';
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  updated_at: string | null;
}

export interface Live {
  /** The most recent visitors; `insight` counts all of them */
  visitors: {
    /** Account id of the owner */
    user: number;
    ip: string;
    tracking: {
      country: {
        iso: string;
        name: string;
        city: string;
      };
      agent: {
        browser: string;
        os: string;
      };
    };
    /** Unix time in seconds */
    last_activity: number;
  }[];
  insight: {
    countries: Record<
      string,
      {
        unique: number;
        name: string;
      }
    >;
    cities: Record<
      string,
      {
        unique: number;
        name: string;
        iso: string;
      }
    >;
    devices: Record<
      string,
      {
        unique: number;
        name: string;
      }
    >;
    browsers: Record<
      string,
      {
        unique: number;
        name: string;
      }
    >;
    getviews: {
      unique: number;
    };
  };
}

export interface Breakdown {
  countries: Record<
    string,
    {
      visits: number;
      unique: number;
      name: string;
    }
  >;
  cities: Record<
    string,
    {
      visits: number;
      unique: number;
      name: string;
      iso: string;
    }
  >;
  devices: Record<
    string,
    {
      visits: number;
      unique: number;
      name: string;
    }
  >;
  browsers: Record<
    string,
    {
      visits: number;
      unique: number;
      name: string;
    }
  >;
  getviews: {
    visits: number;
    unique: number;
  };
  /**
   * Time of the oldest stored event. Earlier visits are not in this response. Null if no events are
   * stored
   */
  events_since?: string | null;
}

export interface Clicks {
  links: Record<
    string,
    {
      visits: number;
      unique: number;
      link: string;
    }
  >;
  insight: {
    visits: number;
    unique: number;
  };
  /**
   * Time of the oldest stored event. Earlier visits are not in this response. Null if no events are
   * stored
   */
  events_since?: string | null;
}

export interface LinkFigures {
  /** The id of the link. 0 for the row `Other` of shared statistics: all links with too few visitors */
  id: number;
  slug: string;
  /** The target; empty for `Other` */
  link: string;
  /** Page views while the link was on the page; null with filters, because impressions have no details */
  impressions: number | null;
  visits: number;
  unique: number;
  /**
   * With `compare`: the figures of the other period. If the period is not over yet, until the same time
   * of the same day
   */
  compare?: {
    /** Page views while the link was on the page; null with filters, because impressions have no details */
    impressions: number | null;
    visits: number;
    unique: number;
  };
}

export interface DimensionMeta {
  current_page: number;
  first_page_url: string;
  from: number;
  last_page: number;
  last_page_url: string;
  next_page_url: string | null;
  path: string;
  per_page: number;
  prev_page_url: string | null;
  to: number;
  total: number;
  /**
   * Time of the oldest stored event. Earlier visits are not in this response. Null if no events are
   * stored
   */
  events_since?: string | null;
}

export interface DimensionKey {
  /**
   * The value: for countries the lower-case ISO code, for referrers the host, or empty for visits
   * without a referrer. For `hour` 00 to 23, for `weekday` 1 (Monday) to 7
   */
  key: string;
  /** Display name */
  name: string;
  visits: number;
  unique: number;
}

export interface DimensionBreakdown {
  dimension:
    | 'country'
    | 'city'
    | 'os'
    | 'browser'
    | 'device'
    | 'referrer'
    | 'app'
    | 'language'
    | 'utm_source'
    | 'utm_medium'
    | 'utm_campaign'
    | 'utm_term'
    | 'utm_content'
    | 'kind'
    | 'hour'
    | 'weekday';
  /** The number of keys, also of those that are not listed */
  keys: number;
  /** The sum over all keys */
  total: {
    visits: number;
    unique: number;
  };
  /** The largest first; hours and weekdays in order, also those without visits */
  rows: DimensionKey[];
}

export interface Breakdowns {
  /** All visits, with and without a value */
  total: {
    visits: number;
    unique: number;
  };
  dimensions: DimensionBreakdown[];
  /**
   * Time of the oldest stored event. Earlier visits are not in this response. Null if no events are
   * stored
   */
  events_since?: string | null;
}

export interface SeriesPoint {
  /** The start of the interval, UTC */
  start: string;
  /**
   * The same in the time zone: a day, or a day and time for hours. An hour that clocks repeat is listed
   * twice, with different `start`
   */
  date: string;
  /** Page views; for a link, its clicks */
  visits: number;
  /**
   * The sum of daily unique visitors. A visitor is counted once per UTC day, with the first visit of
   * that day; visitors cannot be recognized on another day
   */
  unique: number;
  /** Clicks of all links of the page; for a link, its clicks */
  clicks: number;
  /**
   * Views of the page that showed the link; for the page, the sum over all links. Null with filters,
   * because impressions have no details
   */
  impressions: number | null;
  /**
   * Clicks per page view; for a link, clicks per impression. Rounded to four digits. Null if nothing was
   * shown, or if impressions are null
   */
  click_through: number | null;
  /** Requests that are not visits: by bots and link previews, prefetches and HEAD requests */
  bots: number;
}

export interface SeriesTotal {
  /** Page views; for a link, its clicks */
  visits: number;
  /**
   * The sum of daily unique visitors. A visitor is counted once per UTC day, with the first visit of
   * that day; visitors cannot be recognized on another day
   */
  unique: number;
  /** Clicks of all links of the page; for a link, its clicks */
  clicks: number;
  /**
   * Views of the page that showed the link; for the page, the sum over all links. Null with filters,
   * because impressions have no details
   */
  impressions: number | null;
  /**
   * Clicks per page view; for a link, clicks per impression. Rounded to four digits. Null if nothing was
   * shown, or if impressions are null
   */
  click_through: number | null;
  /** Requests that are not visits: by bots and link previews, prefetches and HEAD requests */
  bots: number;
}

/**
 * The total until the same time of the same day, if the period is not over yet. Compare it with
 * `total` of the period. If the period is over, it is the total
 */
export interface SeriesTotalToDate {
  /** Page views; for a link, its clicks */
  visits: number;
  /**
   * The sum of daily unique visitors. A visitor is counted once per UTC day, with the first visit of
   * that day; visitors cannot be recognized on another day
   */
  unique: number;
  /** Clicks of all links of the page; for a link, its clicks */
  clicks: number;
  /**
   * Views of the page that showed the link; for the page, the sum over all links. Null with filters,
   * because impressions have no details
   */
  impressions: number | null;
  /**
   * Clicks per page view; for a link, clicks per impression. Rounded to four digits. Null if nothing was
   * shown, or if impressions are null
   */
  click_through: number | null;
  /** Requests that are not visits: by bots and link previews, prefetches and HEAD requests */
  bots: number;
}

export interface SeriesComparison {
  /** A day in the time zone */
  from: string;
  /** A day in the time zone */
  to: string;
  /**
   * All intervals of the period, also those without visits. The first and the last week or month contain
   * only days of the period
   */
  points: SeriesPoint[];
  total: SeriesTotal;
  total_to_date: SeriesTotalToDate;
}

export interface Series {
  interval: 'hour' | 'day' | 'week' | 'month';
  timezone: string;
  /** A day in the time zone */
  from: string;
  /** A day in the time zone */
  to: string;
  /**
   * All intervals of the period, also those without visits. The first and the last week or month contain
   * only days of the period
   */
  points: SeriesPoint[];
  total: SeriesTotal;
  /** The other period, with `compare` */
  compare: SeriesComparison | null;
  /**
   * Time of the oldest stored event. Earlier visits are not in this response. Null if no events are
   * stored
   */
  events_since?: string | null;
}

export interface LiveStreamVisitor {
  /** Identifies the visitor until the end of the UTC day */
  id: string;
  tracking: {
    country: {
      iso: string;
      name: string;
      city: string;
    };
    agent: {
      browser: string;
      os: string;
    };
  };
  /** Unix time in seconds */
  last_activity: number;
}

export type LiveStreamMessage =
  | {
      /** Send it as `Last-Event-ID` to continue after this message */
      id: string;
      event: 'snapshot';
      data: {
        /** The most recent visitors, most recent first */
        visitors: LiveStreamVisitor[];
        /** How many visitors are live, also those not listed */
        total: number;
      };
    }
  | {
      /** Send it as `Last-Event-ID` to continue after this message */
      id: string;
      event: 'arrival';
      data: LiveStreamVisitor;
    }
  | {
      /** Send it as `Last-Event-ID` to continue after this message */
      id: string;
      event: 'activity';
      data: LiveStreamVisitor;
    }
  | {
      /** Send it as `Last-Event-ID` to continue after this message */
      id: string;
      event: 'click';
      data: {
        /** Identifies the visitor until the end of the UTC day */
        visitor: string;
        link: {
          id: number;
          /** Null if the link no longer exists */
          slug: string | null;
        };
        /** ISO 8601, UTC, six fractional digits */
        at: string;
      };
    }
  | {
      /** Send it as `Last-Event-ID` to continue after this message */
      id: string;
      event: 'departure';
      data: {
        /** Identifies the visitor until the end of the UTC day */
        visitor: string;
        /** ISO 8601, UTC, six fractional digits */
        at: string;
      };
    };

export interface LocationData {
  /** Null if it is not known */
  licence: {
    name: string;
    url: string;
  } | null;
  /**
   * What has to be shown, with the licence, wherever countries and cities are. Null if nothing has to
   * be.
   */
  attribution: {
    text: string;
    url: string;
  } | null;
}

export interface VisitRecord {
  /** ISO 8601, UTC, six fractional digits */
  at: string;
  type: 'view' | 'click';
  /** The slug of the clicked link; null for page views */
  link_slug: string | null;
  /** `counted` for a visit. Other kinds are not visits and have no further details */
  kind: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** Whether this is the first visit of the visitor on that UTC day, to the page or to that link */
  is_unique: boolean;
  country: string | null;
  city: string | null;
  os: string | null;
  browser: string | null;
  device: string | null;
  referrer: string | null;
  app: string | null;
  language: string | null;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
}

export interface EventMeta {
  current_page: number;
  first_page_url: string;
  from: number;
  last_page: number;
  last_page_url: string;
  next_page_url: string | null;
  path: string;
  per_page: number;
  prev_page_url: string | null;
  to: number;
  total: number;
  /**
   * Time of the oldest stored event. Earlier visits are not in this response. Null if no events are
   * stored
   */
  events_since: string | null;
}

export interface Exclusion {
  /**
   * The personal link. It shows a page with a button that switches counting off in the browser that
   * opens it. Null until it is made
   */
  link: string | null;
  /** Whether browsers that are signed in to the dashboard are not counted */
  dashboard: boolean;
  created_at: string | null;
}

export interface Share {
  /** Unique across the installation */
  id: number;
  name: string;
  /** The link whose statistics are shared; null if all of the account are */
  link_slug: string | null;
  /** The first characters of the token */
  hint: string;
  expires_at: string | null;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
}

export interface ShareCreated {
  /** Unique across the installation */
  id: number;
  /**
   * The page for people. It is shown only this once: null in the response to a repeated
   * `Idempotency-Key`
   */
  link: string | null;
  /**
   * For programs: send it as `Authorization: Bearer fps_…`. It is shown only this once: null in the
   * response to a repeated `Idempotency-Key`
   */
  token: string | null;
  hint: string;
  message: string;
}

export interface Upload {
  /** Unique across the installation */
  id: number;
  /** Account id of the owner */
  user: number;
  kind: 'image' | 'video' | 'file';
  name: string;
  /** The media type */
  type: string;
  url: string;
  /** Reference to the upload in blocks, sections and page documents: `upload:{digest}/{file}` */
  reference: string;
  width: number | null;
  height: number | null;
  /** Total size of all stored variants of the file */
  bytes: number;
  /** Whether the page uses the file */
  in_use: boolean;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** ISO 8601, UTC, six fractional digits */
  updated_at: string;
}

export interface UploadSaved {
  /** Unique across the installation */
  id: number;
  url: string;
  /** Reference to the upload in blocks, sections and page documents: `upload:{digest}/{file}` */
  reference: string;
  message: string;
}

export interface Pixel {
  /** Unique across the installation */
  id: number;
  /** Account id of the owner */
  user: number;
  name: string;
  status: 0 | 1;
  pixel_id: string;
  pixel_type: 'facebook' | 'twitter' | 'google_analytics' | 'google_tag_manager' | 'quora' | 'pinterest';
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** ISO 8601, UTC, six fractional digits */
  updated_at: string;
}

export interface PixelSaved {
  /** Unique across the installation */
  id: number;
  message: string;
}

export interface PixelTemplate {
  name: string;
  /** Hex color */
  color: string;
  /** Icon CSS class names */
  icon?: string;
  /** Inline vector markup */
  svg?: string;
  /** CSS classes for the layout, with `svg` only */
  class?: string;
  /** The snippet, with {pixel} as the placeholder for the tracker id */
  template: string;
}

export interface Activity {
  /** Unique across the installation */
  id: number;
  /** Account id of the owner */
  user: number;
  type: string;
  message: string;
  ip: string;
  os: string;
  browser: string;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** ISO 8601, UTC, six fractional digits */
  updated_at: string;
}

export interface SignInSettings {
  /** Who can sign up */
  signup: 'open' | 'invite' | 'closed';
  /** `files`: no mail server is configured; messages are written to `DATA_DIR/mail` */
  mail: 'smtp' | 'files';
  /** OpenID Connect providers to sign in with */
  providers: {
    id: string;
    name: string;
  }[];
  password: {
    min: number;
    max: number;
  };
  /** Whether the request has a valid session */
  signed_in: boolean;
  /** The origin of the public pages */
  pages_url: string;
  /** The origin of the dashboard, where people can sign in */
  dashboard_url: string;
  /** The dashboard and the pages share one origin, so pixels that run scripts are off */
  one_origin: boolean;
}

export interface UsernameCheck {
  username: string;
  available: boolean;
  problem: ('invalid' | 'reserved' | 'taken' | 'similar') | null;
  /** The problem as a sentence */
  message: string | null;
  /** Similar usernames that are free */
  suggestions: string[];
}

export interface Invitation {
  valid: boolean;
  /** The address that it was sent to, if it has one */
  email: string | null;
  expires_at: string | null;
}

export interface SignedIn {
  signed_in: boolean;
}

export interface SignInResult {
  signed_in: boolean;
  /** A code is needed: send it to `POST /auth/sign-in/code` */
  two_factor: boolean;
}

export interface Done {
  message: string;
}

export interface Reauthenticated {
  /** ISO 8601, UTC, six fractional digits */
  fresh_until: string;
}

export interface SignedInByRecoveryCode {
  signed_in: boolean;
  codes_left: number;
}

export interface ProviderRedirect {
  url: string;
}

export interface ChangeUndone {
  message: string;
  /** For `POST /auth/reset`, within an hour: choose a new password with it */
  reset_token: string;
}

export interface AccountSecurity {
  email: string;
  email_verified: boolean;
  /** A new address that has not been confirmed yet */
  pending_email: string | null;
  has_password: boolean;
  two_factor: boolean;
  recovery_codes_left: number;
  passkeys: number;
  sessions: number;
  /** API keys that are not revoked */
  keys: number;
  fresh_until: string | null;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** OpenID Connect providers that are linked */
  providers: string[];
  deletes_at: string | null;
  /** The account was recovered, and its owner has not reviewed what it has: `GET /account/recovery` */
  recovered_at: string | null;
}

export interface AccountDeleted {
  /** ISO 8601, UTC, six fractional digits */
  deletes_at: string;
}

export interface AccountSettings {
  /** IANA time zone in which the account sees its statistics; null if none was chosen */
  timezone: string | null;
  /** Language of the dashboard and of mails; null for the language of the browser */
  language: ('en' | 'de' | 'es' | 'fr' | 'pt' | 'ja' | 'ar') | null;
  notifications: {
    /** A summary of the week by mail, on Mondays */
    weekly_summary: boolean;
    /** New form entries by mail */
    form_entries: boolean;
  };
}

export interface AccountUsage {
  /** Blocks of the page */
  blocks: {
    used: number;
    limit: number;
  };
  /** Form entries, without those of deleted forms */
  form_entries: {
    used: number;
    limit: number;
  };
  /** Uploaded files */
  uploads: {
    used: number;
    limit: number;
  };
  /** Size of all uploaded files with their stored variants */
  upload_bytes: {
    used: number;
    limit: number;
  };
  /** Pixels */
  pixels: {
    used: number;
    limit: number;
  };
  /** API keys that are neither revoked nor expired */
  keys: {
    used: number;
    limit: number;
  };
  /** Links to shared statistics */
  shares: {
    used: number;
    limit: number;
  };
  /** Uploaded files of each kind, in a fixed order */
  uploads_by_kind: {
    kind: 'image' | 'video' | 'file';
    count: number;
    bytes: number;
  }[];
  /**
   * Requests to the API that all keys of the account together can make in a minute, and all its sessions
   * together; null if there is no limit
   */
  requests_per_minute: number | null;
}

export interface AccountExport {
  state: 'none' | 'waiting' | 'running' | 'ready' | 'failed';
  /** In percent */
  progress: number;
  url: string | null;
  bytes: number | null;
  created_at: string | null;
  finished_at: string | null;
  expires_at: string | null;
}

export interface ReviewItem {
  /**
   * `identity`: a linked OpenID Connect provider; `two_factor`: the authenticator app; `share`: a link
   * to shared statistics
   */
  kind: 'passkey' | 'key' | 'identity' | 'two_factor' | 'share' | 'pixel';
  /** Null for `two_factor`, of which there is one */
  id: number | null;
  name: string;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
}

export interface RecoveryReview {
  recovered_at: string | null;
  /** Everything that lets somebody in or shows data, newest first; at most the 100 newest of each kind */
  items: ReviewItem[];
}

export interface ReviewRemoved {
  removed: number;
  message: string;
}

export interface Session {
  /** Unique across the installation */
  id: number;
  /** The session of this request */
  current: boolean;
  device: {
    os: string;
    browser: string;
    kind: 'phone' | 'tablet' | 'desktop' | 'other';
  };
  ip: string;
  country: string | null;
  city: string | null;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** ISO 8601, UTC, six fractional digits */
  last_seen_at: string;
  /** ISO 8601, UTC, six fractional digits */
  expires_at: string;
}

export interface SessionsEnded {
  ended: number;
}

export interface Passkey {
  /** Unique across the installation */
  id: number;
  name: string;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  last_used_at: string | null;
  device_type: 'single_device' | 'multi_device';
  /** The passkey is synchronised to other devices */
  backed_up: boolean;
}

export interface PasskeySaved {
  /** Unique across the installation */
  id: number;
  name: string;
}

export interface TwoFactorSecret {
  /** For typing into an authenticator app */
  secret: string;
  /** The same as an `otpauth:` URI, for a QR code */
  uri: string;
}

export interface RecoveryCodes {
  recovery_codes: string[];
}

export interface Key {
  /** Unique across the installation */
  id: number;
  name: string;
  scope: 'read' | 'write';
  /** The first characters of the key */
  hint: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
}

export interface KeyCreated {
  /** Unique across the installation */
  id: number;
  /** The key. It is shown only this once: null in the response to a repeated `Idempotency-Key` */
  key: string | null;
  hint: string;
  message: string;
}

export interface EditProfileFields {
  name?: string | null;
  bio?: string | null;
  avatar?: string | null;
}

export interface EditSeoFields {
  /** "1" to use these settings, "0" to use name and bio */
  enable?: ('1' | '0') | (1 | 0) | boolean | null;
  /** "1" to ask search engines not to index the page */
  block_engine?: ('1' | '0') | (1 | 0) | boolean | null;
  page_name?: string | null;
  page_description?: string | null;
  opengraph_image?: string | null;
}

export interface EditSocialFields {
  email?: string | null;
  whatsapp?: string | null;
  facebook?: string | null;
  instagram?: string | null;
  twitter?: string | null;
  youtube?: string | null;
  tiktok?: string | null;
  linkedin?: string | null;
  bluesky?: string | null;
  mastodon?: string | null;
  threads?: string | null;
  spotify?: string | null;
  apple_music?: string | null;
  twitch?: string | null;
  discord?: string | null;
  telegram?: string | null;
  github?: string | null;
  pinterest?: string | null;
  snapchat?: string | null;
  signal?: string | null;
  soundcloud?: string | null;
  bandcamp?: string | null;
  patreon?: string | null;
  kofi?: string | null;
  website?: string | null;
  rss?: string | null;
}

export interface EditCustomizeFields {
  font?:
    | (
        | 'system'
        | 'inter'
        | 'dm-sans'
        | 'outfit'
        | 'nunito'
        | 'space-grotesk'
        | 'bricolage-grotesque'
        | 'archivo-black'
        | 'lora'
        | 'fraunces'
        | 'playfair-display'
        | 'dm-serif-display'
        | 'jetbrains-mono'
        | 'caveat'
      )
    | null;
  theme?:
    | (
        | 'signpost'
        | 'sunday'
        | 'gazette'
        | 'bulletin'
        | 'console'
        | 'aurora'
        | 'harbour'
        | 'atelier'
        | 'postcard'
        | 'poster'
        | 'velvet'
        | 'bubble'
        | 'quiet'
        | 'herbarium'
      )
    | null;
  button_background_color?: string | null;
  button_text_color?: string | null;
  texts_color?: string | null;
  radius?: ('square' | 'soft' | 'round' | 'pill') | null;
  bio_align?: ('left' | 'center' | 'right') | null;
}

export interface EditBackgroundFields {
  type?: ('solid' | 'gradient' | 'image' | 'video') | null;
  settings?: {
    video?: {
      source?: ('upload' | 'external') | null;
      external_url?: string | null;
      video?: string | null;
    } | null;
    image?: {
      source?: ('upload' | 'external') | null;
      external_url?: string | null;
      image?: string | null;
    } | null;
    solid?: {
      color?: string | null;
    } | null;
    gradient?: {
      color_1?: string | null;
      color_2?: string | null;
      /** "1" to animate the gradient */
      animate?: ('1' | '0') | (1 | 0) | boolean | null;
    } | null;
  } | null;
}

export interface EditOptionsFields {
  /** Whether visitors are asked for consent before pixels load */
  consent_bar?: boolean | ('1' | '0') | (1 | 0) | null;
  language?: string | null;
  background_layout?: ('full' | 'panel') | null;
}

export interface EditUsernameFields {
  username: string;
}

export interface GetContrastQuery {
  /** The theme */
  theme?:
    | 'signpost'
    | 'sunday'
    | 'gazette'
    | 'bulletin'
    | 'console'
    | 'aurora'
    | 'harbour'
    | 'atelier'
    | 'postcard'
    | 'poster'
    | 'velvet'
    | 'bubble'
    | 'quiet'
    | 'herbarium';
  /** Text color, with or without the # */
  texts_color?: string;
  /** Text color of buttons, with or without the # */
  button_text_color?: string;
  /** Background color of buttons, with or without the # */
  button_background_color?: string;
  /** Type of the background; `theme` for the background of the theme */
  background_type?: 'solid' | 'gradient' | 'image' | 'video' | 'theme';
  /** Color of a solid background, with or without the # */
  color?: string;
  /** Start color of a gradient, with or without the # */
  color_1?: string;
  /** End color of a gradient, with or without the # */
  color_2?: string;
}

export interface ListBlocksQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export type CreateBlockFields =
  | LinksBlockCreation
  | HeadingBlockCreation
  | TextBlockCreation
  | ImageBlockCreation
  | GalleryBlockCreation
  | VideoBlockCreation
  | MusicBlockCreation
  | FaqBlockCreation
  | SignupBlockCreation
  | ContactFormBlockCreation
  | CountdownBlockCreation
  | FileBlockCreation
  | ContactCardBlockCreation
  | MapBlockCreation
  | DividerBlockCreation
  | SocialBlockCreation
  | QuoteBlockCreation;

export type EditBlockFields =
  | LinksBlockEdit
  | HeadingBlockEdit
  | TextBlockEdit
  | ImageBlockEdit
  | GalleryBlockEdit
  | VideoBlockEdit
  | MusicBlockEdit
  | FaqBlockEdit
  | SignupBlockEdit
  | ContactFormBlockEdit
  | CountdownBlockEdit
  | FileBlockEdit
  | ContactCardBlockEdit
  | MapBlockEdit
  | DividerBlockEdit
  | SocialBlockEdit
  | QuoteBlockEdit;

export interface ReorderBlocksFields {
  /** The ids of all blocks of the page, in the new order */
  order: number[];
}

export type EditBlockItemFields = LinksItemEdit | ImageItemEdit | GalleryItemEdit | FaqItemEdit | FileItemEdit;

export type CreateBlockItemFields =
  | LinksItemCreation
  | ImageItemCreation
  | GalleryItemCreation
  | FaqItemCreation
  | FileItemCreation;

export interface ReorderBlockItemsFields {
  /** The ids of all items of the block, in the new order */
  order: number[];
}

export interface ListBlockEntriesQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface DeleteBlockEntriesFields {
  /** Delete entries up to this one; newer entries are kept */
  last_id?: number;
}

export interface ListLinksQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface EditLinkFields {
  /** Letters and digits of any script, with hyphens between words. The previous slug keeps redirecting */
  slug?: string;
  /**
   * An http, https, mailto or tel URL, or the URL of one of your uploads. Also changes the link of the
   * item
   */
  url?: string;
  /** All additional slugs of the link. A slug that is left out no longer redirects and can be used again */
  former_slugs?: string[];
}

export interface ListPageVersionsQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface RestorePageVersionFields {
  /** Report the changes without making them */
  dry_run?: boolean;
}

export interface ImportPageFields {
  document?: PageDocument;
  /** Format of `text`. Default: detected */
  format?: 'linktree' | 'linkstack' | 'bookmarks' | 'links';
  /** Contents of a file exported from another service */
  text?: string;
  /**
   * `replace`: replace the whole page. `add`: append the blocks, and set other fields only where they
   * are empty. Default: `replace` for a document, `add` for a text
   */
  mode?: 'replace' | 'add';
  /** Report the changes without making them */
  dry_run?: boolean;
  /** What to do if an upload in the document does not exist. Default: `refuse` */
  missing_pictures?: 'refuse' | 'leave_out';
}

export interface PreviewPageFields {
  profile?: {
    name?: string | null;
    bio?: string | null;
    avatar?: string | null;
  };
  seo?: {
    /** "1" to use these settings, "0" to use name and bio */
    enable?: ('1' | '0') | (1 | 0) | boolean | null;
    /** "1" to ask search engines not to index the page */
    block_engine?: ('1' | '0') | (1 | 0) | boolean | null;
    page_name?: string | null;
    page_description?: string | null;
    opengraph_image?: string | null;
  };
  social?: {
    email?: string | null;
    whatsapp?: string | null;
    facebook?: string | null;
    instagram?: string | null;
    twitter?: string | null;
    youtube?: string | null;
    tiktok?: string | null;
    linkedin?: string | null;
    bluesky?: string | null;
    mastodon?: string | null;
    threads?: string | null;
    spotify?: string | null;
    apple_music?: string | null;
    twitch?: string | null;
    discord?: string | null;
    telegram?: string | null;
    github?: string | null;
    pinterest?: string | null;
    snapchat?: string | null;
    signal?: string | null;
    soundcloud?: string | null;
    bandcamp?: string | null;
    patreon?: string | null;
    kofi?: string | null;
    website?: string | null;
    rss?: string | null;
  };
  customize?: {
    font?:
      | (
          | 'system'
          | 'inter'
          | 'dm-sans'
          | 'outfit'
          | 'nunito'
          | 'space-grotesk'
          | 'bricolage-grotesque'
          | 'archivo-black'
          | 'lora'
          | 'fraunces'
          | 'playfair-display'
          | 'dm-serif-display'
          | 'jetbrains-mono'
          | 'caveat'
        )
      | null;
    theme?:
      | (
          | 'signpost'
          | 'sunday'
          | 'gazette'
          | 'bulletin'
          | 'console'
          | 'aurora'
          | 'harbour'
          | 'atelier'
          | 'postcard'
          | 'poster'
          | 'velvet'
          | 'bubble'
          | 'quiet'
          | 'herbarium'
        )
      | null;
    button_background_color?: string | null;
    button_text_color?: string | null;
    texts_color?: string | null;
    radius?: ('square' | 'soft' | 'round' | 'pill') | null;
    bio_align?: ('left' | 'center' | 'right') | null;
  };
  background?: {
    type?: ('solid' | 'gradient' | 'image' | 'video') | null;
    settings?: {
      video?: {
        source?: ('upload' | 'external') | null;
        external_url?: string | null;
        video?: string | null;
      } | null;
      image?: {
        source?: ('upload' | 'external') | null;
        external_url?: string | null;
        image?: string | null;
      } | null;
      solid?: {
        color?: string | null;
      } | null;
      gradient?: {
        color_1?: string | null;
        color_2?: string | null;
        /** "1" to animate the gradient */
        animate?: ('1' | '0') | (1 | 0) | boolean | null;
      } | null;
    } | null;
  };
  options?: {
    /** Whether visitors are asked for consent before pixels load */
    consent_bar?: boolean | ('1' | '0') | (1 | 0) | null;
    language?: string | null;
    background_layout?: ('full' | 'panel') | null;
  };
  /** Changed blocks: the id, and fields as in `POST /blocks/{block_id}` */
  blocks?: (
    | LinksBlockChange
    | HeadingBlockChange
    | TextBlockChange
    | ImageBlockChange
    | GalleryBlockChange
    | VideoBlockChange
    | MusicBlockChange
    | FaqBlockChange
    | SignupBlockChange
    | ContactFormBlockChange
    | CountdownBlockChange
    | FileBlockChange
    | ContactCardBlockChange
    | MapBlockChange
    | DividerBlockChange
    | SocialBlockChange
    | QuoteBlockChange
  )[];
  /** Changed items: the id, and fields as in `POST /blocks/{block_id}/items/{item_id}` */
  items?: (LinksItemChange | ImageItemChange | GalleryItemChange | FaqItemChange | FileItemChange)[];
  /** Ids of blocks and items to leave out */
  hidden?: number[];
  /** The ids of all blocks that are not hidden, in the new order */
  order?: number[];
  /** New blocks, as in `POST /blocks`. In the preview their ids are -1, -2, … */
  new_blocks?: (
    | LinksBlockCreation
    | HeadingBlockCreation
    | TextBlockCreation
    | ImageBlockCreation
    | GalleryBlockCreation
    | VideoBlockCreation
    | MusicBlockCreation
    | FaqBlockCreation
    | SignupBlockCreation
    | ContactFormBlockCreation
    | CountdownBlockCreation
    | FileBlockCreation
    | ContactCardBlockCreation
    | MapBlockCreation
    | DividerBlockCreation
    | SocialBlockCreation
    | QuoteBlockCreation
  )[];
  /** When the page is viewed. Default: now */
  at?: string;
}

export interface ListPlanHistoryQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface GetLinkClicksQuery {
  /** Only visits with this country: a `key` of the breakdown, in any case */
  country?: string;
  /** Only visits with this city: a `key` of the breakdown, in any case */
  city?: string;
  /** Only visits with this os: a `key` of the breakdown, in any case */
  os?: string;
  /** Only visits with this browser: a `key` of the breakdown, in any case */
  browser?: string;
  /** Only visits with this device: a `key` of the breakdown, in any case */
  device?: string;
  /**
   * Only visits with this referrer: a `key` of the breakdown, in any case. Empty: only visits without a
   * referrer
   */
  referrer?: string;
  /** Only visits with this app: a `key` of the breakdown, in any case */
  app?: string;
  /** Only visits with this language: a `key` of the breakdown, in any case */
  language?: string;
  /** Only visits with this utm_source: a `key` of the breakdown, in any case */
  utm_source?: string;
  /** Only visits with this utm_medium: a `key` of the breakdown, in any case */
  utm_medium?: string;
  /** Only visits with this utm_campaign: a `key` of the breakdown, in any case */
  utm_campaign?: string;
  /** Only visits with this utm_term: a `key` of the breakdown, in any case */
  utm_term?: string;
  /** Only visits with this utm_content: a `key` of the breakdown, in any case */
  utm_content?: string;
  /** Only visits (`counted`), or only one kind of request that is not counted as a visit */
  kind?: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** First day, in the time zone */
  from?: string;
  /** Last day, in the time zone */
  to?: string;
  /** IANA time zone in which days begin. Default: `UTC` */
  timezone?: string;
}

export interface GetViewsQuery {
  /** Only visits with this country: a `key` of the breakdown, in any case */
  country?: string;
  /** Only visits with this city: a `key` of the breakdown, in any case */
  city?: string;
  /** Only visits with this os: a `key` of the breakdown, in any case */
  os?: string;
  /** Only visits with this browser: a `key` of the breakdown, in any case */
  browser?: string;
  /** Only visits with this device: a `key` of the breakdown, in any case */
  device?: string;
  /**
   * Only visits with this referrer: a `key` of the breakdown, in any case. Empty: only visits without a
   * referrer
   */
  referrer?: string;
  /** Only visits with this app: a `key` of the breakdown, in any case */
  app?: string;
  /** Only visits with this language: a `key` of the breakdown, in any case */
  language?: string;
  /** Only visits with this utm_source: a `key` of the breakdown, in any case */
  utm_source?: string;
  /** Only visits with this utm_medium: a `key` of the breakdown, in any case */
  utm_medium?: string;
  /** Only visits with this utm_campaign: a `key` of the breakdown, in any case */
  utm_campaign?: string;
  /** Only visits with this utm_term: a `key` of the breakdown, in any case */
  utm_term?: string;
  /** Only visits with this utm_content: a `key` of the breakdown, in any case */
  utm_content?: string;
  /** Only visits (`counted`), or only one kind of request that is not counted as a visit */
  kind?: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** First day, in the time zone */
  from?: string;
  /** Last day, in the time zone */
  to?: string;
  /** IANA time zone in which days begin. Default: `UTC` */
  timezone?: string;
}

export interface GetClicksQuery {
  /** Only visits with this country: a `key` of the breakdown, in any case */
  country?: string;
  /** Only visits with this city: a `key` of the breakdown, in any case */
  city?: string;
  /** Only visits with this os: a `key` of the breakdown, in any case */
  os?: string;
  /** Only visits with this browser: a `key` of the breakdown, in any case */
  browser?: string;
  /** Only visits with this device: a `key` of the breakdown, in any case */
  device?: string;
  /**
   * Only visits with this referrer: a `key` of the breakdown, in any case. Empty: only visits without a
   * referrer
   */
  referrer?: string;
  /** Only visits with this app: a `key` of the breakdown, in any case */
  app?: string;
  /** Only visits with this language: a `key` of the breakdown, in any case */
  language?: string;
  /** Only visits with this utm_source: a `key` of the breakdown, in any case */
  utm_source?: string;
  /** Only visits with this utm_medium: a `key` of the breakdown, in any case */
  utm_medium?: string;
  /** Only visits with this utm_campaign: a `key` of the breakdown, in any case */
  utm_campaign?: string;
  /** Only visits with this utm_term: a `key` of the breakdown, in any case */
  utm_term?: string;
  /** Only visits with this utm_content: a `key` of the breakdown, in any case */
  utm_content?: string;
  /** Only visits (`counted`), or only one kind of request that is not counted as a visit */
  kind?: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** First day, in the time zone */
  from?: string;
  /** Last day, in the time zone */
  to?: string;
  /** IANA time zone in which days begin. Default: `UTC` */
  timezone?: string;
}

export interface ListLinkFiguresQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
  /**
   * `previous`: also the same number of days immediately before. `year`: also the same dates one year
   * earlier
   */
  compare?: 'previous' | 'year';
  /** Only visits with this country: a `key` of the breakdown, in any case */
  country?: string;
  /** Only visits with this city: a `key` of the breakdown, in any case */
  city?: string;
  /** Only visits with this os: a `key` of the breakdown, in any case */
  os?: string;
  /** Only visits with this browser: a `key` of the breakdown, in any case */
  browser?: string;
  /** Only visits with this device: a `key` of the breakdown, in any case */
  device?: string;
  /**
   * Only visits with this referrer: a `key` of the breakdown, in any case. Empty: only visits without a
   * referrer
   */
  referrer?: string;
  /** Only visits with this app: a `key` of the breakdown, in any case */
  app?: string;
  /** Only visits with this language: a `key` of the breakdown, in any case */
  language?: string;
  /** Only visits with this utm_source: a `key` of the breakdown, in any case */
  utm_source?: string;
  /** Only visits with this utm_medium: a `key` of the breakdown, in any case */
  utm_medium?: string;
  /** Only visits with this utm_campaign: a `key` of the breakdown, in any case */
  utm_campaign?: string;
  /** Only visits with this utm_term: a `key` of the breakdown, in any case */
  utm_term?: string;
  /** Only visits with this utm_content: a `key` of the breakdown, in any case */
  utm_content?: string;
  /** Only visits (`counted`), or only one kind of request that is not counted as a visit */
  kind?: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** First day, in the time zone */
  from?: string;
  /** Last day, in the time zone */
  to?: string;
  /** IANA time zone in which days begin. Default: `UTC` */
  timezone?: string;
}

export interface ListBreakdownQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
  /** The dimension to group by. Default: `country` */
  dimension?:
    | 'country'
    | 'city'
    | 'os'
    | 'browser'
    | 'device'
    | 'referrer'
    | 'app'
    | 'language'
    | 'utm_source'
    | 'utm_medium'
    | 'utm_campaign'
    | 'utm_term'
    | 'utm_content'
    | 'kind'
    | 'hour'
    | 'weekday';
  /** Current or previous slug of a link: count its clicks instead of page views */
  link_slug?: string;
  /** Only visits with this country: a `key` of the breakdown, in any case */
  country?: string;
  /** Only visits with this city: a `key` of the breakdown, in any case */
  city?: string;
  /** Only visits with this os: a `key` of the breakdown, in any case */
  os?: string;
  /** Only visits with this browser: a `key` of the breakdown, in any case */
  browser?: string;
  /** Only visits with this device: a `key` of the breakdown, in any case */
  device?: string;
  /**
   * Only visits with this referrer: a `key` of the breakdown, in any case. Empty: only visits without a
   * referrer
   */
  referrer?: string;
  /** Only visits with this app: a `key` of the breakdown, in any case */
  app?: string;
  /** Only visits with this language: a `key` of the breakdown, in any case */
  language?: string;
  /** Only visits with this utm_source: a `key` of the breakdown, in any case */
  utm_source?: string;
  /** Only visits with this utm_medium: a `key` of the breakdown, in any case */
  utm_medium?: string;
  /** Only visits with this utm_campaign: a `key` of the breakdown, in any case */
  utm_campaign?: string;
  /** Only visits with this utm_term: a `key` of the breakdown, in any case */
  utm_term?: string;
  /** Only visits with this utm_content: a `key` of the breakdown, in any case */
  utm_content?: string;
  /** Only visits (`counted`), or only one kind of request that is not counted as a visit */
  kind?: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** First day, in the time zone */
  from?: string;
  /** Last day, in the time zone */
  to?: string;
  /** IANA time zone in which days begin. Default: `UTC` */
  timezone?: string;
}

export interface GetBreakdownsQuery {
  /**
   * The dimensions, separated by commas: the same as for `/analytics/breakdown`. Default:
   * `country,city,os,browser`
   */
  dimensions?: string;
  /** Number of keys per dimension. `hour` and `weekday` always have all. Default: 10 */
  limit?: number;
  /** Current or previous slug of a link: count its clicks instead of page views */
  link_slug?: string;
  /** Only visits with this country: a `key` of the breakdown, in any case */
  country?: string;
  /** Only visits with this city: a `key` of the breakdown, in any case */
  city?: string;
  /** Only visits with this os: a `key` of the breakdown, in any case */
  os?: string;
  /** Only visits with this browser: a `key` of the breakdown, in any case */
  browser?: string;
  /** Only visits with this device: a `key` of the breakdown, in any case */
  device?: string;
  /**
   * Only visits with this referrer: a `key` of the breakdown, in any case. Empty: only visits without a
   * referrer
   */
  referrer?: string;
  /** Only visits with this app: a `key` of the breakdown, in any case */
  app?: string;
  /** Only visits with this language: a `key` of the breakdown, in any case */
  language?: string;
  /** Only visits with this utm_source: a `key` of the breakdown, in any case */
  utm_source?: string;
  /** Only visits with this utm_medium: a `key` of the breakdown, in any case */
  utm_medium?: string;
  /** Only visits with this utm_campaign: a `key` of the breakdown, in any case */
  utm_campaign?: string;
  /** Only visits with this utm_term: a `key` of the breakdown, in any case */
  utm_term?: string;
  /** Only visits with this utm_content: a `key` of the breakdown, in any case */
  utm_content?: string;
  /** Only visits (`counted`), or only one kind of request that is not counted as a visit */
  kind?: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** First day, in the time zone */
  from?: string;
  /** Last day, in the time zone */
  to?: string;
  /** IANA time zone in which days begin. Default: `UTC` */
  timezone?: string;
}

export interface GetSeriesQuery {
  /** The length of a point. Weeks start on Monday. Default: `day` */
  interval?: 'hour' | 'day' | 'week' | 'month';
  /**
   * `previous`: also the same number of days immediately before. `year`: also the same dates one year
   * earlier
   */
  compare?: 'previous' | 'year';
  /** Current or previous slug of a link: its clicks and impressions instead of those of the page */
  link_slug?: string;
  /** Only visits with this country: a `key` of the breakdown, in any case */
  country?: string;
  /** Only visits with this city: a `key` of the breakdown, in any case */
  city?: string;
  /** Only visits with this os: a `key` of the breakdown, in any case */
  os?: string;
  /** Only visits with this browser: a `key` of the breakdown, in any case */
  browser?: string;
  /** Only visits with this device: a `key` of the breakdown, in any case */
  device?: string;
  /**
   * Only visits with this referrer: a `key` of the breakdown, in any case. Empty: only visits without a
   * referrer
   */
  referrer?: string;
  /** Only visits with this app: a `key` of the breakdown, in any case */
  app?: string;
  /** Only visits with this language: a `key` of the breakdown, in any case */
  language?: string;
  /** Only visits with this utm_source: a `key` of the breakdown, in any case */
  utm_source?: string;
  /** Only visits with this utm_medium: a `key` of the breakdown, in any case */
  utm_medium?: string;
  /** Only visits with this utm_campaign: a `key` of the breakdown, in any case */
  utm_campaign?: string;
  /** Only visits with this utm_term: a `key` of the breakdown, in any case */
  utm_term?: string;
  /** Only visits with this utm_content: a `key` of the breakdown, in any case */
  utm_content?: string;
  /** Only visits (`counted`), or only one kind of request that is not counted as a visit */
  kind?: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** First day, in the time zone */
  from?: string;
  /** Last day, in the time zone */
  to?: string;
  /** IANA time zone in which days begin. Default: `UTC` */
  timezone?: string;
}

export interface ListVisitsQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
  /** Current or previous slug of a link: only its clicks */
  link_slug?: string;
  /** Only visits with this country: a `key` of the breakdown, in any case */
  country?: string;
  /** Only visits with this city: a `key` of the breakdown, in any case */
  city?: string;
  /** Only visits with this os: a `key` of the breakdown, in any case */
  os?: string;
  /** Only visits with this browser: a `key` of the breakdown, in any case */
  browser?: string;
  /** Only visits with this device: a `key` of the breakdown, in any case */
  device?: string;
  /**
   * Only visits with this referrer: a `key` of the breakdown, in any case. Empty: only visits without a
   * referrer
   */
  referrer?: string;
  /** Only visits with this app: a `key` of the breakdown, in any case */
  app?: string;
  /** Only visits with this language: a `key` of the breakdown, in any case */
  language?: string;
  /** Only visits with this utm_source: a `key` of the breakdown, in any case */
  utm_source?: string;
  /** Only visits with this utm_medium: a `key` of the breakdown, in any case */
  utm_medium?: string;
  /** Only visits with this utm_campaign: a `key` of the breakdown, in any case */
  utm_campaign?: string;
  /** Only visits with this utm_term: a `key` of the breakdown, in any case */
  utm_term?: string;
  /** Only visits with this utm_content: a `key` of the breakdown, in any case */
  utm_content?: string;
  /** Only visits (`counted`), or only one kind of request that is not counted as a visit */
  kind?: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** First day (UTC) */
  from?: string;
  /** Last day (UTC) */
  to?: string;
}

export interface EditExclusionFields {
  /** Replace the link. The old one stops working, and browsers that used it are counted again */
  renew?: boolean;
  /** Do not count browsers that are signed in to the dashboard. Default: true */
  dashboard?: boolean;
}

export interface ListSharesQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface ShareStatisticsFields {
  /** Display name, for the owner only */
  name: string;
  link_slug?: string | null;
  expires_at?: string | null;
}

export interface ShareStatisticsAnswer {
  /** Unique across the installation */
  id: number;
  /**
   * The page for people. It is shown only this once: null in the response to a repeated
   * `Idempotency-Key`
   */
  link: string | null;
  /**
   * For programs: send it as `Authorization: Bearer fps_…`. It is shown only this once: null in the
   * response to a repeated `Idempotency-Key`
   */
  token: string | null;
  /** The first characters of the token */
  hint: string;
  message: string;
  name: string;
  /** The link whose statistics are shared; null if all of the account are */
  link_slug: string | null;
  expires_at: string | null;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
}

export interface ListUploadsQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
  /** Only uploads of this kind */
  kind?: 'image' | 'video' | 'file';
  /** Only uploads that the page uses (`true`), or does not use (`false`) */
  in_use?: boolean;
}

export interface CreateUploadFields {
  /**
   * An image (JPEG, PNG, WebP, AVIF or GIF; at most 10 MiB, 40 million pixels and 60 frames), a video
   * (MP4 or WebM; at most 50 MiB) or a file (PDF, ZIP, EPUB, audio, office documents, plain text; at
   * most 25 MiB)
   */
  file: FileContent;
  /** File name. Default: the name of the uploaded file */
  name?: string;
}

export interface ListPixelsQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface CreatePixelFields {
  /** Display name */
  name: string;
  /** The platform; returned as `pixel_type` */
  type: 'facebook' | 'twitter' | 'google_analytics' | 'google_tag_manager' | 'quora' | 'pinterest';
  /** The tracker id of the platform */
  pixel_id: string;
  /** 1: active; 0: stored, but not on the page. Default: 1 */
  status?: 0 | 1;
}

export interface GetPixelTemplatesAnswer {
  facebook: PixelTemplate;
  twitter: PixelTemplate;
  google_analytics: PixelTemplate;
  google_tag_manager: PixelTemplate;
  quora: PixelTemplate;
  pinterest: PixelTemplate;
}

export interface EditPixelFields {
  /** Display name */
  name?: string;
  /** The platform; returned as `pixel_type` */
  type?: 'facebook' | 'twitter' | 'google_analytics' | 'google_tag_manager' | 'quora' | 'pinterest';
  /** The tracker id of the platform */
  pixel_id?: string;
  /** 1: active; 0: stored, but not on the page. Default: 1 */
  status?: 0 | 1;
}

export interface ListActivitiesQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
  /** Only activities of this type. An unknown type gives an empty list */
  type?: string;
  /**
   * Only activities about this: `security` is signing in, passwords, passkeys, sessions and API keys;
   * `page` is the page with its profile, blocks, links and pixels
   */
  group?: 'security' | 'page' | 'forms' | 'files' | 'sharing' | 'account';
  /**
   * Only activities whose message contains this text. Upper and lower case of A to Z are the same. Of
   * the activities that match the other filters, the newest 20000 are searched
   */
  search?: string;
  /**
   * Only activities from this IP address. Of the activities that match the other filters, the newest
   * 20000 are searched
   */
  ip?: string;
  /** First day, in the time zone */
  from?: string;
  /** Last day, in the time zone */
  to?: string;
  /** IANA time zone in which days begin. Default: `UTC` */
  timezone?: string;
}

export interface CheckUsernameQuery {
  /** The username to check */
  username: string;
}

export interface GetInvitationQuery {
  /** The token in the link of the message */
  token: string;
}

export interface SignUpFields {
  /** The address of the page */
  username: string;
  /** An e-mail address */
  email: string;
  /** The new password. Common passwords are rejected */
  password: string;
  /** Display name. Default: the username */
  name?: string;
  /** The token in the link of the message */
  invitation?: string;
}

export interface SignInFields {
  /** The e-mail address or the username */
  email: string;
  /** The current password */
  password: string;
}

export interface ReauthenticateFields {
  /** The current password */
  password: string;
  /** The current code of the authenticator app */
  code?: string;
}

export interface SignInWithCodeFields {
  /** The current code of the authenticator app */
  code: string;
}

export interface SignInWithRecoveryCodeFields {
  /** One of the recovery codes; each works once */
  code: string;
}

export interface SignInWithLinkFields {
  /** The token in the link of the message */
  token: string;
}

export interface SignInWithPasskeyFields {
  /** The credential that the browser returned, as JSON (`PublicKeyCredential.toJSON()`) */
  credential: Record<string, unknown>;
}

export interface SignInWithProviderFields {
  /** The id of the provider, from `GET /auth/settings` */
  provider: string;
  /** The path in the dashboard to return to. Default: `/` */
  return_to?: string;
}

export interface RequestPasswordResetFields {
  /** An e-mail address */
  email: string;
}

export interface ResetPasswordFields {
  /** The token in the link of the message */
  token: string;
  /** The new password. Common passwords are rejected */
  password: string;
}

export interface VerifyEmailFields {
  /** The token in the link of the message */
  token: string;
}

export interface ConfirmEmailChangeFields {
  /** The token in the link of the message */
  token: string;
}

export interface UndoEmailChangeFields {
  /** The token in the link of the message */
  token: string;
}

export interface UndoChangeFields {
  /** The token in the link of the message */
  token: string;
}

export interface DeleteAccountFields {
  /** The username of the account, as a confirmation */
  username: string;
}

export interface EditAccountSettingsFields {
  timezone?: string | null;
  language?: ('en' | 'de' | 'es' | 'fr' | 'pt' | 'ja' | 'ar') | null;
  notifications?: {
    /** A summary of the week by mail, on Mondays at 8:00 in the time zone of the account */
    weekly_summary?: boolean;
    /** New form entries by mail, at most every ten minutes for each form */
    form_entries?: boolean;
  };
}

export interface ChangeEmailFields {
  /** An e-mail address */
  email: string;
}

export interface ChangePasswordFields {
  /** The new password. Common passwords are rejected */
  password: string;
  /** The current password */
  current_password?: string;
}

export interface RemoveReviewedFields {
  /**
   * `identity`: a linked OpenID Connect provider; `two_factor`: the authenticator app; `share`: a link
   * to shared statistics
   */
  kind?: 'passkey' | 'key' | 'identity' | 'two_factor' | 'share' | 'pixel';
  /** Which one of `kind` */
  id?: number;
}

export interface AddPasskeyFields {
  /** Display name */
  name?: string;
  /** The credential that the browser returned, as JSON (`PublicKeyCredential.toJSON()`) */
  credential: Record<string, unknown>;
}

export interface EditPasskeyFields {
  /** Display name */
  name: string;
}

export interface ConfirmTwoFactorFields {
  /** The current code of the authenticator app */
  code: string;
}

export interface ListKeysQuery {
  /** Page number. Default: 1 */
  page?: number;
  /** Number of records per page. Default: 10 */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface CreateKeyFields {
  /** Display name */
  name: string;
  /** `read`: the key can only read */
  scope: 'read' | 'write';
  expires_at?: string | null;
}

export interface CreateKeyAnswer {
  /** Unique across the installation */
  id: number;
  /** The key. It is shown only this once: null in the response to a repeated `Idempotency-Key` */
  key: string | null;
  /** The first characters of the key */
  hint: string;
  message: string;
  name: string;
  scope: 'read' | 'write';
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
}

export function operationsOn(api: Transport<Meta>) {
  return {
    user: {
      /** Get the account. The account that the key belongs to. This is the only response without `status`. */
      get: (options?: CallOptions): Promise<Profile> => api.one({ method: 'GET', path: '/api/v1/user' }, options),
      /** Get the profile. Includes all defaults. Send its `ETag` as `If-Match` to edit it safely. */
      getProfile: (options?: CallOptions): Promise<ProfileSection> =>
        api.one({ method: 'GET', path: '/api/v1/user/profile' }, options),
      /**
       * Edit the profile. Changes name, bio and avatar. `avatar` is the URL of an uploaded image; null means
       * the generated avatar. Fields that are not sent keep their values. Null resets a field to its
       * default.
       */
      editProfile: (fields: EditProfileFields, options?: EditOptions): Promise<ProfileSection> =>
        api.one({ method: 'POST', path: '/api/v1/user/profile', json: fields, record: true }, options),
      /** Get SEO settings. Includes all defaults. Send its `ETag` as `If-Match` to edit it safely. */
      getSeo: (options?: CallOptions): Promise<Seo> => api.one({ method: 'GET', path: '/api/v1/user/seo' }, options),
      /**
       * Edit SEO settings. Title, description and image for search engines and link previews. If `enable` is
       * "0", or a text is empty, name and bio are used instead. Fields that are not sent keep their values.
       * Null resets a field to its default.
       */
      editSeo: (fields: EditSeoFields, options?: EditOptions): Promise<Seo> =>
        api.one({ method: 'POST', path: '/api/v1/user/seo', json: fields, record: true }, options),
      /** Get social profiles. Includes all defaults. Send its `ETag` as `If-Match` to edit it safely. */
      getSocial: (options?: CallOptions): Promise<SocialSection> =>
        api.one({ method: 'GET', path: '/api/v1/user/social' }, options),
      /**
       * Edit social profiles. Accepts usernames, with or without @, and profile URLs, which are stored as
       * usernames. Null or an empty string removes a profile. Fields that are not sent keep their values.
       * Null resets a field to its default.
       */
      editSocial: (fields: EditSocialFields, options?: EditOptions): Promise<SocialSection> =>
        api.one({ method: 'POST', path: '/api/v1/user/social', json: fields, record: true }, options),
      /** Get theme, font and colors. Includes all defaults. Send its `ETag` as `If-Match` to edit it safely. */
      getCustomize: (options?: CallOptions): Promise<Customize> =>
        api.one({ method: 'GET', path: '/api/v1/user/customize' }, options),
      /**
       * Edit theme, font and colors. Null means the value of the theme. A value that equals that of the
       * theme counts as null, so it changes with the theme. `GET /appearance` lists the available values.
       * The response includes a contrast check of the colors. Fields that are not sent keep their values.
       * Null resets a field to its default.
       */
      editCustomize: (fields: EditCustomizeFields, options?: EditOptions): Promise<Customize> =>
        api.one({ method: 'POST', path: '/api/v1/user/customize', json: fields, record: true }, options),
      /** Get the background. Includes all defaults. Send its `ETag` as `If-Match` to edit it safely. */
      getBackground: (options?: CallOptions): Promise<Background> =>
        api.one({ method: 'GET', path: '/api/v1/user/background' }, options),
      /**
       * Edit the background. The settings of the other types are kept. `source` selects between an upload
       * and an external URL; if that file is not set, the page shows the background of the theme. The
       * response includes a contrast check of the colors. Fields that are not sent keep their values. Null
       * resets a field to its default.
       */
      editBackground: (fields: EditBackgroundFields, options?: EditOptions): Promise<Background> =>
        api.one({ method: 'POST', path: '/api/v1/user/background', json: fields, record: true }, options),
      /** Get page options. Includes all defaults. Send its `ETag` as `If-Match` to edit it safely. */
      getOptions: (options?: CallOptions): Promise<OptionsSection> =>
        api.one({ method: 'GET', path: '/api/v1/user/options' }, options),
      /**
       * Edit page options. With `consent_bar` the page asks visitors for consent before pixels load.
       * `language` sets `lang` and `dir` of the page. `background_layout` is how the content is placed on a
       * background image or video. Fields that are not sent keep their values. Null resets a field to its
       * default.
       */
      editOptions: (fields: EditOptionsFields, options?: EditOptions): Promise<OptionsSection> =>
        api.one({ method: 'POST', path: '/api/v1/user/options', json: fields, record: true }, options),
      /** Get the username. The username, the address of the page, and previous usernames that redirect to it. */
      getUsername: (options?: CallOptions): Promise<UsernameSection> =>
        api.one({ method: 'GET', path: '/api/v1/user/username' }, options),
      /**
       * Change the username. The page moves to the new address. The previous one redirects to it, and no
       * other account can take it. An account keeps up to 20 previous usernames.
       */
      editUsername: (fields: EditUsernameFields, options?: EditOptions): Promise<UsernameSection> =>
        api.one({ method: 'POST', path: '/api/v1/user/username', json: fields, record: true }, options),
      /**
       * Check color contrast. Checks the colors of the page, or of the page with the given values, against
       * WCAG AA, and suggests the nearest colors that pass. The check is about the chosen colors. The page
       * itself is always readable: if the chosen colors have too little contrast, it uses the colors in
       * `shown` instead.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      getContrast: (query: GetContrastQuery = {}, options?: CallOptions): Promise<ContrastReport> =>
        api.one({ method: 'GET', path: '/api/v1/user/contrast', query }, options),
    },
    appearance: {
      /**
       * Get appearance options. All themes, fonts and other values that `POST /user/customize` and `POST
       * /user/background` accept. They are the same for every account.
       */
      get: (options?: CallOptions): Promise<Appearance> =>
        api.one({ method: 'GET', path: '/api/v1/appearance' }, options),
    },
    blocks: {
      /**
       * List blocks. The blocks of the page with their items, ordered by `position`, then `id`.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      list: (query: ListBlocksQuery = {}, options?: CallOptions): Promise<PageOf<Block>> =>
        api.page({ method: 'GET', path: '/api/v1/blocks', query }, options),
      /** List blocks. Page after page. */
      pages: (query: ListBlocksQuery = {}, options?: CallOptions): AsyncGenerator<PageOf<Block>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/blocks', query }, options),
      /** List blocks. One by one, over all pages. */
      each: (query: ListBlocksQuery = {}, options?: CallOptions): AsyncGenerator<Block, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/blocks', query }, options),
      /**
       * Create a block. Creates a block with its items. The accepted fields depend on its type, `block`.
       * Without `position` the block is added at the end. A page has at most 100 blocks and 2 MiB of HTML.
       * With an `Idempotency-Key` header, a request that is repeated within 24 hours creates nothing and
       * gets the first response.
       */
      create: (fields: CreateBlockFields, options?: CreationOptions): Promise<Block> =>
        api.one({ method: 'POST', path: '/api/v1/blocks', json: fields, once: true, record: true }, options),
      /**
       * Get a block. One block with its items. Send its `ETag` as `If-Match` to edit or delete it, or to
       * reorder its items, safely.
       */
      get: (blockId: number, options?: CallOptions): Promise<Block> =>
        api.one({ method: 'GET', path: '/api/v1/blocks/{block_id}', at: { block_id: blockId } }, options),
      /**
       * Edit a block. Fields that are not sent keep their values, also inside `settings` and
       * `blocks.content`. Null resets a field to its default. Lists are replaced as a whole. The type cannot
       * be changed. Items have their own endpoints: `items` may only be sent as they are.
       */
      edit: (blockId: number, fields: EditBlockFields, options?: EditOptions): Promise<Block> =>
        api.one(
          { method: 'POST', path: '/api/v1/blocks/{block_id}', at: { block_id: blockId }, json: fields, record: true },
          options,
        ),
      /**
       * Reorder blocks. Sets the order of all blocks. `If-Match` takes the `ETag` of `GET
       * /blocks?results_per_page=100`, and the response has the new one.
       */
      reorder: (fields: ReorderBlocksFields, options?: EditOptions): Promise<Block[]> =>
        api.one({ method: 'POST', path: '/api/v1/blocks/reorder', json: fields, record: true }, options),
      /**
       * Duplicate a block. The copy, with copies of all items, is added after the original. Its links get
       * their own short URLs and their own clicks.
       */
      duplicate: (blockId: number, options?: CreationOptions): Promise<Block> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/duplicate',
            at: { block_id: blockId },
            once: true,
            record: true,
          },
          options,
        ),
      /**
       * Delete a block. Deletes the block with its items and form entries. The clicks of its links are kept,
       * and their short URLs answer 410. For 30 days, `POST /blocks/{block_id}/restore` brings all of it
       * back. To erase form entries at once, delete them first.
       */
      delete: (blockId: number, options?: EditOptions): Promise<string> =>
        api.one({ method: 'POST', path: '/api/v1/blocks/{block_id}/delete', at: { block_id: blockId } }, options),
      /**
       * Restore a block. Brings back a deleted block with its items: with their ids, short URLs, clicks,
       * form entries and places. Deleted blocks are kept for 30 days, and at most 200 deleted blocks and
       * items per account. After that the answer is 404. If another link has taken the slug since, it keeps
       * the slug.
       */
      restore: (blockId: number, options?: CreationOptions): Promise<Block> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/restore',
            at: { block_id: blockId },
            once: true,
            record: true,
          },
          options,
        ),
      /**
       * Get an item. The same record as in the block. Send its `ETag` as `If-Match` to edit or delete it
       * safely.
       */
      getItem: (blockId: number, itemId: number, options?: CallOptions): Promise<BlockItem> =>
        api.one(
          {
            method: 'GET',
            path: '/api/v1/blocks/{block_id}/items/{item_id}',
            at: { block_id: blockId, item_id: itemId },
          },
          options,
        ),
      /**
       * Edit an item. Changes an item, or moves it to another block with `block_id`. Fields that are not
       * sent keep their values, also inside `content`, `settings` and `element`. Null resets a field to its
       * default. The link keeps its short URL and its clicks.
       */
      editItem: (
        blockId: number,
        itemId: number,
        fields: EditBlockItemFields,
        options?: EditOptions,
      ): Promise<BlockItem> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/items/{item_id}',
            at: { block_id: blockId, item_id: itemId },
            json: fields,
            record: true,
          },
          options,
        ),
      /**
       * Create an item. Adds an item to a block. The accepted fields depend on the type of the block.
       * Without `position` the item is added at the end. A block has at most 100 items, and the page at most
       * 2 MiB of HTML. An item with a `link` gets a short URL that counts clicks. With the `slug` of a
       * deleted link, that link is restored with its clicks. With an `Idempotency-Key` header, a request
       * that is repeated within 24 hours creates nothing and gets the first response.
       */
      createItem: (blockId: number, fields: CreateBlockItemFields, options?: CreationOptions): Promise<BlockItem> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/items',
            at: { block_id: blockId },
            json: fields,
            once: true,
            record: true,
          },
          options,
        ),
      /**
       * Reorder items. Sets the order of all items of a block. `If-Match` takes the `ETag` of the block, and
       * the response has the new one.
       */
      reorderItems: (blockId: number, fields: ReorderBlockItemsFields, options?: EditOptions): Promise<Block> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/items/reorder',
            at: { block_id: blockId },
            json: fields,
            record: true,
          },
          options,
        ),
      /**
       * Duplicate an item. The copy is added after the original. Its link gets its own short URL and its own
       * clicks.
       */
      duplicateItem: (blockId: number, itemId: number, options?: CreationOptions): Promise<BlockItem> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/items/{item_id}/duplicate',
            at: { block_id: blockId, item_id: itemId },
            once: true,
            record: true,
          },
          options,
        ),
      /**
       * Delete an item. The clicks of its link are kept, and its short URL answers 410. For 30 days, `POST
       * /blocks/{block_id}/items/{item_id}/restore` brings it back.
       */
      deleteItem: (blockId: number, itemId: number, options?: EditOptions): Promise<string> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/items/{item_id}/delete',
            at: { block_id: blockId, item_id: itemId },
          },
          options,
        ),
      /**
       * Restore an item. Brings back a deleted item to the block that it was deleted from: with its id,
       * short URL, clicks and place. If that block is deleted too, restore the block first. Deleted items
       * are kept for 30 days. After that the answer is 404.
       */
      restoreItem: (blockId: number, itemId: number, options?: CreationOptions): Promise<BlockItem> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/items/{item_id}/restore',
            at: { block_id: blockId, item_id: itemId },
            once: true,
            record: true,
          },
          options,
        ),
      /**
       * List form entries. The entries that visitors submitted with the form, newest first. Blocks that are
       * not forms have no entries.
       *
       * With `Accept: text/csv` the response is one CSV file with all entries: UTF-8 with a byte order mark,
       * one column per field, and an apostrophe before values that a spreadsheet would read as a formula.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      listEntries: (
        blockId: number,
        query: ListBlockEntriesQuery = {},
        options?: CallOptions,
      ): Promise<PageOf<FormEntry>> =>
        api.page(
          { method: 'GET', path: '/api/v1/blocks/{block_id}/entries', at: { block_id: blockId }, query },
          options,
        ),
      /** List form entries. Page after page. */
      pagesOfEntries: (
        blockId: number,
        query: ListBlockEntriesQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<FormEntry>, void, undefined> =>
        api.pages(
          { method: 'GET', path: '/api/v1/blocks/{block_id}/entries', at: { block_id: blockId }, query },
          options,
        ),
      /** List form entries. One by one, over all pages. */
      eachEntry: (
        blockId: number,
        query: ListBlockEntriesQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<FormEntry, void, undefined> =>
        api.each(
          { method: 'GET', path: '/api/v1/blocks/{block_id}/entries', at: { block_id: blockId }, query },
          options,
        ),
      /**
       * Delete all form entries. Deletes all entries of the form. With `last_id`, entries that arrived after
       * that one are kept.
       */
      deleteEntries: (blockId: number, fields: DeleteBlockEntriesFields, options?: CallOptions): Promise<string> =>
        api.one(
          { method: 'POST', path: '/api/v1/blocks/{block_id}/entries/delete', at: { block_id: blockId }, json: fields },
          options,
        ),
      /** Delete a form entry. The entry cannot be restored. */
      deleteEntry: (blockId: number, entryId: number, options?: CallOptions): Promise<string> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/entries/{entry_id}/delete',
            at: { block_id: blockId, entry_id: entryId },
          },
          options,
        ),
    },
    links: {
      /**
       * List links. All links of the page, ordered by `id`. Deleted links are listed as long as they have
       * clicks.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      list: (query: ListLinksQuery = {}, options?: CallOptions): Promise<PageOf<Link>> =>
        api.page({ method: 'GET', path: '/api/v1/links', query }, options),
      /** List links. Page after page. */
      pages: (query: ListLinksQuery = {}, options?: CallOptions): AsyncGenerator<PageOf<Link>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/links', query }, options),
      /** List links. One by one, over all pages. */
      each: (query: ListLinksQuery = {}, options?: CallOptions): AsyncGenerator<Link, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/links', query }, options),
      /** Get a link. The same record as in the list. Send its `ETag` as `If-Match` to edit it safely. */
      get: (id: number, options?: CallOptions): Promise<Link> =>
        api.one({ method: 'GET', path: '/api/v1/links/{id}', at: { id } }, options),
      /**
       * Edit a link. Changes the slugs or the target of a link. Fields that are not sent keep their values.
       * A previous slug keeps redirecting to the link and cannot be used by another one until it is removed
       * from `former_slugs`. The link keeps its clicks.
       */
      edit: (id: number, fields: EditLinkFields, options?: EditOptions): Promise<Link> =>
        api.one({ method: 'POST', path: '/api/v1/links/{id}', at: { id }, json: fields, record: true }, options),
    },
    page: {
      /**
       * List versions of the page. Earlier versions of the page, newest first. The page is stored before the
       * first edit after a pause of 5 minutes, and before every import and restore. At most 50 versions are
       * kept, for 90 days.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      listVersions: (query: ListPageVersionsQuery = {}, options?: CallOptions): Promise<PageOf<PageVersion>> =>
        api.page({ method: 'GET', path: '/api/v1/page/versions', query }, options),
      /** List versions of the page. Page after page. */
      pagesOfVersions: (
        query: ListPageVersionsQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<PageVersion>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/page/versions', query }, options),
      /** List versions of the page. One by one, over all pages. */
      eachVersion: (
        query: ListPageVersionsQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageVersion, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/page/versions', query }, options),
      /** Get a version of the page. The version as a page document, and what restoring it would change now. */
      getVersion: (id: number, options?: CallOptions): Promise<PageVersionDetails> =>
        api.one({ method: 'GET', path: '/api/v1/page/versions/{id}', at: { id } }, options),
      /**
       * Restore a version of the page. Makes the page what it was, in one transaction. Blocks, items and
       * links keep their ids, short URLs, clicks and form entries, also those that were deleted since. The
       * username does not change. The page before the restore becomes a version: restore `version_id` to
       * undo it. With `dry_run` the API only reports the changes. `If-Match` takes the `ETag` of `GET
       * /page`.
       */
      restoreVersion: (id: number, fields: RestorePageVersionFields, options?: EditOptions): Promise<PageRestored> =>
        api.one({ method: 'POST', path: '/api/v1/page/versions/{id}/restore', at: { id }, json: fields }, options),
      /**
       * Export the page. The whole page as one JSON document, without defaults, ids and times, and always in
       * the same order. Keep it under version control, or send it to `POST /page/import` of this or another
       * account.
       */
      get: (options?: CallOptions): Promise<PageDocument> => api.one({ method: 'GET', path: '/api/v1/page' }, options),
      /**
       * Import a page. Changes the whole page in one transaction. Send a `document`, or the `text` of a file
       * from another service with its `format`. Existing blocks, items and links are matched, so they keep
       * their statistics and form entries. The page before the import becomes a version: restore
       * `version_id` to undo it. With `dry_run` the API only reports the changes. The body may be up to 8
       * MiB, and the page at most 2 MiB of HTML. `If-Match` takes the `ETag` of `GET /page`.
       */
      import: (fields: ImportPageFields, options?: EditOptions & CreationOptions): Promise<PageImported> =>
        api.one({ method: 'POST', path: '/api/v1/page/import', json: fields, once: true }, options),
      /**
       * Preview the page. The HTML of the page as it would be with these changes, without scripts and
       * pixels. Nothing is stored and nothing is counted. Each part is validated like the corresponding
       * edit. They are applied in this order: sections, `blocks`, `items`, `hidden`, `order`, `new_blocks`.
       * An account may have two previews in progress at a time.
       */
      preview: (fields: PreviewPageFields, options?: CallOptions): Promise<PagePreview> =>
        api.one({ method: 'POST', path: '/api/v1/page/preview', json: fields }, options),
    },
    planHistory: {
      /**
       * List plan history. Plans that were bought or granted, newest first. `price` is in the main unit of
       * `currency`.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      list: (query: ListPlanHistoryQuery = {}, options?: CallOptions): Promise<PageOf<PlanRecord>> =>
        api.page({ method: 'GET', path: '/api/v1/plan-history', query }, options),
      /** List plan history. Page after page. */
      pages: (
        query: ListPlanHistoryQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<PlanRecord>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/plan-history', query }, options),
      /** List plan history. One by one, over all pages. */
      each: (query: ListPlanHistoryQuery = {}, options?: CallOptions): AsyncGenerator<PlanRecord, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/plan-history', query }, options),
    },
    analytics: {
      /**
       * List live visitors. Visitors who are on the page now. A visitor is live until 60 seconds after the
       * last heartbeat of the page, or, without JavaScript, five minutes after the last request.
       */
      getLiveVisitors: (options?: CallOptions): Promise<Live> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/live' }, options),
      /**
       * Get clicks of a link. Clicks by country, city, device and browser. Previous slugs of the link work
       * too. A visitor is counted as unique once per UTC day, with the first visit of that day. Unique
       * visitors of several days are the sum of daily unique visitors.
       *
       * `from` and `to` limit the period to days of the time zone, both included. A value for any dimension,
       * such as `country=de&browser=Firefox`, counts only visits that match all of them. Filters read stored
       * events, which reach back to `events_since` in the response. With `Accept: text/csv` the response is
       * a CSV file.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      getLinkClicks: (slug: string, query: GetLinkClicksQuery = {}, options?: CallOptions): Promise<Breakdown> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/clicks/{slug}', at: { slug }, query }, options),
      /**
       * Get page views. Page views by country, city, device and browser. A visitor is counted as unique once
       * per UTC day, with the first visit of that day. Unique visitors of several days are the sum of daily
       * unique visitors. Each breakdown adds up to `getviews`.
       *
       * `from` and `to` limit the period to days of the time zone, both included. A value for any dimension,
       * such as `country=de&browser=Firefox`, counts only visits that match all of them. Filters read stored
       * events, which reach back to `events_since` in the response. With `Accept: text/csv` the response is
       * a CSV file.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      getViews: (query: GetViewsQuery = {}, options?: CallOptions): Promise<Breakdown> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/views', query }, options),
      /**
       * Get clicks of all links. All links with a slug, including links without clicks and deleted links
       * that have clicks. `insight.unique` counts a visitor once per day, however many links they click. A
       * visitor is counted as unique once per UTC day, with the first visit of that day. Unique visitors of
       * several days are the sum of daily unique visitors.
       *
       * `from` and `to` limit the period to days of the time zone, both included. A value for any dimension,
       * such as `country=de&browser=Firefox`, counts only visits that match all of them. Filters read stored
       * events, which reach back to `events_since` in the response. With `Accept: text/csv` the response is
       * a CSV file.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      getClicks: (query: GetClicksQuery = {}, options?: CallOptions): Promise<Clicks> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/clicks', query }, options),
      /**
       * List link statistics. Impressions and clicks of every link, most clicked first. `visits` divided by
       * `impressions` is the click-through rate. With `compare` and `from`, each link also has the figures
       * of another period. A visitor is counted as unique once per UTC day, with the first visit of that
       * day. Unique visitors of several days are the sum of daily unique visitors.
       *
       * `from` and `to` limit the period to days of the time zone, both included. A value for any dimension,
       * such as `country=de&browser=Firefox`, counts only visits that match all of them. Filters read stored
       * events, which reach back to `events_since` in the response. With `Accept: text/csv` the response is
       * a CSV file.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      listLinkFigures: (query: ListLinkFiguresQuery = {}, options?: CallOptions): Promise<PageOf<LinkFigures>> =>
        api.page({ method: 'GET', path: '/api/v1/analytics/links', query }, options),
      /** List link statistics. Page after page. */
      pagesOfLinkFigures: (
        query: ListLinkFiguresQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<LinkFigures>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/analytics/links', query }, options),
      /** List link statistics. One by one, over all pages. */
      eachLinkFigure: (
        query: ListLinkFiguresQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<LinkFigures, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/analytics/links', query }, options),
      /**
       * List page views or clicks by dimension. Page views, or the clicks of one link, grouped by one
       * dimension; largest first. Visits without a referrer are listed with an empty `key`; visits without a
       * value of another dimension are not listed. Clicks have the referrer, app and campaign of their
       * visitor's first view of the page on that UTC day. Referrers and campaigns beyond the first thousand
       * are grouped as `Other`. The dimension `kind` lists requests that are not visits: bots, link
       * previews, prefetches and HEAD requests. `hour` and `weekday` list all hours or weekdays of the time
       * zone, in order. A visitor is counted as unique once per UTC day, with the first visit of that day.
       * Unique visitors of several days are the sum of daily unique visitors.
       *
       * `from` and `to` limit the period to days of the time zone, both included. A value for any dimension,
       * such as `country=de&browser=Firefox`, counts only visits that match all of them. Filters read stored
       * events, which reach back to `events_since` in the response. With `Accept: text/csv` the response is
       * a CSV file.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      listBreakdown: (query: ListBreakdownQuery = {}, options?: CallOptions): Promise<PageOf<DimensionKey>> =>
        api.page({ method: 'GET', path: '/api/v1/analytics/breakdown', query }, options),
      /** List page views or clicks by dimension. Page after page. */
      pagesOfBreakdown: (
        query: ListBreakdownQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<DimensionKey>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/analytics/breakdown', query }, options),
      /** List page views or clicks by dimension. One by one, over all pages. */
      eachBreakdown: (
        query: ListBreakdownQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<DimensionKey, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/analytics/breakdown', query }, options),
      /**
       * Get page views or clicks by several dimensions. The same as `/analytics/breakdown` for several
       * dimensions, read at once; the largest keys of each. Visits without a referrer are listed with an
       * empty `key`; visits without a value of another dimension are not listed. Clicks have the referrer,
       * app and campaign of their visitor's first view of the page on that UTC day. Referrers and campaigns
       * beyond the first thousand are grouped as `Other`. The dimension `kind` lists requests that are not
       * visits: bots, link previews, prefetches and HEAD requests. `hour` and `weekday` list all hours or
       * weekdays of the time zone, in order. A visitor is counted as unique once per UTC day, with the first
       * visit of that day. Unique visitors of several days are the sum of daily unique visitors.
       *
       * `from` and `to` limit the period to days of the time zone, both included. A value for any dimension,
       * such as `country=de&browser=Firefox`, counts only visits that match all of them. Filters read stored
       * events, which reach back to `events_since` in the response. With `Accept: text/csv` the response is
       * a CSV file.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      getBreakdowns: (query: GetBreakdownsQuery = {}, options?: CallOptions): Promise<Breakdowns> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/breakdowns', query }, options),
      /**
       * Get views and clicks over time. Figures of the page or of one link per hour, day, week or month.
       * Without `from` and `to`, of the last 30 days. Intervals without visits are included. A day has 23 or
       * 25 hours when clocks change. A response has at most 9,000 points.
       *
       * `from` and `to` limit the period to days of the time zone, both included. A value for any dimension,
       * such as `country=de&browser=Firefox`, counts only visits that match all of them. Filters read stored
       * events, which reach back to `events_since` in the response.
       *
       * With `Accept: text/csv` the response is a CSV file with one line per point; `period` is `current`,
       * `previous` or `year`.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      getSeries: (query: GetSeriesQuery = {}, options?: CallOptions): Promise<Series> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/series', query }, options),
      /**
       * Stream live visitors. Who comes, clicks and leaves, as server-sent events (`text/event-stream`). The
       * first message is a `snapshot` of everybody who is on the page. Then follow `arrival`, `activity`,
       * `click` and `departure`, within about a second. `data` is JSON. A further `snapshot` replaces
       * everything before it: after a long interruption, for a client that reads too slowly, and if too much
       * happens at once.
       *
       * To continue after an interruption, send the `id` of the last message as `Last-Event-ID`. Messages of
       * the last minute are repeated from there, whichever process answers. `EventSource` in browsers cannot
       * send a key: read the stream with `fetch`.
       *
       * No message contains the address of a visitor. The id of a visitor is valid for one UTC day.
       *
       * An account can have 20 streams at a time; a further one gets 429. If too many are open in total, the
       * account with most streams loses its oldest one to an account with fewer, and 503 means that no
       * account has more than yours. A stream ends when its key or session is revoked.
       */
      streamLiveVisitors: (options?: StreamOptions): AsyncGenerator<LiveStreamMessage, void, undefined> =>
        api.stream({ method: 'GET', path: '/api/v1/analytics/live/stream' }, options),
      /**
       * Get the source of countries and cities. The licence of the data that places are looked up in, and
       * the attribution that it requires wherever countries and cities are shown. The data is chosen by the
       * operator.
       */
      getLocationData: (options?: CallOptions): Promise<LocationData> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/location-data' }, options),
      /**
       * List visit events. Individual page views and clicks, newest first. Their retention is limited, 90
       * days by default. Counts are kept forever. No event identifies its visitor. The list includes
       * requests that are not visits, such as those of bots; see `kind`. A value for any dimension filters
       * the list.
       *
       * With `Accept: text/csv` the response is one CSV file with all events: UTF-8 with a byte order mark,
       * 1 and 0 for true and false, and an apostrophe before values that a spreadsheet would read as a
       * formula.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      listVisits: (query: ListVisitsQuery = {}, options?: CallOptions): Promise<PageOf<VisitRecord>> =>
        api.page({ method: 'GET', path: '/api/v1/analytics/events', query }, options),
      /** List visit events. Page after page. */
      pagesOfVisits: (
        query: ListVisitsQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<VisitRecord>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/analytics/events', query }, options),
      /** List visit events. One by one, over all pages. */
      eachVisit: (query: ListVisitsQuery = {}, options?: CallOptions): AsyncGenerator<VisitRecord, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/analytics/events', query }, options),
      /**
       * Get the link that excludes a browser. Owners open the link in their own browsers, so that their
       * visits are not counted. It stores a cookie on the origin of the pages. Responses to such a browser
       * have the header `Fingerpost-Visit: excluded`.
       */
      getExclusion: (options?: CallOptions): Promise<Exclusion> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/exclusion' }, options),
      /**
       * Make or renew the link that excludes a browser. Makes the link if there is none yet. All fields are
       * optional.
       */
      editExclusion: (fields: EditExclusionFields, options?: EditOptions): Promise<Exclusion> =>
        api.one({ method: 'POST', path: '/api/v1/analytics/exclusion', json: fields, record: true }, options),
      /**
       * List shared statistics. The links to shared statistics of the account, newest first. Tokens are
       * never shown again.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      listShares: (query: ListSharesQuery = {}, options?: CallOptions): Promise<PageOf<Share>> =>
        api.page({ method: 'GET', path: '/api/v1/analytics/shares', query }, options),
      /** List shared statistics. Page after page. */
      pagesOfShares: (
        query: ListSharesQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<Share>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/analytics/shares', query }, options),
      /** List shared statistics. One by one, over all pages. */
      eachShare: (query: ListSharesQuery = {}, options?: CallOptions): AsyncGenerator<Share, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/analytics/shares', query }, options),
      /**
       * Share statistics. Makes a read-only link to the statistics of the account, or of one link. The link
       * and its token are shown only in this response, and are null if it is repeated for the same
       * `Idempotency-Key`. Whoever has them can read views, clicks, link statistics, breakdowns and series;
       * never visitors, events or settings. Search engines do not index the page.
       */
      shareStatistics: (fields: ShareStatisticsFields, options?: CreationOptions): Promise<ShareStatisticsAnswer> =>
        api.one({ method: 'POST', path: '/api/v1/analytics/shares', json: fields, once: true, record: true }, options),
      /** Stop sharing statistics. The link and its token stop working within a second. */
      deleteShare: (id: number, options?: CallOptions): Promise<string> =>
        api.one({ method: 'POST', path: '/api/v1/analytics/shares/{id}/delete', at: { id } }, options),
    },
    uploads: {
      /**
       * List uploads. All uploaded files, newest first. With filters, `meta` and its page URLs refer to the
       * filtered list.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      list: (query: ListUploadsQuery = {}, options?: CallOptions): Promise<PageOf<Upload>> =>
        api.page({ method: 'GET', path: '/api/v1/uploads', query }, options),
      /** List uploads. Page after page. */
      pages: (query: ListUploadsQuery = {}, options?: CallOptions): AsyncGenerator<PageOf<Upload>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/uploads', query }, options),
      /** List uploads. One by one, over all pages. */
      each: (query: ListUploadsQuery = {}, options?: CallOptions): AsyncGenerator<Upload, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/uploads', query }, options),
      /**
       * Upload a file. Uploads an image, a video or another file. The file type is detected from its
       * contents. Images are converted to WebP and AVIF in several sizes, without metadata such as the
       * location of a photo. Use the returned `reference` in fields that take a file, also in page
       * documents. Except in documents, `url` works as well. If the same file is uploaded again, the API
       * returns the existing upload. Files that the page does not use are deleted after 24 hours.
       */
      create: (fields: CreateUploadFields, options?: CreationOptions): Promise<Upload> =>
        api.one({ method: 'POST', path: '/api/v1/uploads', multipart: fields, once: true, record: true }, options),
      /** Get an upload. The same record as in the list. */
      get: (id: number, options?: CallOptions): Promise<Upload> =>
        api.one({ method: 'GET', path: '/api/v1/uploads/{id}', at: { id } }, options),
      /** Delete an upload. Fails with 422 while the page uses the file; `errors` lists where. */
      delete: (id: number, options?: EditOptions): Promise<string> =>
        api.one({ method: 'POST', path: '/api/v1/uploads/{id}/delete', at: { id } }, options),
    },
    pixels: {
      /**
       * List pixels. All tracking pixels of the account, ordered by `id`.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      list: (query: ListPixelsQuery = {}, options?: CallOptions): Promise<PageOf<Pixel>> =>
        api.page({ method: 'GET', path: '/api/v1/pixels', query }, options),
      /** List pixels. Page after page. */
      pages: (query: ListPixelsQuery = {}, options?: CallOptions): AsyncGenerator<PageOf<Pixel>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/pixels', query }, options),
      /** List pixels. One by one, over all pages. */
      each: (query: ListPixelsQuery = {}, options?: CallOptions): AsyncGenerator<Pixel, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/pixels', query }, options),
      /**
       * Create a pixel. An account can have 100 pixels. With an `Idempotency-Key` header, a request that is
       * repeated within 24 hours creates nothing and gets the first response.
       */
      create: (fields: CreatePixelFields, options?: CreationOptions): Promise<Pixel> =>
        api.one({ method: 'POST', path: '/api/v1/pixels', json: fields, once: true, record: true }, options),
      /**
       * Get pixel templates. The snippets of all platforms, with `{pixel}` as the placeholder for the
       * tracker id.
       */
      getTemplates: (options?: CallOptions): Promise<GetPixelTemplatesAnswer> =>
        api.one({ method: 'GET', path: '/api/v1/pixels/template' }, options),
      /** Get a pixel. The same record as in the list. */
      get: (id: number, options?: CallOptions): Promise<Pixel> =>
        api.one({ method: 'GET', path: '/api/v1/pixels/{id}', at: { id } }, options),
      /** Edit a pixel. Fields that are not sent keep their values. */
      edit: (id: number, fields: EditPixelFields, options?: EditOptions): Promise<Pixel> =>
        api.one({ method: 'POST', path: '/api/v1/pixels/{id}', at: { id }, json: fields, record: true }, options),
      /** Delete a pixel. Removes the pixel from the page immediately. */
      delete: (id: number, options?: EditOptions): Promise<string> =>
        api.one({ method: 'POST', path: '/api/v1/pixels/{id}/delete', at: { id } }, options),
    },
    activities: {
      /**
       * List activities. The activity log of the account, newest first. With filters, `meta` and its page
       * URLs refer to the filtered list.
       *
       * With `Accept: text/csv` the response is one CSV file with all activities that match: UTF-8 with a
       * byte order mark, and an apostrophe before values that a spreadsheet would read as a formula.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      list: (query: ListActivitiesQuery = {}, options?: CallOptions): Promise<PageOf<Activity>> =>
        api.page({ method: 'GET', path: '/api/v1/activities', query }, options),
      /** List activities. Page after page. */
      pages: (
        query: ListActivitiesQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<Activity>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/activities', query }, options),
      /** List activities. One by one, over all pages. */
      each: (query: ListActivitiesQuery = {}, options?: CallOptions): AsyncGenerator<Activity, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/activities', query }, options),
    },
    auth: {
      /**
       * Get the sign-in settings. What the sign-in and sign-up screens need to know before anybody is signed
       * in.
       */
      getSignInSettings: (options?: CallOptions): Promise<SignInSettings> =>
        api.one({ method: 'GET', path: '/api/v1/auth/settings' }, options),
      /**
       * Check a username. Whether a new account can have this username. Usernames that are easily mistaken
       * for an existing one are not available.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      checkUsername: (query: CheckUsernameQuery, options?: CallOptions): Promise<UsernameCheck> =>
        api.one({ method: 'GET', path: '/api/v1/auth/username', query }, options),
      /**
       * Check an invitation. Whether an invitation can still be used to sign up.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      getInvitation: (query: GetInvitationQuery, options?: CallOptions): Promise<Invitation> =>
        api.one({ method: 'GET', path: '/api/v1/auth/invitation', query }, options),
      /**
       * Sign up. Creates an account, signs it in with a session cookie, and sends a message to verify the
       * e-mail address.
       */
      signUp: (fields: SignUpFields, options?: CallOptions): Promise<SignedIn> =>
        api.one({ method: 'POST', path: '/api/v1/auth/sign-up', json: fields }, options),
      /**
       * Sign in with a password. Sets a session cookie. If the account has two-factor authentication,
       * `two_factor` is true and a code is needed next. A wrong password and an unknown address get the same
       * response.
       */
      signIn: (fields: SignInFields, options?: CallOptions): Promise<SignInResult> =>
        api.one({ method: 'POST', path: '/api/v1/auth/sign-in', json: fields }, options),
      /** Sign out. Ends this session and clears its cookie. */
      signOut: (options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/auth/sign-out' }, options),
      /**
       * Confirm the password. Confirms who is signed in. For ten minutes, the session may then do what needs
       * a recent sign-in. With two-factor authentication, `code` is required too.
       */
      reauthenticate: (fields: ReauthenticateFields, options?: CallOptions): Promise<Reauthenticated> =>
        api.one({ method: 'POST', path: '/api/v1/auth/reauthenticate', json: fields }, options),
      /**
       * Sign in: second factor. Completes a sign-in that answered `two_factor: true`, with the code of an
       * authenticator app.
       */
      signInWithCode: (fields: SignInWithCodeFields, options?: CallOptions): Promise<SignedIn> =>
        api.one({ method: 'POST', path: '/api/v1/auth/sign-in/code', json: fields }, options),
      /**
       * Sign in: recovery code. Completes a sign-in that answered `two_factor: true`, with a recovery code.
       * Each code works once.
       */
      signInWithRecoveryCode: (
        fields: SignInWithRecoveryCodeFields,
        options?: CallOptions,
      ): Promise<SignedInByRecoveryCode> =>
        api.one({ method: 'POST', path: '/api/v1/auth/sign-in/recovery-code', json: fields }, options),
      /**
       * Sign in with a link. Signs in with the token of a one-time link, which `bin/fingerpost account link`
       * prints.
       */
      signInWithLink: (fields: SignInWithLinkFields, options?: CallOptions): Promise<SignedIn> =>
        api.one({ method: 'POST', path: '/api/v1/auth/sign-in/link', json: fields }, options),
      /** Sign in with a passkey: options. The WebAuthn options to pass to `navigator.credentials.get`. */
      startPasskeySignIn: (options?: CallOptions): Promise<Record<string, unknown>> =>
        api.one({ method: 'POST', path: '/api/v1/auth/passkey/options' }, options),
      /**
       * Sign in with a passkey. Signs in. With a session of the same account, it confirms who is signed in,
       * as `POST /auth/reauthenticate` does.
       */
      signInWithPasskey: (fields: SignInWithPasskeyFields, options?: CallOptions): Promise<SignedIn> =>
        api.one({ method: 'POST', path: '/api/v1/auth/passkey', json: fields }, options),
      /**
       * Sign in with a provider. Starts a sign-in with an OpenID Connect provider. Send the browser to
       * `url`; the provider sends it back to the dashboard.
       */
      signInWithProvider: (fields: SignInWithProviderFields, options?: CallOptions): Promise<ProviderRedirect> =>
        api.one({ method: 'POST', path: '/api/v1/auth/provider', json: fields }, options),
      /**
       * Request a password reset. Sends a link to choose a new password, if an account has this address. The
       * response is the same if none has.
       */
      requestPasswordReset: (fields: RequestPasswordResetFields, options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/auth/recover', json: fields }, options),
      /**
       * Reset the password. Sets a new password with the token of the link, and ends all sessions of the
       * account.
       */
      resetPassword: (fields: ResetPasswordFields, options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/auth/reset', json: fields }, options),
      /**
       * Verify an e-mail address. Confirms the address of an account with the token of the link that was
       * sent to it.
       */
      verifyEmail: (fields: VerifyEmailFields, options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/auth/verify-email', json: fields }, options),
      /**
       * Confirm a new e-mail address. The new address takes effect. A message with a link to undo the change
       * is sent to the old one.
       */
      confirmEmailChange: (fields: ConfirmEmailChangeFields, options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/auth/email/confirm', json: fields }, options),
      /**
       * Undo a change of e-mail address. With the token of the link “This wasn’t me” in the message about a
       * change. Takes the change back, removes the keys, passkeys, linked providers, shared statistics,
       * second factor and password that were added since, restores the address that the message was sent to,
       * and ends all sessions. The link works once, for seven days.
       */
      undoEmailChange: (fields: UndoEmailChangeFields, options?: CallOptions): Promise<ChangeUndone> =>
        api.one({ method: 'POST', path: '/api/v1/auth/email/undo', json: fields }, options),
      /**
       * Undo a change of the account. With the token of the link “This wasn’t me” in the message about a
       * change. Takes the change back, removes the keys, passkeys, linked providers, shared statistics,
       * second factor and password that were added since, restores the address that the message was sent to,
       * and ends all sessions. The link works once, for seven days.
       */
      undoChange: (fields: UndoChangeFields, options?: CallOptions): Promise<ChangeUndone> =>
        api.one({ method: 'POST', path: '/api/v1/auth/undo', json: fields }, options),
    },
    account: {
      /** Get the security settings. How the account is signed in to. */
      getSecurity: (options?: CallOptions): Promise<AccountSecurity> =>
        api.one({ method: 'GET', path: '/api/v1/account' }, options),
      /**
       * Delete the account. Takes the page offline immediately and erases the account after 14 days. Until
       * then the deletion can be cancelled, here or with the link in the mail about it.
       */
      delete: (fields: DeleteAccountFields, options?: EditOptions): Promise<AccountDeleted> =>
        api.one({ method: 'POST', path: '/api/v1/account/delete', json: fields }, options),
      /** Cancel the deletion of the account. The page is online again. */
      cancelDeletion: (options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/account/delete/cancel' }, options),
      /**
       * Get the settings of the account. Time zone, language and notifications. The language of the page is
       * one of its options.
       */
      getSettings: (options?: CallOptions): Promise<AccountSettings> =>
        api.one({ method: 'GET', path: '/api/v1/account/settings' }, options),
      /**
       * Edit the settings of the account. Fields that are not sent keep their values, also within
       * `notifications`. Null resets a field. Notifications are sent to the confirmed e-mail address of the
       * account, if the installation has a mail server.
       */
      editSettings: (fields: EditAccountSettingsFields, options?: EditOptions): Promise<AccountSettings> =>
        api.one({ method: 'POST', path: '/api/v1/account/settings', json: fields, record: true }, options),
      /** Get what the account uses. How much the account has of what is limited, and how much it may have. */
      getUsage: (options?: CallOptions): Promise<AccountUsage> =>
        api.one({ method: 'GET', path: '/api/v1/account/usage' }, options),
      /**
       * Get the export of all data. Its progress, and the address of the archive (`.tar.gz`) when it is
       * `ready`. Whoever has the address can download it, for seven days. The state is `none` if there is no
       * export.
       */
      getExport: (options?: CallOptions): Promise<AccountExport> =>
        api.one({ method: 'GET', path: '/api/v1/account/export' }, options),
      /**
       * Export all data. Starts an export of everything that the account owns: profile, page and its
       * versions, links, pixels, form entries, uploads, statistics, activity log, plan history, settings,
       * and the names of keys and sessions. Returns the current one if it is not finished yet. A new export
       * replaces the previous one.
       */
      startExport: (options?: CreationOptions & EditOptions): Promise<AccountExport> =>
        api.one({ method: 'POST', path: '/api/v1/account/export', once: true, record: true }, options),
      /**
       * Send the verification message again. Sends a new link to verify the e-mail address. If a change of
       * address is pending, the link goes to the new address.
       */
      resendVerification: (options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/account/email/verify' }, options),
      /**
       * Change the e-mail address. Sends a link to the new address. The change takes effect when the link is
       * opened.
       */
      changeEmail: (fields: ChangeEmailFields, options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/account/email', json: fields }, options),
      /**
       * Change the password. Ends all other sessions and sends a notice. `current_password` is required
       * unless the sign-in is recent. An account without a password needs a recent sign-in.
       */
      changePassword: (fields: ChangePasswordFields, options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/account/password', json: fields }, options),
      /**
       * Review the account after a recovery. What somebody who had the account before may have left behind.
       * `recovered_at` is null if no recovery waits for a review.
       */
      getRecoveryReview: (options?: CallOptions): Promise<RecoveryReview> =>
        api.one({ method: 'GET', path: '/api/v1/account/recovery' }, options),
      /**
       * Remove what somebody left behind. Without `kind`: everything that the review lists. With `kind`:
       * everything of that kind. With `kind` and `id`: that one.
       */
      removeReviewed: (fields: RemoveReviewedFields, options?: CallOptions): Promise<ReviewRemoved> =>
        api.one({ method: 'POST', path: '/api/v1/account/recovery/remove', json: fields }, options),
      /** End the review. The owner has seen what the account has: `recovered_at` is null from then on. */
      finishRecoveryReview: (options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/account/recovery/done' }, options),
    },
    sessions: {
      /** List sessions. Where the account is signed in, most recently used first. */
      list: (options?: CallOptions): Promise<Session[]> =>
        api.one({ method: 'GET', path: '/api/v1/sessions' }, options),
      /** End all other sessions. Signs out everywhere but here. */
      deleteOther: (options?: CallOptions): Promise<SessionsEnded> =>
        api.one({ method: 'POST', path: '/api/v1/sessions/delete' }, options),
      /** End a session. Signs out there. */
      delete: (id: number, options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/sessions/{id}/delete', at: { id } }, options),
    },
    passkeys: {
      /** List passkeys. The passkeys of the account, ordered by `id`. */
      list: (options?: CallOptions): Promise<Passkey[]> =>
        api.one({ method: 'GET', path: '/api/v1/passkeys' }, options),
      /** Add a passkey. Stores the passkey that the browser made. */
      add: (fields: AddPasskeyFields, options?: CreationOptions): Promise<Passkey> =>
        api.one({ method: 'POST', path: '/api/v1/passkeys', json: fields, once: true, record: true }, options),
      /** Add a passkey: options. The WebAuthn options to pass to `navigator.credentials.create`. */
      start: (options?: CallOptions): Promise<Record<string, unknown>> =>
        api.one({ method: 'POST', path: '/api/v1/passkeys/options' }, options),
      /** Rename a passkey. Changes the display name. */
      edit: (id: number, fields: EditPasskeyFields, options?: CallOptions): Promise<Passkey> =>
        api.one({ method: 'POST', path: '/api/v1/passkeys/{id}', at: { id }, json: fields, record: true }, options),
      /** Delete a passkey. It can no longer be used to sign in. */
      delete: (id: number, options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/passkeys/{id}/delete', at: { id } }, options),
    },
    twoFactor: {
      /**
       * Set up two-factor authentication. Makes a secret for an authenticator app. It takes effect once a
       * code is confirmed.
       */
      start: (options?: CallOptions): Promise<TwoFactorSecret> =>
        api.one({ method: 'POST', path: '/api/v1/two-factor' }, options),
      /**
       * Turn on two-factor authentication. Checks a code of the authenticator app. The recovery codes are
       * shown only this once.
       */
      confirm: (fields: ConfirmTwoFactorFields, options?: CallOptions): Promise<RecoveryCodes> =>
        api.one({ method: 'POST', path: '/api/v1/two-factor/confirm', json: fields }, options),
      /** Replace the recovery codes. The previous codes stop working. */
      replaceRecoveryCodes: (options?: CallOptions): Promise<RecoveryCodes> =>
        api.one({ method: 'POST', path: '/api/v1/two-factor/recovery-codes' }, options),
      /** Turn off two-factor authentication. Removes the secret and the recovery codes. */
      delete: (options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/two-factor/delete' }, options),
    },
    keys: {
      /**
       * List API keys. The API keys of the account, newest first. Keys themselves are never shown again. Of
       * revoked and expired keys, the newest 100 are listed.
       *
       * The query parameters can also be sent as a JSON body; a value in the body takes precedence.
       */
      list: (query: ListKeysQuery = {}, options?: CallOptions): Promise<PageOf<Key>> =>
        api.page({ method: 'GET', path: '/api/v1/keys', query }, options),
      /** List API keys. Page after page. */
      pages: (query: ListKeysQuery = {}, options?: CallOptions): AsyncGenerator<PageOf<Key>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/keys', query }, options),
      /** List API keys. One by one, over all pages. */
      each: (query: ListKeysQuery = {}, options?: CallOptions): AsyncGenerator<Key, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/keys', query }, options),
      /**
       * Create an API key. The key is shown only in this response, and is null if it is repeated for the
       * same `Idempotency-Key`. An account can have 100 keys that are neither revoked nor expired. All keys
       * of an account share its rate limit.
       */
      create: (fields: CreateKeyFields, options?: CreationOptions): Promise<CreateKeyAnswer> =>
        api.one({ method: 'POST', path: '/api/v1/keys', json: fields, once: true, record: true }, options),
      /** Revoke an API key. It stops working within a second. */
      delete: (id: number, options?: CallOptions): Promise<Done> =>
        api.one({ method: 'POST', path: '/api/v1/keys/{id}/delete', at: { id } }, options),
    },
  };
}
