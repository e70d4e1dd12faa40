// Schemas for writing blocks and items, derived from the shape of each type. The discriminator is `block` for a
// creation, and the stored block for an edit.
import { type TObject, type TSchema, Type } from 'typebox';
import { isOneField } from '../blocks/definition.ts';
import { type BlockType, blockTypes, definitionOf, hasItems, hasLinks } from '../blocks/index.ts';
import { blockLimits, blockShapes } from '../page/block-shapes.ts';
import { Id } from './common.ts';
import { nullable, writable } from './writable-shapes.ts';
import { line, word } from './writing.ts';

const closed = { additionalProperties: false };
const anObject = { 'x-rule': 'must be an object' };
const objectOrNull = { 'x-rule': 'must be an object, or null' };

const positionField = (of: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: `Position ${of}, starting at 1. The others move to make room; a position past the end means the end`,
      'x-rule': 'must be a whole number, 0 or more',
    }),
  );

const address = Type.String({
  minLength: 1,
  maxLength: blockLimits.url,
  'x-trimmed': true,
  'x-rule': `must be an address of at most ${blockLimits.url} characters`,
});

const slug = line({
  min: 1,
  max: blockLimits.slug,
  description: 'Last part of the short URL. Default: made from the caption',
});

const none = (rule: string) => Type.Optional(Type.Null({ 'x-rule': rule }));

/** `contact_form` becomes `ContactForm` in type names. */
export const titled = (type: BlockType, name: string) =>
  type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()) + name;

/** If a shape has no fields, the record's null or `{}` is ignored, and any key is rejected. */
function holding(name: 'element' | 'settings', shape: TObject, title: string): Record<string, TSchema> {
  if (Object.keys(shape.properties).length === 0) return {};
  return { [name]: Type.Optional(nullable(writable(shape, title))) };
}

function itemFields(type: BlockType) {
  const { element, settings } = blockShapes[type].item;
  const noLink = `must be null: an item of a block of type ${type} has no link`;
  return {
    thumbnail: Type.Optional(
      nullable({
        ...address,
        description: 'URL of one of your uploaded images; null for a generated one',
      } as typeof address),
    ),
    ...holding('element', element, titled(type, 'Element')),
    link: hasLinks(type)
      ? Type.Optional(
          nullable({
            ...address,
            description:
              definitionOf(type).items?.link === 'file'
                ? 'URL of one of your uploads, or an http or https URL'
                : 'An http, https, mailto or tel URL, or the URL of one of your uploads',
          } as typeof address),
        )
      : none(noLink),
    content: Type.Optional(
      Type.Object(
        {
          caption: Type.Optional(nullable(line({ max: blockLimits.caption }))),
          alt: Type.Optional(nullable(line({ max: blockLimits.alt }))),
        },
        anObject,
      ),
    ),
    ...holding('settings', settings, 'ItemLinkSettings'),
    slug: hasLinks(type) ? Type.Optional(slug) : none(noLink),
  };
}

function itemsOf(type: BlockType): TSchema {
  if (!hasItems(type)) {
    return Type.Array(Type.Object({}), {
      maxItems: 0,
      'x-rule': `must be empty: a block of type ${type} has no items`,
    });
  }
  return Type.Array(Type.Object(itemFields(type), { title: titled(type, 'Item'), ...anObject }), {
    maxItems: blockLimits.items,
    description: 'The items, in order',
    'x-rule': `must be a list of at most ${blockLimits.items} items`,
  });
}

function contentOf(type: BlockType): TSchema {
  const { content } = definitionOf(type);
  if (content === null) return Type.Null({ 'x-rule': `must be null: a block of type ${type} has no content` });
  const shape = blockShapes[type].content;
  return isOneField(content) ? writable(shape) : nullable(writable(shape, titled(type, 'Content')));
}

const commonFields = {
  name: Type.Optional(nullable(line({ max: blockLimits.name }))),
  subheading: Type.Optional(nullable(line({ max: blockLimits.subheading }))),
  position: positionField('on the page'),
};

