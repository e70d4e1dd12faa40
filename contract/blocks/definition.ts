// What a type of block is: its fields with their limits and defaults, what it is called, its form in the dashboard and an
// example. Everything else about its data is derived from this; `server/views/page/blocks/` has its HTML.
import type { Message } from '../messages.ts';
import type { Fields, TextField, ValuesOf } from './fields.ts';
import type { linkSettings } from './link-settings.ts';

/** In the order of the dashboard's gallery. */
export const blockGroups = ['basics', 'media', 'forms', 'more'] as const;

/** What the small drawing in the gallery is made of. */
export type SketchPart =
  | 'button'
  | 'send'
  | 'title'
  | 'line'
  | 'short'
  | 'ending'
  | 'picture'
  | 'tile'
  | 'screen'
  | 'player'
  | 'field'
  | 'area'
  | 'fold'
  | 'digits'
  | 'file'
  | 'person'
  | 'pin'
  | 'rule'
  | 'dot';

/** A field of the form that is no field of settings, content or element. */
export interface FormEntry {
  readonly kind: 'text' | 'link' | 'player' | 'picture' | 'upload' | 'slug' | 'schedule';
  /** In the record, such as `content.caption`. */
  readonly path: string;
  readonly label: Message;
  readonly hint?: Message;
  readonly isHalf?: boolean;
}

export type Content = Fields | TextField | null;
export type ContentOf<C extends Content> = C extends TextField ? string : C extends Fields ? ValuesOf<C> : null;
type LinkSettings = typeof linkSettings;
type ContentPath<C extends Content> = C extends TextField
  ? 'content'
  : C extends Fields
    ? `content.${keyof C & string}`
    : never;
type PathsIn<Part extends string, F extends Fields> = `${Part}.${keyof F & string}`;

export interface ItemDefinition<E extends Fields = Fields> {
  /** What one is to people, and how the dashboard adds it. Items of one kind can move between blocks. */
  readonly kind: 'link' | 'picture' | 'question' | 'file';
  /** Fields beside caption, link and picture. */
  readonly element: E;
  /** Where its link may lead: anywhere, or to a file; without it, an item has no link. */
  readonly link?: 'anywhere' | 'file';
  readonly form: readonly (FormEntry | PathsIn<'element', E> | PathsIn<'settings', LinkSettings>)[];
}

export interface BlockDefinition<
  S extends Fields = Fields,
  C extends Content = Content,
  E extends Fields = Fields,
  Icon extends string = string,
> {
  readonly title: Message;
  /** What it is for. */
  readonly text: Message;
  readonly group: (typeof blockGroups)[number];
  /** Of `web/src/design/icon.tsx`. */
  readonly icon: Icon;
  readonly sketch: readonly SketchPart[];
  /** Beside `enabled`, which every type has. */
  readonly settings: S;
  readonly content: C;
  readonly items?: ItemDefinition<E>;
  /** In this order; by default title, the line below it, content and settings. */
  readonly form?: readonly (FormEntry | PathsIn<'settings', S> | ContentPath<C>)[];
  /** The page shows settings of the account in it, so that its size depends on them. */
  readonly showsAccount?: true;
}

/** A block with every field that it can have: documentation, demo and tests show it. */
export interface Example {
  readonly name?: string;
  readonly subheading?: string;
  readonly content?: unknown;
  readonly settings?: object;
  readonly items?: readonly ExampleItem[];
}
export interface ExampleItem {
  readonly caption?: string;
  readonly alt?: string;
  readonly link?: string;
  readonly element?: object;
  readonly settings?: Partial<ValuesOf<LinkSettings>>;
}

/** An example with values of its type. */
export type ExampleOf<D> =
  D extends BlockDefinition<infer S, infer C, infer E>
    ? Example & {
        readonly content?: ContentOf<C>;
        readonly settings?: Partial<ValuesOf<S>>;
        readonly items?: readonly (ExampleItem & { readonly element?: ValuesOf<E> })[];
      }
    : never;

export function defineBlock<
  S extends Fields,
  C extends Content,
  Icon extends string,
  E extends Fields = Record<never, never>,
>(definition: BlockDefinition<S, C, E, Icon>): BlockDefinition<S, C, E, Icon> {
  return definition;
}

/** Whether the content is one value. */
export function isOneField(content: Content): content is TextField {
  return content !== null && typeof content.kind === 'string';
}
