// A whole page as one document, for version control and editing by hand. It omits defaults, always has the same order,
// and contains nothing specific to an account or installation: no ids, times or hosts. Uploads are referenced by their
// content, `upload:{digest}/{file}`.
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import {
  type BlockContent,
  type BlockSettings,
  hasItems,
  hasLinks,
  type ItemElement,
  type ItemSettings,
} from '../blocks/index.ts';
import { limits } from '../limits.ts';
import { titled } from '../schemas/block-writes.ts';
import { Colour, StringFlag } from '../schemas/common.ts';
import { eachNetwork, layoutMeaning, PageLanguage } from '../schemas/sections.ts';
import { character } from '../schemas/text-pattern.ts';
import { writable } from '../schemas/writable-shapes.ts';
import { line, orNull, prose, word } from '../schemas/writing.ts';
import {
  alignments,
  type BlockType,
  backgroundLayouts,
  backgroundSources,
  backgroundTypes,
  blockTypes,
  pixelTypes,
  radii,
} from '../vocabulary.ts';
import { blockLimits, blockShapes } from './block-shapes.ts';
import { fonts } from './fonts.ts';
import { themes } from './themes.ts';

export const documentVersion = 1;

/** A limit of documents. How many pixels an account may have is a quota (`limits.pixels`). */
export const MAX_PIXELS = 1000;

const sparse = <T extends Record<string, TSchema>>(properties: T, description?: string) =>
  Type.Partial(Type.Object(properties), description === undefined ? {} : { description });

const Upload = Type.String({
  pattern: '^upload:[0-9a-f]{64}/[a-z0-9][a-z0-9.-]{0,63}$',
  description: 'An uploaded file, as upload:{digest}/{file}',
  'x-rule': 'must name an upload as upload:{digest}/{file}',
});
const colour = Type.String({ ...Colour, 'x-rule': 'must be a colour such as #1a2b3c' });
const stringFlag = Type.Unsafe<'0' | '1'>({ ...StringFlag, 'x-rule': 'must be "0" or "1"' });
const url = Type.String({
  minLength: 1,
  maxLength: blockLimits.url,
  pattern: `^${character('\\s')}*$`,
  'x-trimmed': true,
  'x-rule': `must be an address of at most ${blockLimits.url} characters`,
});
const slug = line({
  min: 1,
  max: blockLimits.slug,
  description: 'Last part of the short URL. Default: made from the caption',
});
const linkFields = {
  link: Type.Optional(
    Type.String({
      ...url,
      description: 'The target: an http, https, mailto or tel URL, or an upload as upload:{digest}/{file}',
    }),
  ),
  slug: Type.Optional(slug),
  former_slugs: Type.Optional(
    Type.Array(slug, {
      maxItems: limits.formerSlugs,
      description: 'Previous slugs, which still redirect to the link',
      'x-rule': `must be a list of at most ${limits.formerSlugs} slugs`,
    }),
  ),
};
const handle = orNull(line({ max: limits.socialHandle }));

const sections = {
  profile: sparse(
    {
      name: line({ min: 1, max: limits.personName, description: 'Default: the username' }),
      bio: prose({ max: limits.bio }),
      avatar: Upload,
    },
    'Name, bio and avatar',
  ),
  seo: sparse(
    {
      enable: stringFlag,
      block_engine: stringFlag,
      page_name: line({ max: limits.pageName }),
      page_description: prose({ max: limits.pageDescription }),
      opengraph_image: Upload,
    },
    'Metadata for search engines and link previews',
  ),
  social: sparse(
    eachNetwork(() => handle),
    'Social profiles',
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
    'Theme, font and colors. Missing fields take the values of the theme',
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
    'The page background; null for the background of the theme',
  ),
  options: sparse(
    {
      consent_bar: Type.Boolean({
        default: false,
        description: 'Whether visitors are asked for consent before pixels load',
        'x-rule': 'must be true or false',
      }),
      language: PageLanguage,
      background_layout: word(backgroundLayouts, layoutMeaning),
    },
    'Consent bar, language, and the layout over a picture',
  ),
};

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];

/** The schema of a block of this type in a document. */
function blockSchema(type: BlockType): TObject {
  const { settings, content, item } = blockShapes[type];
  return Type.Object(
    {
      block: Type.Literal(type),
      name: Type.Optional(line({ max: blockLimits.name })),
      subheading: Type.Optional(line({ max: blockLimits.subheading })),
      ...nonEmpty({ content, settings }),
      ...(hasItems(type) ? { items: Type.Optional(items(type, item)) } : {}),
    },
    { title: titled(type, 'DocumentBlock') },
  );
}

function items(type: BlockType, { element, settings }: { element: TObject; settings: TObject }) {
  const item = Type.Object({
    caption: Type.Optional(line({ max: blockLimits.caption })),
    alt: Type.Optional(line({ max: blockLimits.alt })),
    ...(hasLinks(type) ? linkFields : {}),
    thumbnail: Type.Optional(Upload),
    ...nonEmpty({ element, settings }),
  });
  return Type.Array(item, {
    maxItems: blockLimits.items,
    'x-rule': `must be a list of at most ${blockLimits.items} items`,
  });
}

/** Omits shapes without fields. */
function nonEmpty(shapes: Record<string, TSchema>): Record<string, TSchema> {
  const hasFields = (shape: TSchema) => (Type.IsObject(shape) ? Object.keys(shape.properties).length > 0 : true);
  const fields = Object.entries(shapes).filter(([, shape]) => !Type.IsNull(shape) && hasFields(shape));
  return Object.fromEntries(fields.map(([name, shape]) => [name, Type.Optional(writable(shape))]));
}

const Pixel = Type.Object({
  name: line({ min: 1, max: limits.pixelName }),
  type: word(pixelTypes),
  pixel_id: Type.String({
    minLength: 1,
    maxLength: limits.pixelId,
    pattern: '^[A-Za-z0-9_.:-]*$',
    'x-rule': `must be 1 to ${limits.pixelId} of the characters A-Z a-z 0-9 _ . : -`,
  }),
  status: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, default: 1, 'x-rule': 'must be 0 or 1' })),
});

const head = {
  $schema: Type.Optional(Type.String({ maxLength: blockLimits.url, description: 'URL of this schema, for editors' })),
  version: Type.Literal(documentVersion, { 'x-rule': `must be ${documentVersion}` }),
};
const Sections = Type.Partial(Type.Object(sections));
const Pixels = Type.Array(Pixel, {
  maxItems: MAX_PIXELS,
  'x-rule': `must be a list of at most ${MAX_PIXELS} pixels`,
});

/** No object accepts additional keys. */
export const PageDocumentSchema = closed(
  Type.Object(
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
    { title: 'PageDocument', description: 'A whole page as one document' },
  ),
);

function closed<T extends TSchema>(schema: T): T {
  if (Array.isArray(schema)) return schema.map((one) => closed(one)) as unknown as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, value]) => [name, name === 'default' ? value : closed(value)]);
  const isObject = Type.IsObject(schema);
  return Object.fromEntries([...entries, ...(isObject ? [['additionalProperties', false]] : [])]) as T;
}

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
  settings?: Partial<ItemSettings>;
}
