// Generated from docs/openapi.json by generate.ts: change the document, then run "npm run client".
import type { FileContent } from './request.ts';
import type { CallOptions, CreationOptions, EditOptions, PageOf, Transport } from './transport.ts';

export interface ErrorAnswer {
  status: false;
  /** One plain sentence */
  response: string;
  code:
    | 'malformed'
    | 'unauthenticated'
    | 'forbidden'
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
  /** What is wrong with each field, for the first 20 fields; with `invalid` only */
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
  /** Hex colour */
  button_background_color: string;
  /** Hex colour */
  button_text_color: string;
  /** Hex colour */
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
      /** Hex colour */
      color: string;
    };
    gradient: {
      /** Hex colour */
      color_1: string;
      /** Hex colour */
      color_2: string;
      animate: '0' | '1';
    };
  };
}

export interface Profile {
  /** Unique in the installation */
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

export interface ContrastFix {
  /** Where to send it */
  section: 'customize' | 'background';
  /** Its path there */
  field: string;
  /** Hex colour */
  color: string;
}

export interface ContrastPair {
  pair: 'text_on_background' | 'button_text_on_button';
  /** Hex colour */
  color: string;
  /** Of all that it lies on, the colour on which it is the hardest to read */
  on: string;
  /** From 1, the same colour, to 21, black on white; rounded down */
  ratio: number;
  /** What WCAG AA asks of text */
  needed: number;
  passes: boolean;
  /** Each by itself makes it pass, with the nearest colour that does; empty where it passes */
  fixes: ContrastFix[];
  /** What the page paints in fact, which can always be read */
  shown: {
    /** Hex colour */
    color: string;
    /** Hex colour */
    on: string;
  };
}

export interface LookSaved {
  message: string;
  contrast: ContrastPair[];
}

export interface OptionsSection {
  consent_bar: boolean;
}

export interface UsernameSection {
  username: string;
  /** Of the page */
  url: string;
  /** Names that the account had before; they go on leading to its page, and are nobody else’s */
  former_usernames: string[];
}

export interface ContrastReport {
  contrast: ContrastPair[];
}

export interface Palette {
  /** Hex colour */
  background: string;
  /** Other colours that shine through the background */
  wash: string[];
  /** Of cards and panels */
  surface: string;
  /** Hex colour */
  text: string;
  /** Of quiet text */
  muted: string;
  /** Of links in text */
  accent: string;
  /** Hex colour */
  button: string;
  /** Hex colour */
  button_text: string;
  /** Around what can be typed into */
  border: string;
}

export interface Theme {
  name: string;
  title: string;
  /** Where picture, name and bio stand */
  layout: string;
  /** What a link looks like */
  buttons: string;
  /** Of the text */
  font: string;
  /** Of the name and of headings, where the owner chose no font */
  display_font: string;
  radius: 'square' | 'soft' | 'round' | 'pill';
  bio_align: 'left' | 'center' | 'right';
  /** Light on dark, whatever the visitor prefers */
  is_dark: boolean;
  day: Palette;
  /** For visitors who prefer it dark; null where there is one palette for all */
  night: Palette | null;
}

export interface Font {
  name: string;
  title: string;
  kind: 'sans' | 'serif' | 'mono' | 'hand';
  /** Letters that it has; empty for the visitor’s own font */
  subsets: string[];
  /** Its Latin letters, as WOFF2; null for the visitor’s own font */
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
}

export interface BlockItem {
  /** Unique in the installation */
  id: number;
  /** Unique in the installation */
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
  /** Unique in the installation */
  id: number;
  /** The owner's account id */
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
    | 'social';
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

export interface BlockSaved {
  /** Unique in the installation */
  id: number;
  message: string;
}

export interface LinksSettings {
  /** By default "stack" */
  layout?: ('stack' | 'thumbnails' | 'cards' | 'grid') | null;
}

export interface LinksElement {
  description?: string | null;
}

export interface ItemLinkSettings {
  /** By default true */
  enabled?: boolean | null;
  from?: string | null;
  to?: string | null;
  /** By default false */
  highlight?: boolean | null;
  /** By default false */
  sensitive?: boolean | null;
  /** By default false */
  pass_query?: boolean | null;
  language?: string | null;
}

export interface LinksItem {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  element?: LinksElement | null;
  /** An http, https, mailto or tel address, or one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
}

export interface LinksBlockCreation {
  block: 'links';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: LinksSettings | null;
  /** In this order */
  items?: LinksItem[];
}

export interface HeadingSettings {
  /** By default 2 */
  level?: number | null;
  /** By default "center" */
  align?: ('left' | 'center' | 'right') | null;
}

export interface HeadingBlockCreation {
  block: 'heading';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: HeadingSettings | null;
  items?: [];
}

export interface TextSettings {
  /** By default "left" */
  align?: ('left' | 'center' | 'right') | null;
}

export interface TextBlockCreation {
  block: 'text';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: string | null;
  } | null;
  settings?: TextSettings | null;
  items?: [];
}

export interface ImageSettings {
  /** By default "cover" */
  fit?: ('cover' | 'contain') | null;
}

export interface ImageItem {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel address, or one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
}

export interface ImageBlockCreation {
  block: 'image';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: ImageSettings | null;
  /** In this order */
  items?: ImageItem[];
}

export interface GallerySettings {
  /** By default 2 */
  columns?: number | null;
}

export interface GalleryItem {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel address, or one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
}

export interface GalleryBlockCreation {
  block: 'gallery';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: GallerySettings | null;
  /** In this order */
  items?: GalleryItem[];
}

export interface VideoContent {
  /** By default "youtube" */
  provider?: ('youtube' | 'vimeo' | 'tiktok') | null;
  id?: string | null;
}

export interface VideoSettings {
  /** By default false */
  autoplay?: boolean | null;
}

export interface VideoBlockCreation {
  block: 'video';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: VideoContent | null;
  } | null;
  settings?: VideoSettings | null;
  items?: [];
}

export interface MusicContent {
  /** By default "spotify" */
  provider?: ('spotify' | 'soundcloud' | 'apple_music') | null;
  /** By default "track" */
  kind?: ('track' | 'album' | 'playlist' | 'artist' | 'episode' | 'show') | null;
  id?: string | null;
}

export interface MusicBlockCreation {
  block: 'music';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: MusicContent | null;
  } | null;
  items?: [];
}

export interface FaqElement {
  answer?: string | null;
}

export interface FaqItem {
  /** One of your uploaded pictures; null for a generated one */
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
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  /** In this order */
  items?: FaqItem[];
}

export interface SignupContent {
  /** By default "you@example.com" */
  placeholder?: string | null;
  /** By default "Sign up" */
  button?: string | null;
  /** By default "Thank you. You are on the list." */
  thanks?: string | null;
}

export interface SignupBlockCreation {
  block: 'signup';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: SignupContent | null;
  } | null;
  items?: [];
}

export interface ContactFormContent {
  /**
   * By default [{"name":"name","label":"Your name","required":true},{"name":"email","label":"Your e-mail
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
  /** By default "Send" */
  button?: string | null;
  /** By default "Thank you. Your message has been sent." */
  thanks?: string | null;
}

export interface ContactFormBlockCreation {
  block: 'contact_form';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: ContactFormContent | null;
  } | null;
  items?: [];
}

