// A whole page as one document, for people to keep in a repository and to edit by hand. It says only what is not as it
// is by itself, always in the same order, and nothing that belongs to one account alone: no ids, no times, no addresses
// of this or that installation. Pictures and files are named by what is in them, `upload:{digest}/{file}`.
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { limits } from '../limits.ts';
import { Colour, StringFlag } from '../schemas/common.ts';
import { line, orNull, prose, word } from '../schemas/writing.ts';
import {
  alignments,
  type BlockType,
  backgroundSources,
  backgroundTypes,
  blockTypes,
  pixelTypes,
  radii,
} from '../vocabulary.ts';
import { type BlockContent, type BlockSettings, blockLimits, blockShapes, type ItemElement } from './block-shapes.ts';
import { fonts } from './fonts.ts';
import { themes } from './themes.ts';

export const documentVersion = 1;

export const documentLimits = { pixels: 1000, formerSlugs: 100 } as const;

const closed = { additionalProperties: false };
const sparse = <T extends Record<string, TSchema>>(properties: T, description?: string) =>
  Type.Partial(Type.Object(properties), { ...closed, ...(description === undefined ? {} : { description }) });

const Upload = Type.String({
  pattern: '^upload:[0-9a-f]{64}/[a-z0-9][a-z0-9.-]{0,63}$',
  description: 'A picture or file that was uploaded, by what is in it: upload:{digest}/{file}',
  'x-rule': 'must name an upload as upload:{digest}/{file}',
});
const colour = Type.String({ ...Colour, 'x-rule': 'must be a colour such as #1a2b3c' });
const stringFlag = Type.Unsafe<'0' | '1'>({ ...StringFlag, 'x-rule': 'must be "0" or "1"' });
const url = Type.String({
  minLength: 1,
  maxLength: blockLimits.url,
  pattern: '^[^\\p{Cc}\\p{Cs}\\s]*$',
  'x-trimmed': true,
  'x-rule': `must be an address of at most ${blockLimits.url} characters`,
});
const slug = Type.String({
  minLength: 1,
  maxLength: blockLimits.slug,
  pattern: '^[^\\p{Cc}\\p{Cs}\\s/]*$',
  'x-rule': `must be 1 to ${blockLimits.slug} characters, without spaces and slashes`,
});
const handle = orNull(line({ most: limits.socialHandle }));

const sections = {
  profile: sparse(
    {
      name: line({ most: limits.personName, description: 'Where it is missing, the name stays as it is' }),
      bio: prose({ most: limits.bio }),
      avatar: Upload,
    },
    'Who the page is of',
  ),
  seo: sparse(
    {
      enable: stringFlag,
      block_engine: stringFlag,
      page_name: line({ most: limits.pageName }),
      page_description: prose({ most: limits.pageDescription }),
      opengraph_image: Upload,
    },
    'What search engines and link previews are told',
  ),
  social: sparse(
    { email: handle, whatsapp: handle, facebook: handle, instagram: handle, twitter: handle, youtube: handle },
    'Where else its owner is found',
  ),
  customize: sparse(
    {
      font: word(fonts.map(({ name }) => name)),
      theme: word(themes.map(({ name }) => name)),
      button_background_color: colour,
      button_text_color: colour,
      texts_color: colour,
      radius: word(radii),
      bio_align: word(alignments),
    },
    'What it looks like; what is missing is as the theme has it',
  ),
  background: sparse(
    {
      type: orNull(word(backgroundTypes)),
      settings: sparse({
        video: sparse({ source: word(backgroundSources), external_url: orNull(url), video: Upload }),
        image: sparse({ source: word(backgroundSources), external_url: orNull(url), image: Upload }),
        solid: sparse({ color: colour }),
        gradient: sparse({ color_1: colour, color_2: colour, animate: stringFlag }),
      }),
    },
    'What lies behind it; null is the theme’s own',
  ),
  options: sparse(
    { consent_bar: Type.Boolean({ default: false, 'x-rule': 'must be true or false' }) },
    'Whether visitors are asked before a pixel is loaded',
  ),
};

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];

/** Whether a type of block is made up of items; the others are whole by themselves. */
export function hasItems(type: BlockType): boolean {
  const { element, settings } = blockShapes[type].item;
  return Object.keys({ ...element.properties, ...settings.properties }).length > 0;
}