function blockFields(type: BlockType) {
  return {
    ...commonFields,
    blocks: Type.Optional(
      Type.Union([Type.Object({ content: Type.Optional(contentOf(type)) }, objectOrNull), Type.Null()]),
    ),
    ...holding('settings', blockShapes[type].settings, titled(type, 'Settings')),
  };
}

export type SchemaByType = Readonly<Record<BlockType, TSchema>>;
const byType = (make: (type: BlockType) => TSchema): SchemaByType =>
  Object.fromEntries(blockTypes.map((type) => [type, make(type)])) as Record<BlockType, TSchema>;

export const blockCreations = byType((type) =>
  Type.Object(
    { block: Type.Literal(type), ...blockFields(type), items: Type.Optional(itemsOf(type)) },
    { title: titled(type, 'BlockCreation') },
  ),
);
export const blockEdits = byType((type) =>
  Type.Object(
    { block: Type.Optional(Type.Literal(type, { 'x-rule': 'cannot be changed' })), ...blockFields(type) },
    { title: titled(type, 'BlockEdit') },
  ),
);
export const itemCreations = byType((type) =>
  Type.Object(
    { ...itemFields(type), position: positionField('in the block') },
    { title: titled(type, 'ItemCreation') },
  ),
);
export const itemEdits = byType((type) =>
  Type.Object(
    {
      ...itemFields(type),
      position: positionField('in the block'),
      block_id: Type.Optional({
        ...Id,
        description: 'Moves the item, with its statistics, to another block with the same kind of items',
        'x-rule': 'must be the id of a block',
      } as typeof Id),
    },
    { title: titled(type, 'ItemEdit') },
  ),
);

/** For a block of unknown type: the rules of the other fields depend on the type. */
export const UntypedCreation = Type.Object({
  block: word(blockTypes),
  ...commonFields,
  blocks: Type.Optional(Type.Unknown()),
  settings: Type.Optional(Type.Unknown()),
  items: Type.Optional(Type.Unknown()),
});

const anyOf = (schemas: readonly TSchema[]) => Type.Union([...schemas]);
const withItems = blockTypes.filter(hasItems);
/** For the OpenAPI document. */
export const BlockCreation = anyOf(Object.values(blockCreations));
export const BlockEdit = anyOf(Object.values(blockEdits));
export const ItemCreation = anyOf(withItems.map((type) => itemCreations[type]));
export const ItemEdit = anyOf(withItems.map((type) => itemEdits[type]));

const order = (max: number, of: string) =>
  Type.Object({
    order: Type.Array(Type.Integer({ ...Id, 'x-rule': 'must be an id' }), {
      maxItems: max,
      description: `The ids of all ${of}, in the new order`,
      'x-rule': `must be a list of at most ${max} ids`,
    }),
  });
export const BlockOrder = order(blockLimits.blocks, 'blocks of the page');
export const ItemOrder = order(blockLimits.items, 'items of the block');

export const BlockPath = Type.Object({ block_id: Id });
export const ItemPath = Type.Object({ block_id: Id, item_id: Id });
export const BlockSaved = Type.Object({ id: Id, message: Type.String() }, { title: 'BlockSaved', ...closed });

const createdSlug = Type.Union([Type.String(), Type.Null()], {
  description: 'Slug of the link; null if the item has no link',
});
export const BlockCreated = Type.Object(
  {
    id: Id,
    items: Type.Array(Type.Object({ id: Id, slug: createdSlug }, { title: 'CreatedItem', ...closed }), {
      maxItems: blockLimits.items,
      description: 'The items that were created with the block, in order',
    }),
    message: Type.String(),
  },
  { title: 'BlockCreated', ...closed },
);
export const ItemCreated = Type.Object(
  { id: Id, slug: createdSlug, message: Type.String() },
  { title: 'ItemCreated', ...closed },
);