export interface CountdownContent {
  until?: string | null;
  finished?: string | null;
}

export interface CountdownBlockCreation {
  block: 'countdown';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: CountdownContent | null;
  } | null;
  items?: [];
}

export interface FileElement {
  type?: string | null;
  /** By default 0 */
  bytes?: number | null;
}

export interface FileItem {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  element?: FileElement | null;
  /** One of your uploads, or an http or https address */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
}

export interface FileBlockCreation {
  block: 'file';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  /** In this order */
  items?: FileItem[];
}

export interface ContactCardContent {
  organisation?: string | null;
  email?: string | null;
  phone?: string | null;
  address?: string | null;
  website?: string | null;
}

export interface ContactCardBlockCreation {
  block: 'contact_card';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: ContactCardContent | null;
  } | null;
  items?: [];
}

export interface MapContent {
  /** By default 0 */
  latitude?: number | null;
  /** By default 0 */
  longitude?: number | null;
  /** By default 13 */
  zoom?: number | null;
  label?: string | null;
}

export interface MapBlockCreation {
  block: 'map';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: MapContent | null;
  } | null;
  items?: [];
}

export interface DividerSettings {
  /** By default "line" */
  style?: ('line' | 'dots' | 'wave' | 'space') | null;
}

export interface DividerBlockCreation {
  block: 'divider';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: DividerSettings | null;
  items?: [];
}

export interface SocialSettings {
  /** By default "icons" */
  style?: ('icons' | 'buttons') | null;
}

export interface SocialBlockCreation {
  block: 'social';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: SocialSettings | null;
  items?: [];
}

export interface LinksBlockEdit {
  block?: 'links';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
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
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
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
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
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
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
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
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
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
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
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
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: MusicContent | null;
  } | null;
}

export interface FaqBlockEdit {
  block?: 'faq';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
}

export interface SignupBlockEdit {
  block?: 'signup';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: SignupContent | null;
  } | null;
}

export interface ContactFormBlockEdit {
  block?: 'contact_form';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: ContactFormContent | null;
  } | null;
}

export interface CountdownBlockEdit {
  block?: 'countdown';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: CountdownContent | null;
  } | null;
}

export interface FileBlockEdit {
  block?: 'file';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
}

export interface ContactCardBlockEdit {
  block?: 'contact_card';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: ContactCardContent | null;
  } | null;
}

export interface MapBlockEdit {
  block?: 'map';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: MapContent | null;
  } | null;
}

export interface DividerBlockEdit {
  block?: 'divider';
  name?: string | null;
  subheading?: string | null;
  /**
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
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
   * Its place on the page, from 1; past the end is the end. The others make room. As it was read, it
   * moves nothing
   */
  position?: number;
  blocks?: {
    content?: null;
  } | null;
  settings?: SocialSettings | null;
}

export interface LinksItemEdit {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  element?: LinksElement | null;
  /** An http, https, mailto or tel address, or one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
  /**
   * Its place in the block's list, from 1; past the end is the end. The others make room. As it was
   * read, it moves nothing
   */
  position?: number;
  /** Moves it, with its counts, to another block whose items hold the same */
  block_id?: number;
}

export interface ImageItemEdit {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel address, or one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
  /**
   * Its place in the block's list, from 1; past the end is the end. The others make room. As it was
   * read, it moves nothing
   */
  position?: number;
  /** Moves it, with its counts, to another block whose items hold the same */
  block_id?: number;
}

export interface GalleryItemEdit {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel address, or one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
  /**
   * Its place in the block's list, from 1; past the end is the end. The others make room. As it was
   * read, it moves nothing
   */
  position?: number;
  /** Moves it, with its counts, to another block whose items hold the same */
  block_id?: number;
}

export interface FaqItemEdit {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  element?: FaqElement | null;
  link?: null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  slug?: null;
  /**
   * Its place in the block's list, from 1; past the end is the end. The others make room. As it was
   * read, it moves nothing
   */
  position?: number;
  /** Moves it, with its counts, to another block whose items hold the same */
  block_id?: number;
}

export interface FileItemEdit {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  element?: FileElement | null;
  /** One of your uploads, or an http or https address */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
  /**
   * Its place in the block's list, from 1; past the end is the end. The others make room. As it was
   * read, it moves nothing
   */
  position?: number;
  /** Moves it, with its counts, to another block whose items hold the same */
  block_id?: number;
}

export interface LinksItemCreation {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  element?: LinksElement | null;
  /** An http, https, mailto or tel address, or one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
  /**
   * Its place in the block's list, from 1; past the end is the end. The others make room. As it was
   * read, it moves nothing
   */
  position?: number;
}

export interface ImageItemCreation {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel address, or one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
  /**
   * Its place in the block's list, from 1; past the end is the end. The others make room. As it was
   * read, it moves nothing
   */
  position?: number;
}

export interface GalleryItemCreation {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  /** An http, https, mailto or tel address, or one of your uploads */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
  /**
   * Its place in the block's list, from 1; past the end is the end. The others make room. As it was
   * read, it moves nothing
   */
  position?: number;
}

export interface FaqItemCreation {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  element?: FaqElement | null;
  link?: null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  slug?: null;
  /**
   * Its place in the block's list, from 1; past the end is the end. The others make room. As it was
   * read, it moves nothing
   */
  position?: number;
}

export interface FileItemCreation {
  /** One of your uploaded pictures; null for a generated one */
  thumbnail?: string | null;
  element?: FileElement | null;
  /** One of your uploads, or an http or https address */
  link?: string | null;
  content?: {
    caption?: string | null;
    alt?: string | null;
  };
  settings?: ItemLinkSettings | null;
  /** The end of its short address; made from the caption where none is given */
  slug?: string;
  /**
   * Its place in the block's list, from 1; past the end is the end. The others make room. As it was
   * read, it moves nothing
   */
  position?: number;
}

export interface FormEntry {
  /** Unique in the installation */
  id: number;
  /** The owner's account id */
  user: number;
  /** Unique in the installation */
  block_id: number;
  /** The type of the block that it was sent by */
  kind: 'signup' | 'contact_form';
  /** What was typed, by the names of the form's fields; what was left empty is not there */
  values: Record<string, string>;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
}

export interface Link {
  /** Its item's */
  id: number;
  /** The owner's account id */
  user: number;
  /** Null where it was deleted */
  block_id: number | null;
  /** The end of its short address */
  slug: string;
  /** Slugs that it had before, which lead to it still */
  former_slugs: string[];
  /** Where it leads */
  url: string;
  /** Its address on the page, which counts who follows it */
  short_url: string;
  /** The caption of its item */
  title: string | null;
  /**
   * on: can be followed; off: switched off; early, over: before or after its time; deleted: taken off
   * the page; nowhere: has no address that can be followed
   */
  state: 'on' | 'off' | 'early' | 'over' | 'deleted' | 'nowhere';
  /** Null where it was deleted */
  created_at: string | null;
  /** When it was deleted, where it was */
  updated_at: string | null;
}

export interface LinkSaved {
  /** Unique in the installation */
  id: number;
  message: string;
}