/** What a block of this type looks like in a document. */
export function blockSchema(type: BlockType): TObject {
  const { settings, content, item } = blockShapes[type];
  return Type.Object(
    {
      block: Type.Literal(type),
      name: Type.Optional(line({ most: blockLimits.name })),
      subheading: Type.Optional(prose({ most: blockLimits.subheading })),
      ...(Type.IsNull(content) ? {} : { content: Type.Optional(anyPart(content)) }),
      ...fields({ settings }),
      ...(hasItems(type)
        ? { items: Type.Optional(Type.Array(itemSchema(item), { maxItems: blockLimits.items, ...mostItems })) }
        : {}),
    },
    { title: type, ...closed },
  );
}

const mostItems = { 'x-rule': `must be a list of at most ${blockLimits.items} items` };

function itemSchema({ element, settings }: { element: TObject; settings: TObject }): TObject {
  return Type.Object(
    {
      caption: Type.Optional(line({ most: blockLimits.caption })),
      alt: Type.Optional(line({ most: blockLimits.alt })),
      link: Type.Optional(
        Type.Union([Upload, url], { 'x-rule': 'must be an address, or an upload as upload:{digest}/{file}' }),
      ),
      slug: Type.Optional(slug),
      former_slugs: Type.Optional(
        Type.Array(slug, {
          maxItems: documentLimits.formerSlugs,
          description: 'Earlier ends of its short address, which still lead there',
          'x-rule': `must be a list of at most ${documentLimits.formerSlugs} slugs`,
        }),
      ),
      thumbnail: Type.Optional(Upload),
      ...fields({ element, settings }),
    },
    closed,
  );
}

/** Those of them that there is anything to say in. */
function fields(shapes: Record<string, TObject>): Record<string, TSchema> {
  const spoken = Object.entries(shapes).filter(([, shape]) => Object.keys(shape.properties).length > 0);
  return Object.fromEntries(spoken.map(([name, shape]) => [name, Type.Optional(anyPart(shape))]));
}

function anyPart(shape: TSchema): TSchema {
  return Type.IsObject(shape) ? Type.Partial(shape, closed) : shape;
}

const Pixel = Type.Object(
  {
    name: line({ least: 1, most: limits.pixelName }),
    type: word(pixelTypes),
    pixel_id: Type.String({
      minLength: 1,
      maxLength: limits.pixelId,
      pattern: '^[A-Za-z0-9_.:-]*$',
      'x-rule': `must be 1 to ${limits.pixelId} of the characters A-Z a-z 0-9 _ . : -`,
    }),
    status: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 1, 'x-rule': 'must be 0 or 1' })),
  },
  closed,
);

const head = {
  $schema: Type.Optional(Type.String({ maxLength: blockLimits.url, description: 'Where editors find this schema' })),
  version: Type.Literal(documentVersion, { 'x-rule': `must be ${documentVersion}` }),
};
const Sections = Type.Partial(Type.Object(sections));
const Pixels = Type.Array(Pixel, {
  maxItems: documentLimits.pixels,
  'x-rule': `must be a list of at most ${documentLimits.pixels} pixels`,
});

export const PageDocumentSchema = Type.Object(
  {
    ...head,
    ...Sections.properties,
    blocks: Type.Optional(
      Type.Array(Type.Union(blockTypes.map(blockSchema)), {
        maxItems: blockLimits.blocks,
        'x-rule': `must be a list of at most ${blockLimits.blocks} blocks`,
      }),
    ),
    pixels: Type.Optional(Pixels),
  },
  { title: 'PageDocument', description: 'A page, whole, as one document', ...closed },
);

export type DocumentSections = Static<typeof Sections>;
export type DocumentPixel = Static<typeof Pixel>;

export interface PageDocument extends DocumentSections {
  $schema?: string;
  version: typeof documentVersion;
  blocks?: DocumentBlock[];
  pixels?: DocumentPixel[];
}

export type DocumentBlock = { [T in BlockType]: DocumentBlockOf<T> }[BlockType];

export interface DocumentBlockOf<T extends BlockType> {
  block: T;
  name?: string;
  subheading?: string;
  content?: BlockContent<T> extends object ? Partial<BlockContent<T>> : BlockContent<T>;
  settings?: Partial<BlockSettings<T>>;
  items?: DocumentItem<T>[];
}

export interface DocumentItem<T extends BlockType = BlockType> {
  caption?: string;
  alt?: string;
  link?: string;
  slug?: string;
  former_slugs?: string[];
  thumbnail?: string;
  element?: Partial<ItemElement<T>>;
  settings?: Partial<ItemSettings<T>>;
}

type ItemSettings<T extends BlockType> = Static<(typeof blockShapes)[T]['item']['settings']>;