export interface LinksDocumentBlock {
  block: 'links';
  name?: string;
  subheading?: string;
  settings?: {
    /** By default "stack" */
    layout?: ('stack' | 'thumbnails' | 'cards' | 'grid') | null;
  };
  items?: {
    caption?: string;
    alt?: string;
    /** Where it leads: an http, https, mailto or tel address, or an upload as upload:{digest}/{file} */
    link?: string;
    /** The end of its short address; made from the caption where none is given */
    slug?: string;
    /** Earlier ends of its short address, which still lead there */
    former_slugs?: string[];
    /** A picture or file that was uploaded, by what is in it: upload:{digest}/{file} */
    thumbnail?: string;
    element?: {
      description?: string | null;
    };
    settings?: {
      /** By default true */
      enabled?: boolean | null;
      from?: string | null;
      to?: string | null;
      /** By default false */
      highlight?: boolean | null;
      /** By default false */
      sensitive?: boolean | null;
      /** By default false */
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
    /** By default 2 */
    level?: number | null;
    /** By default "center" */
    align?: ('left' | 'center' | 'right') | null;
  };
}

export interface TextDocumentBlock {
  block: 'text';
  name?: string;
  subheading?: string;
  content?: string | null;
  settings?: {
    /** By default "left" */
    align?: ('left' | 'center' | 'right') | null;
  };
}

export interface ImageDocumentBlock {
  block: 'image';
  name?: string;
  subheading?: string;
  settings?: {
    /** By default "cover" */
    fit?: ('cover' | 'contain') | null;
  };
  items?: {
    caption?: string;
    alt?: string;
    /** Where it leads: an http, https, mailto or tel address, or an upload as upload:{digest}/{file} */
    link?: string;
    /** The end of its short address; made from the caption where none is given */
    slug?: string;
    /** Earlier ends of its short address, which still lead there */
    former_slugs?: string[];
    /** A picture or file that was uploaded, by what is in it: upload:{digest}/{file} */
    thumbnail?: string;
    settings?: {
      /** By default true */
      enabled?: boolean | null;
      from?: string | null;
      to?: string | null;
      /** By default false */
      highlight?: boolean | null;
      /** By default false */
      sensitive?: boolean | null;
      /** By default false */
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
    /** By default 2 */
    columns?: number | null;
  };
  items?: {
    caption?: string;
    alt?: string;
    /** Where it leads: an http, https, mailto or tel address, or an upload as upload:{digest}/{file} */
    link?: string;
    /** The end of its short address; made from the caption where none is given */
    slug?: string;
    /** Earlier ends of its short address, which still lead there */
    former_slugs?: string[];
    /** A picture or file that was uploaded, by what is in it: upload:{digest}/{file} */
    thumbnail?: string;
    settings?: {
      /** By default true */
      enabled?: boolean | null;
      from?: string | null;
      to?: string | null;
      /** By default false */
      highlight?: boolean | null;
      /** By default false */
      sensitive?: boolean | null;
      /** By default false */
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
    /** By default "youtube" */
    provider?: ('youtube' | 'vimeo' | 'tiktok') | null;
    id?: string | null;
  };
  settings?: {
    /** By default false */
    autoplay?: boolean | null;
  };
}

export interface MusicDocumentBlock {
  block: 'music';
  name?: string;
  subheading?: string;
  content?: {
    /** By default "spotify" */
    provider?: ('spotify' | 'soundcloud' | 'apple_music') | null;
    /** By default "track" */
    kind?: ('track' | 'album' | 'playlist' | 'artist' | 'episode' | 'show') | null;
    id?: string | null;
  };
}

export interface FaqDocumentBlock {
  block: 'faq';
  name?: string;
  subheading?: string;
  items?: {
    caption?: string;
    alt?: string;
    /** A picture or file that was uploaded, by what is in it: upload:{digest}/{file} */
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
    /** By default "you@example.com" */
    placeholder?: string | null;
    /** By default "Sign up" */
    button?: string | null;
    /** By default "Thank you. You are on the list." */
    thanks?: string | null;
  };
}

export interface ContactFormDocumentBlock {
  block: 'contact_form';
  name?: string;
  subheading?: string;
  content?: {
    /**
     * By default [{"name":"name","label":"Your name","required":true},{"name":"email","label":"Your e-mail
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
    /** By default "Send" */
    button?: string | null;
    /** By default "Thank you. Your message has been sent." */
    thanks?: string | null;
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
}

export interface FileDocumentBlock {
  block: 'file';
  name?: string;
  subheading?: string;
  items?: {
    caption?: string;
    alt?: string;
    /** Where it leads: an http, https, mailto or tel address, or an upload as upload:{digest}/{file} */
    link?: string;
    /** The end of its short address; made from the caption where none is given */
    slug?: string;
    /** Earlier ends of its short address, which still lead there */
    former_slugs?: string[];
    /** A picture or file that was uploaded, by what is in it: upload:{digest}/{file} */
    thumbnail?: string;
    element?: {
      type?: string | null;
      /** By default 0 */
      bytes?: number | null;
    };
    settings?: {
      /** By default true */
      enabled?: boolean | null;
      from?: string | null;
      to?: string | null;
      /** By default false */
      highlight?: boolean | null;
      /** By default false */
      sensitive?: boolean | null;
      /** By default false */
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
}

export interface MapDocumentBlock {
  block: 'map';
  name?: string;
  subheading?: string;
  content?: {
    /** By default 0 */
    latitude?: number | null;
    /** By default 0 */
    longitude?: number | null;
    /** By default 13 */
    zoom?: number | null;
    label?: string | null;
  };
}

export interface DividerDocumentBlock {
  block: 'divider';
  name?: string;
  subheading?: string;
  settings?: {
    /** By default "line" */
    style?: ('line' | 'dots' | 'wave' | 'space') | null;
  };
}

export interface SocialDocumentBlock {
  block: 'social';
  name?: string;
  subheading?: string;
  settings?: {
    /** By default "icons" */
    style?: ('icons' | 'buttons') | null;
  };
}

/** A page, whole, as one document */
export interface PageDocument {
  /** Where editors find this schema */
  $schema?: string;
  version: 1;
  /** Who the page is of */
  profile?: {
    /** By default the username */
    name?: string;
    bio?: string;
    /** A picture or file that was uploaded, by what is in it: upload:{digest}/{file} */
    avatar?: string;
  };
  /** What search engines and link previews are told */
  seo?: {
    enable?: '0' | '1';
    block_engine?: '0' | '1';
    page_name?: string;
    page_description?: string;
    /** A picture or file that was uploaded, by what is in it: upload:{digest}/{file} */
    opengraph_image?: string;
  };
  /** Where else its owner is found */
  social?: {
    email?: string | null;
    whatsapp?: string | null;
    facebook?: string | null;
    instagram?: string | null;
    twitter?: string | null;
    youtube?: string | null;
  };
  /** What it looks like; what is missing is as the theme has it */
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
    /** Hex colour */
    button_background_color?: string;
    /** Hex colour */
    button_text_color?: string;
    /** Hex colour */
    texts_color?: string;
    radius?: 'square' | 'soft' | 'round' | 'pill';
    bio_align?: 'left' | 'center' | 'right';
  };
  /** What lies behind it; null is the theme’s own */
  background?: {
    type?: ('solid' | 'gradient' | 'image' | 'video') | null;
    settings?: {
      video?: {
        source?: 'upload' | 'external';
        external_url?: string | null;
        /** A picture or file that was uploaded, by what is in it: upload:{digest}/{file} */
        video?: string;
      };
      image?: {
        source?: 'upload' | 'external';
        external_url?: string | null;
        /** A picture or file that was uploaded, by what is in it: upload:{digest}/{file} */
        image?: string;
      };
      solid?: {
        /** Hex colour */
        color?: string;
      };
      gradient?: {
        /** Hex colour */
        color_1?: string;
        /** Hex colour */
        color_2?: string;
        animate?: '0' | '1';
      };
    };
  };
  /** Whether visitors are asked before a pixel is loaded */
  options?: {
    consent_bar?: boolean;
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
  /** In the document of the page as it is then; of what is removed, as it was */
  path: string;
  name: string;
  /** The same in words */
  text: string;
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
  warnings: string[];
}

export interface PlanRecord {
  /** Unique in the installation */
  id: number;
  /** The owner's account id */
  user: number;
  name: string;
  plan: string;
  plan_name: string;
  duration: 'month' | 'year' | 'once';
  email: string;
  ref: string;
  currency: string;
  /** In the currency's main unit */
  price: number;
  gateway: 'manual' | 'stripe';
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  updated_at: string | null;
}

export interface Live {
  /** The most recent ones; insight counts them all */
  visitors: {
    /** The owner's account id */
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
    /** Seconds since 1970 */
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
}

export interface DimensionKey {
  /** As it is counted: a country by its lower-case ISO code, a referrer by its host */
  key: string;
  /** As people call it */
  name: string;
  visits: number;
  unique: number;
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
  /** Visits before that are not kept one by one and not in this answer; null where none are kept */
  events_since?: string | null;
}

export interface LinkFigures {
  /** Unique in the installation */
  id: number;
  slug: string;
  link: string;
  /** Views of the page while the link was on it */
  impressions: number;
  visits: number;
  unique: number;
}

export interface VisitRecord {
  /** ISO 8601, UTC, six fractional digits */
  at: string;
  type: 'view' | 'click';
  /** Of the link that was followed */
  link_slug: string | null;
  /** `counted` is a visit; of what is none, nothing else is told */
  kind: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** The visitor's first of the UTC day, to the page or to that link */
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
  /** Visits before that are not kept one by one and not in this answer; null where none are kept */
  events_since: string | null;
}

export interface Upload {
  /** Unique in the installation */
  id: number;
  /** The owner's account id */
  user: number;
  kind: 'image' | 'video' | 'file';
  name: string;
  /** The media type that it is served as */
  type: string;
  url: string;
  width: number | null;
  height: number | null;
  /** Of everything that is kept of it: a picture is kept in several sizes */
  bytes: number;
  /** Whether anything of the page refers to it */
  in_use: boolean;
  /** ISO 8601, UTC, six fractional digits */
  created_at: string;
  /** ISO 8601, UTC, six fractional digits */
  updated_at: string;
}

export interface UploadSaved {
  /** Unique in the installation */
  id: number;
  url: string;
  message: string;
}

export interface Pixel {
  /** Unique in the installation */
  id: number;
  /** The owner's account id */
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
  /** Unique in the installation */
  id: number;
  message: string;
}

export interface PixelTemplate {
  name: string;
  /** Hex colour */
  color: string;
  /** Icon CSS class names */
  icon?: string;
  /** Inline vector markup */
  svg?: string;
  /** Layout CSS classes, beside svg */
  class?: string;
  /** The snippet, with {pixel} where the tracker id goes */
  template: string;
}

export interface Activity {
  /** Unique in the installation */
  id: number;
  /** The owner's account id */
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

export interface EditProfileFields {
  name?: string | null;
  bio?: string | null;
  avatar?: string | null;
}

export interface EditSeoFields {
  /** Whether what is said here is told, or name and bio */
  enable?: '1' | '0' | 1 | 0 | true | false | null;
  /** Whether search engines are told to leave the page out */
  block_engine?: '1' | '0' | 1 | 0 | true | false | null;
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
      /** Whether it moves */
      animate?: '1' | '0' | 1 | 0 | true | false | null;
    } | null;
  } | null;
}

export interface EditOptionsFields {
  /** Whether visitors are asked before a pixel is loaded */
  consent_bar?: true | false | '1' | '0' | 1 | 0 | null;
}

export interface EditUsernameFields {
  username: string;
}

export interface GetContrastQuery {
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
  /** Of the text, with or without the # */
  texts_color?: string;
  /** Of what stands on buttons, with or without the # */
  button_text_color?: string;
  /** Of buttons, with or without the # */
  button_background_color?: string;
  /** What is behind the page; theme for the theme’s own */
  background_type?: 'solid' | 'gradient' | 'image' | 'video' | 'theme';
  /** Of a background of one colour, with or without the # */
  color?: string;
  /** Where a gradient begins, with or without the # */
  color_1?: string;
  /** Where a gradient ends, with or without the # */
  color_2?: string;
}

export interface ListBlocksQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
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
  | SocialBlockCreation;

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
  | SocialBlockEdit;

export interface ReorderBlocksFields {
  /** The ids of all blocks of the page, each once, in the order that they are to have */
  order: number[];
}

export interface ReorderBlocksAnswer {
  message: string;
}

export type EditBlockItemFields = LinksItemEdit | ImageItemEdit | GalleryItemEdit | FaqItemEdit | FileItemEdit;

export type CreateBlockItemFields =
  | LinksItemCreation
  | ImageItemCreation
  | GalleryItemCreation
  | FaqItemCreation
  | FileItemCreation;

export interface ReorderBlockItemsFields {
  /** The ids of all items of the block, each once, in the order that they are to have */
  order: number[];
}

export interface ListBlockEntriesQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface DeleteBlockEntriesFields {
  /** The newest entry that is to be deleted: what was sent after it, unseen as yet, stays */
  last_id?: number;
}

export interface ListLinksQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface EditLinkFields {
  /** Letters and digits of any script, with hyphens between words; the one before leads on */
  slug?: string;
  /** An http, https, mailto or tel address, or one of your uploads; its item's link as well */
  url?: string;
  /** All that are to lead here beside the slug: one that is left out leads nowhere any more, and is free */
  former_slugs?: string[];
}

export interface ImportPageFields {
  document?: PageDocument;
  /** What the text is, where a page is brought along from elsewhere; without it, what it looks like */
  format?: 'linktree' | 'linkstack' | 'bookmarks' | 'links';
  /** The file that was saved there */
  text?: string;
  /**
   * replace: the page becomes what the document says, all of it; add: its blocks come behind those that
   * are there, and the rest only where there is nothing yet. By default a document replaces, and what is
   * brought along is added
   */
  mode?: 'replace' | 'add';
  /** Only tell what would change */
  dry_run?: boolean;
  /** What to do where an upload that the document names is not here; by default it is refused */
  missing_pictures?: 'refuse' | 'leave_out';
}

export interface ListPlanHistoryQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface ListBreakdownQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
  /** What to tell visits apart by; country where none is given */
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
    | 'kind';
  /** The slug of a link, or one that it had: its clicks in place of the views of the page */
  link_slug?: string;
  /** Only visits with this country, written as the breakdown by it tells its key */
  country?: string;
  /** Only visits with this city, written as the breakdown by it tells its key */
  city?: string;
  /** Only visits with this os, written as the breakdown by it tells its key */
  os?: string;
  /** Only visits with this browser, written as the breakdown by it tells its key */
  browser?: string;
  /** Only visits with this device, written as the breakdown by it tells its key */
  device?: string;
  /** Only visits with this referrer, written as the breakdown by it tells its key */
  referrer?: string;
  /** Only visits with this app, written as the breakdown by it tells its key */
  app?: string;
  /** Only visits with this language, written as the breakdown by it tells its key */
  language?: string;
  /** Only visits with this utm_source, written as the breakdown by it tells its key */
  utm_source?: string;
  /** Only visits with this utm_medium, written as the breakdown by it tells its key */
  utm_medium?: string;
  /** Only visits with this utm_campaign, written as the breakdown by it tells its key */
  utm_campaign?: string;
  /** Only visits with this utm_term, written as the breakdown by it tells its key */
  utm_term?: string;
  /** Only visits with this utm_content, written as the breakdown by it tells its key */
  utm_content?: string;
  /** Only visits (`counted`), or only what is no visit, of one kind */
  kind?: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** The first day, in UTC */
  from?: string;
  /** The last day, in UTC */
  to?: string;
}

export interface ListLinkFiguresQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface ListVisitsQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
  /** The slug of a link, or one that it had: its clicks alone */
  link_slug?: string;
  /** Only visits with this country, written as the breakdown by it tells its key */
  country?: string;
  /** Only visits with this city, written as the breakdown by it tells its key */
  city?: string;
  /** Only visits with this os, written as the breakdown by it tells its key */
  os?: string;
  /** Only visits with this browser, written as the breakdown by it tells its key */
  browser?: string;
  /** Only visits with this device, written as the breakdown by it tells its key */
  device?: string;
  /** Only visits with this referrer, written as the breakdown by it tells its key */
  referrer?: string;
  /** Only visits with this app, written as the breakdown by it tells its key */
  app?: string;
  /** Only visits with this language, written as the breakdown by it tells its key */
  language?: string;
  /** Only visits with this utm_source, written as the breakdown by it tells its key */
  utm_source?: string;
  /** Only visits with this utm_medium, written as the breakdown by it tells its key */
  utm_medium?: string;
  /** Only visits with this utm_campaign, written as the breakdown by it tells its key */
  utm_campaign?: string;
  /** Only visits with this utm_term, written as the breakdown by it tells its key */
  utm_term?: string;
  /** Only visits with this utm_content, written as the breakdown by it tells its key */
  utm_content?: string;
  /** Only visits (`counted`), or only what is no visit, of one kind */
  kind?: 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';
  /** The first day, in UTC */
  from?: string;
  /** The last day, in UTC */
  to?: string;
}

export interface ListUploadsQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface CreateUploadFields {
  /**
   * A picture (JPEG, PNG, WebP, AVIF or GIF; at most 10 MiB, 40 million pixels and 60 frames), a video
   * (MP4 or WebM; at most 50 MiB) or a file (PDF, ZIP, EPUB, audio, office documents, plain text; at
   * most 25 MiB)
   */
  file: FileContent;
  /** What to call it; the file's own name where none is given */
  name?: string;
}

export interface ListPixelsQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
}

export interface CreatePixelFields {
  /** Display name */
  name: string;
  /** The platform; the record exposes it as pixel_type */
  type: 'facebook' | 'twitter' | 'google_analytics' | 'google_tag_manager' | 'quora' | 'pinterest';
  /** The platform's tracker identifier */
  pixel_id: string;
  /** 1: on the page; 0: kept, but not on the page. A creation without it takes 1 */
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
  /** The platform; the record exposes it as pixel_type */
  type?: 'facebook' | 'twitter' | 'google_analytics' | 'google_tag_manager' | 'quora' | 'pinterest';
  /** The platform's tracker identifier */
  pixel_id?: string;
  /** 1: on the page; 0: kept, but not on the page. A creation without it takes 1 */
  status?: 0 | 1;
}

export interface ListActivitiesQuery {
  /** The page to return; 1 where none is given */
  page?: number;
  /** How many records a page holds; 10 where none is given */
  results_per_page?: 10 | 25 | 50 | 100 | 250;
  /** Only activities of this type; an unknown one gives an empty listing, an empty one all */
  type?: string;
}

export function operationsOn(api: Transport) {
  return {
    user: {
      /**
       * The account profile. The profile of the account that the key belongs to. The one answer without
       * `status`.
       */
      get: (options?: CallOptions): Promise<Profile> => api.one({ method: 'GET', path: '/api/v1/user' }, options),
      /**
       * Name, bio and picture. With every default filled in. Its `ETag` is what `If-Match` takes when it is
       * changed.
       */
      getProfile: (options?: CallOptions): Promise<ProfileSection> =>
        api.one({ method: 'GET', path: '/api/v1/user/profile' }, options),
      /**
       * Change name, bio or picture. The picture is the address of an upload of a picture; null, or the
       * address of the generated one, stands for the generated one. What is not sent stays as it is; null
       * goes back to the default. With `If-Match` nothing is overwritten that was changed since it was read.
       */
      editProfile: (fields: EditProfileFields, options?: EditOptions): Promise<SectionSaved> =>
        api.one({ method: 'POST', path: '/api/v1/user/profile', json: fields }, options),
      /**
       * What others learn of the page. With every default filled in. Its `ETag` is what `If-Match` takes
       * when it is changed.
       */
      getSeo: (options?: CallOptions): Promise<Seo> => api.one({ method: 'GET', path: '/api/v1/user/seo' }, options),
      /**
       * Change what others learn of the page. Search engines and those who show a card of the page get
       * these; while `enable` is "0", or a text is empty, they get name and bio instead. What is not sent
       * stays as it is; null goes back to the default. With `If-Match` nothing is overwritten that was
       * changed since it was read.
       */
      editSeo: (fields: EditSeoFields, options?: EditOptions): Promise<SectionSaved> =>
        api.one({ method: 'POST', path: '/api/v1/user/seo', json: fields }, options),
      /** The networks. With every default filled in. Its `ETag` is what `If-Match` takes when it is changed. */
      getSocial: (options?: CallOptions): Promise<Social> =>
        api.one({ method: 'GET', path: '/api/v1/user/social' }, options),
      /**
       * Change the networks. Takes names, with or without their @, and addresses of that network: the
       * address of a profile is kept as its name. Null or an empty text takes a network away. What is not
       * sent stays as it is; null goes back to the default. With `If-Match` nothing is overwritten that was
       * changed since it was read.
       */
      editSocial: (fields: EditSocialFields, options?: EditOptions): Promise<SectionSaved> =>
        api.one({ method: 'POST', path: '/api/v1/user/social', json: fields }, options),
      /**
       * Theme, font and colours. With every default filled in. Its `ETag` is what `If-Match` takes when it
       * is changed.
       */
      getCustomize: (options?: CallOptions): Promise<Customize> =>
        api.one({ method: 'GET', path: '/api/v1/user/customize' }, options),
      /**
       * Change theme, font or colours. Null is the theme’s own, and so is what is sent as the theme has it:
       * with another theme it becomes that one’s. `GET /appearance` tells what there is to choose from. The
       * answer tells how the colours can be read. What is not sent stays as it is; null goes back to the
       * default. With `If-Match` nothing is overwritten that was changed since it was read.
       */
      editCustomize: (fields: EditCustomizeFields, options?: EditOptions): Promise<LookSaved> =>
        api.one({ method: 'POST', path: '/api/v1/user/customize', json: fields }, options),
      /**
       * The background. With every default filled in. Its `ETag` is what `If-Match` takes when it is
       * changed.
       */
      getBackground: (options?: CallOptions): Promise<Background> =>
        api.one({ method: 'GET', path: '/api/v1/user/background' }, options),
      /**
       * Change the background. What is set for the other types is kept. `source` says whether a picture or a
       * video is an upload or lies elsewhere; while the one that it names is missing, the theme’s own
       * background is shown. The answer tells how the colours can be read on it. What is not sent stays as
       * it is; null goes back to the default. With `If-Match` nothing is overwritten that was changed since
       * it was read.
       */
      editBackground: (fields: EditBackgroundFields, options?: EditOptions): Promise<LookSaved> =>
        api.one({ method: 'POST', path: '/api/v1/user/background', json: fields }, options),
      /**
       * What the page does beside showing itself. With every default filled in. Its `ETag` is what
       * `If-Match` takes when it is changed.
       */
      getOptions: (options?: CallOptions): Promise<OptionsSection> =>
        api.one({ method: 'GET', path: '/api/v1/user/options' }, options),
      /**
       * Change what the page does. With `consent_bar` visitors are asked before a pixel is loaded. What is
       * not sent stays as it is; null goes back to the default. With `If-Match` nothing is overwritten that
       * was changed since it was read.
       */
      editOptions: (fields: EditOptionsFields, options?: EditOptions): Promise<SectionSaved> =>
        api.one({ method: 'POST', path: '/api/v1/user/options', json: fields }, options),
      /** The username. With the address of the page, and the former names that lead there as well. */
      getUsername: (options?: CallOptions): Promise<UsernameSection> =>
        api.one({ method: 'GET', path: '/api/v1/user/username' }, options),
      /**
       * Change the username. The page moves to the new address; the old one goes on leading there, and no
       * other account can have it. An account can have 20 such names.
       */
      editUsername: (fields: EditUsernameFields, options?: EditOptions): Promise<SectionSaved> =>
        api.one({ method: 'POST', path: '/api/v1/user/username', json: fields }, options),
      /**
       * Whether the colours can be read. Measures the look as it is, or as it would be with any of these
       * tried out, against WCAG AA, and offers the nearest colours that pass. It measures what was chosen.
       * The page itself stays readable whatever that is: it leaves out day or night, puts the content on a
       * panel, or paints text and labels in another colour, and `shown` tells which. With one of the `fixes`
       * the page looks as chosen.
       */
      getContrast: (query: GetContrastQuery = {}, options?: CallOptions): Promise<ContrastReport> =>
        api.one({ method: 'GET', path: '/api/v1/user/contrast', query }, options),
    },
    appearance: {
      /**
       * What there is to choose from. Themes with their colours, fonts, and every word that `POST
       * /user/customize` and `POST /user/background` take. The same for every account.
       */
      get: (options?: CallOptions): Promise<Appearance> =>
        api.one({ method: 'GET', path: '/api/v1/appearance' }, options),
    },
    blocks: {
      /**
       * The blocks of the page. Ordered by `position`, then `id`, each with its items in the order of its
       * own list.
       */
      list: (query: ListBlocksQuery = {}, options?: CallOptions): Promise<PageOf<Block>> =>
        api.page({ method: 'GET', path: '/api/v1/blocks', query }, options),
      /** The blocks of the page. Page after page. */
      pages: (query: ListBlocksQuery = {}, options?: CallOptions): AsyncGenerator<PageOf<Block>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/blocks', query }, options),
      /** The blocks of the page. One by one, over all pages. */
      each: (query: ListBlocksQuery = {}, options?: CallOptions): AsyncGenerator<Block, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/blocks', query }, options),
      /**
       * Add a block, with its items. What it takes follows from its type, `block`. It comes last unless
       * `position` says otherwise; its items come in the order of their list. A page has at most 100 blocks.
       * With an `Idempotency-Key` header the same request, sent again within 24 hours, creates nothing and
       * gets the first answer.
       */
      create: (fields: CreateBlockFields, options?: CreationOptions): Promise<BlockSaved> =>
        api.one({ method: 'POST', path: '/api/v1/blocks', json: fields, once: true }, options),
      /**
       * One block with its items. As it is in the list. Its `ETag` is what `If-Match` takes when it is
       * changed or deleted, or its items are put in order.
       */
      get: (blockId: number, options?: CallOptions): Promise<Block> =>
        api.one({ method: 'GET', path: '/api/v1/blocks/{block_id}', at: { block_id: blockId } }, options),
      /**
       * Change a block. What is not sent stays as it is, also within `settings` and `blocks.content`; a key
       * sent as null goes back to its default; a list is replaced as a whole. Its type cannot be changed,
       * and `items` are changed at their own addresses: here they are ignored.
       */
      edit: (blockId: number, fields: EditBlockFields, options?: EditOptions): Promise<BlockSaved> =>
        api.one(
          { method: 'POST', path: '/api/v1/blocks/{block_id}', at: { block_id: blockId }, json: fields },
          options,
        ),
      /**
       * Put the blocks in an order. All of them in one call. `If-Match` takes the ETag of `GET
       * /blocks?results_per_page=100`, and the answer carries it.
       */
      reorder: (fields: ReorderBlocksFields, options?: EditOptions): Promise<ReorderBlocksAnswer> =>
        api.one({ method: 'POST', path: '/api/v1/blocks/reorder', json: fields }, options),
      /**
       * Duplicate a block, with its items. The copy comes right behind it. Its links have addresses and
       * counts of their own.
       */
      duplicate: (blockId: number, options?: CreationOptions): Promise<BlockSaved> =>
        api.one(
          { method: 'POST', path: '/api/v1/blocks/{block_id}/duplicate', at: { block_id: blockId }, once: true },
          options,
        ),
      /**
       * Delete a block, with its items. What visitors sent by its form is deleted as well. The counts of its
       * links stay, and their addresses say that they are gone.
       */
      delete: (blockId: number, options?: EditOptions): Promise<string> =>
        api.one({ method: 'POST', path: '/api/v1/blocks/{block_id}/delete', at: { block_id: blockId } }, options),
      /**
       * One item of a block. As it is in its block. Its `ETag` is what `If-Match` takes when it is changed
       * or deleted.
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
       * Change an item, or move it to another block. What is not sent stays as it is, also within `content`,
       * `settings` and `element`; a key sent as null goes back to its default. The link keeps its address
       * and its counts.
       */
      editItem: (
        blockId: number,
        itemId: number,
        fields: EditBlockItemFields,
        options?: EditOptions,
      ): Promise<BlockSaved> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/items/{item_id}',
            at: { block_id: blockId, item_id: itemId },
            json: fields,
          },
          options,
        ),
      /**
       * Add an item to a block. What it takes follows from the type of the block. It comes last unless
       * `position` says otherwise. A block has at most 100 items. An item with a `link` gets a short address
       * that counts, and one with the `slug` of a deleted link is that link again, with its counts. With an
       * `Idempotency-Key` header the same request, sent again within 24 hours, creates nothing and gets the
       * first answer.
       */
      createItem: (blockId: number, fields: CreateBlockItemFields, options?: CreationOptions): Promise<BlockSaved> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/items',
            at: { block_id: blockId },
            json: fields,
            once: true,
          },
          options,
        ),
      /**
       * Put the items of a block in an order. All of them in one call. `If-Match` takes the ETag of the
       * block, and the answer carries it.
       */
      reorderItems: (blockId: number, fields: ReorderBlockItemsFields, options?: EditOptions): Promise<BlockSaved> =>
        api.one(
          { method: 'POST', path: '/api/v1/blocks/{block_id}/items/reorder', at: { block_id: blockId }, json: fields },
          options,
        ),
      /** Duplicate an item. The copy comes right behind it. Its link has an address and counts of its own. */
      duplicateItem: (blockId: number, itemId: number, options?: CreationOptions): Promise<BlockSaved> =>
        api.one(
          {
            method: 'POST',
            path: '/api/v1/blocks/{block_id}/items/{item_id}/duplicate',
            at: { block_id: blockId, item_id: itemId },
            once: true,
          },
          options,
        ),
      /** Delete an item. The counts of its link stay, and its address says that it is gone. */
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
       * What visitors sent by a form. Newest first. A block that is no form has none. With `Accept:
       * text/csv` all of them come as one file: UTF-8 with a byte order mark, a column for each field, and
       * an apostrophe before whatever a spreadsheet would take for a formula.
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
      /** What visitors sent by a form. Page after page. */
      pagesOfEntries: (
        blockId: number,
        query: ListBlockEntriesQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<FormEntry>, void, undefined> =>
        api.pages(
          { method: 'GET', path: '/api/v1/blocks/{block_id}/entries', at: { block_id: blockId }, query },
          options,
        ),
      /** What visitors sent by a form. One by one, over all pages. */
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
       * Delete all that visitors sent by a form. With `last_id` all up to that one, so that what came in
       * meanwhile stays.
       */
      deleteEntries: (blockId: number, fields: DeleteBlockEntriesFields, options?: CallOptions): Promise<string> =>
        api.one(
          { method: 'POST', path: '/api/v1/blocks/{block_id}/entries/delete', at: { block_id: blockId }, json: fields },
          options,
        ),
      /** Delete what a visitor sent by a form. It is gone for good. */
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
      /** The links of the page. Ordered by `id`. A deleted one is listed as long as it has counts. */
      list: (query: ListLinksQuery = {}, options?: CallOptions): Promise<PageOf<Link>> =>
        api.page({ method: 'GET', path: '/api/v1/links', query }, options),
      /** The links of the page. Page after page. */
      pages: (query: ListLinksQuery = {}, options?: CallOptions): AsyncGenerator<PageOf<Link>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/links', query }, options),
      /** The links of the page. One by one, over all pages. */
      each: (query: ListLinksQuery = {}, options?: CallOptions): AsyncGenerator<Link, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/links', query }, options),
      /** One link. As it is in the list. Its `ETag` is what `If-Match` takes when it is changed. */
      get: (id: number, options?: CallOptions): Promise<Link> =>
        api.one({ method: 'GET', path: '/api/v1/links/{id}', at: { id } }, options),
      /**
       * Change where a link is found, or where it leads. What is not sent stays as it is. A slug that it had
       * goes on leading to it, and belongs to no other link of the page until it is let go of; its counts
       * stay with it. With `If-Match` nothing is overwritten that was changed since it was read.
       */
      edit: (id: number, fields: EditLinkFields, options?: EditOptions): Promise<LinkSaved> =>
        api.one({ method: 'POST', path: '/api/v1/links/{id}', at: { id }, json: fields }, options),
    },
    page: {
      /**
       * The whole page as one document. Only what differs from the defaults, always in the same order,
       * without ids and times: a document to keep in a repository and to send back to `POST /page/import`,
       * for this account or another.
       */
      get: (options?: CallOptions): Promise<PageDocument> => api.one({ method: 'GET', path: '/api/v1/page' }, options),
      /**
       * Make the page what a document says. All of it or nothing. Send a `document`, or the `text` of a page
       * that is brought along with its `format`. Blocks, items and links that are there already are found
       * again, so that their counts and entries stay with them; with `dry_run` it is only told what would
       * change. Bodies may have up to 8 MiB. With `If-Match`, the ETag of `GET /page`, nothing is
       * overwritten that was changed since it was read.
       */
      import: (fields: ImportPageFields, options?: EditOptions): Promise<PageImported> =>
        api.one({ method: 'POST', path: '/api/v1/page/import', json: fields }, options),
    },
    planHistory: {
      /** What was bought or granted. Newest first. `price` is in the main unit of `currency`. */
      list: (query: ListPlanHistoryQuery = {}, options?: CallOptions): Promise<PageOf<PlanRecord>> =>
        api.page({ method: 'GET', path: '/api/v1/plan-history', query }, options),
      /** What was bought or granted. Page after page. */
      pages: (
        query: ListPlanHistoryQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<PlanRecord>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/plan-history', query }, options),
      /** What was bought or granted. One by one, over all pages. */
      each: (query: ListPlanHistoryQuery = {}, options?: CallOptions): AsyncGenerator<PlanRecord, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/plan-history', query }, options),
    },
    analytics: {
      /**
       * Who is on the page now. A visitor whose page sends its pulse is live until 60 seconds after the last
       * one, one without JavaScript for five minutes after its last request.
       */
      getLiveVisitors: (options?: CallOptions): Promise<Live> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/live' }, options),
      /**
       * Clicks by link. Every link that has a slug, those never clicked with zeros, and deleted ones as long
       * as they have counts. `insight.unique` counts a visitor once a day however many links it followed.
       */
      getClicks: (options?: CallOptions): Promise<Clicks> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/clicks' }, options),
      /**
       * Clicks on one link, broken down. By country, city, device and browser. A slug that the link had
       * before names it as well.
       */
      getLinkClicks: (slug: string, options?: CallOptions): Promise<Breakdown> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/clicks/{slug}', at: { slug } }, options),
      /**
       * Page views, broken down. All that was ever recorded. A visitor is unique once per UTC day. The sum
       * over any breakdown is `getviews`.
       */
      getViews: (options?: CallOptions): Promise<Breakdown> =>
        api.one({ method: 'GET', path: '/api/v1/analytics/views' }, options),
      /**
       * Views of the page, or clicks on a link, by one dimension. The largest first. A visitor is unique
       * once a day, under the first visit of that day. What a visit does not tell, a referrer for one, is
       * not listed. Of referrers and campaigns a thousand are told apart, the rest is `Other`. `kind` lists
       * what is no visit: bots, link previews, prefetches and HEAD requests. With `from` and `to`, what was
       * counted on those days of UTC. With a value of any dimension, such as `country=de&browser=Firefox`,
       * only visits that match all of them: those are read from what is kept of each visit, which reaches
       * back as far as `events_since` in `meta` says. More than two million visits at a time are not looked
       * through so: choose fewer days.
       */
      listBreakdown: (query: ListBreakdownQuery = {}, options?: CallOptions): Promise<PageOf<DimensionKey>> =>
        api.page({ method: 'GET', path: '/api/v1/analytics/breakdown', query }, options),
      /** Views of the page, or clicks on a link, by one dimension. Page after page. */
      pagesOfBreakdown: (
        query: ListBreakdownQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<DimensionKey>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/analytics/breakdown', query }, options),
      /** Views of the page, or clicks on a link, by one dimension. One by one, over all pages. */
      eachBreakdown: (
        query: ListBreakdownQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<DimensionKey, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/analytics/breakdown', query }, options),
      /**
       * How often each link was seen and followed. The most followed first. `visits` divided by
       * `impressions` is the share of views of the page that led to the link.
       */
      listLinkFigures: (query: ListLinkFiguresQuery = {}, options?: CallOptions): Promise<PageOf<LinkFigures>> =>
        api.page({ method: 'GET', path: '/api/v1/analytics/links', query }, options),
      /** How often each link was seen and followed. Page after page. */
      pagesOfLinkFigures: (
        query: ListLinkFiguresQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<LinkFigures>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/analytics/links', query }, options),
      /** How often each link was seen and followed. One by one, over all pages. */
      eachLinkFigure: (
        query: ListLinkFiguresQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<LinkFigures, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/analytics/links', query }, options),
      /**
       * Visits and clicks one by one. Newest first, for as long as the operator keeps them (90 days where
       * nothing else is set); counts stay for good. None of them names its visitor. What is no visit, by
       * bots for one, is among them, as its `kind` says. With a value of any dimension only those that
       * match, looked for among two million at most: choose fewer days where there are more. With `Accept:
       * text/csv` all of them come as one file: UTF-8 with a byte order mark, 1 and 0 for true and false,
       * and an apostrophe before whatever a spreadsheet would take for a formula.
       */
      listVisits: (query: ListVisitsQuery = {}, options?: CallOptions): Promise<PageOf<VisitRecord>> =>
        api.page({ method: 'GET', path: '/api/v1/analytics/events', query }, options),
      /** Visits and clicks one by one. Page after page. */
      pagesOfVisits: (
        query: ListVisitsQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<VisitRecord>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/analytics/events', query }, options),
      /** Visits and clicks one by one. One by one, over all pages. */
      eachVisit: (query: ListVisitsQuery = {}, options?: CallOptions): AsyncGenerator<VisitRecord, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/analytics/events', query }, options),
    },
    uploads: {
      /** What was uploaded. Newest first. */
      list: (query: ListUploadsQuery = {}, options?: CallOptions): Promise<PageOf<Upload>> =>
        api.page({ method: 'GET', path: '/api/v1/uploads', query }, options),
      /** What was uploaded. Page after page. */
      pages: (query: ListUploadsQuery = {}, options?: CallOptions): AsyncGenerator<PageOf<Upload>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/uploads', query }, options),
      /** What was uploaded. One by one, over all pages. */
      each: (query: ListUploadsQuery = {}, options?: CallOptions): AsyncGenerator<Upload, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/uploads', query }, options),
      /**
       * Upload a picture, a video or a file. What it is, is told by what is in it. A picture is drawn anew,
       * as WebP and AVIF in several sizes, without anything that was written into it, such as where a photo
       * was taken. The `url` may then be sent wherever the page takes a picture, a video or a file. The same
       * file again is the same upload. What nothing of the page refers to is removed after 24 hours, or some
       * hours later.
       */
      create: (fields: CreateUploadFields, options?: CreationOptions): Promise<UploadSaved> =>
        api.one({ method: 'POST', path: '/api/v1/uploads', multipart: fields, once: true }, options),
      /** One upload. As it is in the list. */
      get: (id: number, options?: CallOptions): Promise<Upload> =>
        api.one({ method: 'GET', path: '/api/v1/uploads/{id}', at: { id } }, options),
      /** Delete an upload. Refused while the page refers to it, with the places that do. */
      delete: (id: number, options?: CallOptions): Promise<string> =>
        api.one({ method: 'POST', path: '/api/v1/uploads/{id}/delete', at: { id } }, options),
    },
    pixels: {
      /** The tracking pixels. Ordered by `id`. */
      list: (query: ListPixelsQuery = {}, options?: CallOptions): Promise<PageOf<Pixel>> =>
        api.page({ method: 'GET', path: '/api/v1/pixels', query }, options),
      /** The tracking pixels. Page after page. */
      pages: (query: ListPixelsQuery = {}, options?: CallOptions): AsyncGenerator<PageOf<Pixel>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/pixels', query }, options),
      /** The tracking pixels. One by one, over all pages. */
      each: (query: ListPixelsQuery = {}, options?: CallOptions): AsyncGenerator<Pixel, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/pixels', query }, options),
      /**
       * Add a pixel. With an `Idempotency-Key` header the same request, sent again within 24 hours, creates
       * nothing and gets the first answer.
       */
      create: (fields: CreatePixelFields, options?: CreationOptions): Promise<PixelSaved> =>
        api.one({ method: 'POST', path: '/api/v1/pixels', json: fields, once: true }, options),
      /** The six platforms' snippets. Each with the literal `{pixel}` where the tracker id goes. */
      getTemplates: (options?: CallOptions): Promise<GetPixelTemplatesAnswer> =>
        api.one({ method: 'GET', path: '/api/v1/pixels/template' }, options),
      /** One pixel. As it is in the list. */
      get: (id: number, options?: CallOptions): Promise<Pixel> =>
        api.one({ method: 'GET', path: '/api/v1/pixels/{id}', at: { id } }, options),
      /** Change a pixel. What is not sent stays as it is. */
      edit: (id: number, fields: EditPixelFields, options?: CallOptions): Promise<PixelSaved> =>
        api.one({ method: 'POST', path: '/api/v1/pixels/{id}', at: { id }, json: fields }, options),
      /** Delete a pixel. It is no longer on the page from the next request on. */
      delete: (id: number, options?: CallOptions): Promise<string> =>
        api.one({ method: 'POST', path: '/api/v1/pixels/{id}/delete', at: { id } }, options),
    },
    activities: {
      /**
       * What happened to the account. Newest first. `meta` counts the filtered set, and its page URLs keep
       * the filter.
       */
      list: (query: ListActivitiesQuery = {}, options?: CallOptions): Promise<PageOf<Activity>> =>
        api.page({ method: 'GET', path: '/api/v1/activities', query }, options),
      /** What happened to the account. Page after page. */
      pages: (
        query: ListActivitiesQuery = {},
        options?: CallOptions,
      ): AsyncGenerator<PageOf<Activity>, void, undefined> =>
        api.pages({ method: 'GET', path: '/api/v1/activities', query }, options),
      /** What happened to the account. One by one, over all pages. */
      each: (query: ListActivitiesQuery = {}, options?: CallOptions): AsyncGenerator<Activity, void, undefined> =>
        api.each({ method: 'GET', path: '/api/v1/activities', query }, options),
    },
  };
}
