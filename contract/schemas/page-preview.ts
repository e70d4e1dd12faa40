// The preview of a page with unsaved changes.
import { type Static, type TSchema, Type } from 'typebox';
import { blockTypes, hasItems } from '../blocks/index.ts';
import { blockLimits } from '../page/block-shapes.ts';
import { BlockCreation, blockEdits, itemEdits, titled } from './block-writes.ts';
import { Id } from './common.ts';
import { sectionEdits, sections } from './sections.ts';

/** At a time; the editor saves all the while. */
const MAX_NEW_BLOCKS = 20;
const MAX_ITEMS = 1000;
const MAX_HIDDEN = blockLimits.blocks * (blockLimits.items + 1);

const ids = (max: number, description: string) =>
  Type.Optional(
    Type.Array(Type.Integer({ ...Id, 'x-rule': 'must be an id' }), {
      maxItems: max,
      description,
      'x-rule': `must be a list of at most ${max} ids`,
    }),
  );

const list = (entry: TSchema, max: number, description: string) =>
  Type.Optional(Type.Array(entry, { maxItems: max, description, 'x-rule': `must be a list of at most ${max}` }));

/** `blocks`, `items` and `new_blocks` are validated against the types of the stored blocks. */
function previewOf(entries: { block: TSchema; item: TSchema; creation: TSchema }) {
  return Type.Object({
    ...Type.Partial(Type.Object(sectionEdits)).properties,
    blocks: list(
      entries.block,
      blockLimits.blocks,
      'Changed blocks: the id, and fields as in `POST /blocks/{block_id}`',
    ),
    items: list(
      entries.item,
      MAX_ITEMS,
      'Changed items: the id, and fields as in `POST /blocks/{block_id}/items/{item_id}`',
    ),
    hidden: ids(MAX_HIDDEN, 'Ids of blocks and items to leave out'),
    order: ids(blockLimits.blocks, 'The ids of all blocks that are not hidden, in the new order'),
    new_blocks: list(
      entries.creation,
      MAX_NEW_BLOCKS,
      'New blocks, as in `POST /blocks`. In the preview their ids are -1, -2, …',
    ),
    at: Type.Optional(
      Type.String({ format: 'date-time', maxLength: 40, description: 'When the page is viewed. Default: now' }),
    ),
  });
}

export const PagePreviewRequest = previewOf({ block: Type.Unknown(), item: Type.Unknown(), creation: Type.Unknown() });
export type PagePreviewChanges = Static<typeof PagePreviewRequest>;

const changeOf = (edit: TSchema, title: string) =>
  Type.Object({ id: Id, ...(edit as unknown as { properties: Record<string, TSchema> }).properties }, { title });

/** For the OpenAPI document. */
export const DocumentedPreviewRequest = previewOf({
  block: Type.Union(blockTypes.map((type) => changeOf(blockEdits[type], titled(type, 'BlockChange')))),
  item: Type.Union(blockTypes.filter(hasItems).map((type) => changeOf(itemEdits[type], titled(type, 'ItemChange')))),
  creation: BlockCreation,
});

/** A section may be sent as a GET returns it. */
export const PreviewRecord = Type.Partial(Type.Object(sections));

/** The id of each entry of `blocks` and `items`. */
export const ChangedEntry = Type.Object(
  { id: Type.Integer({ ...Id, 'x-rule': 'must be an id' }) },
  { 'x-rule': 'must be an object' },
);

export const PagePreview = Type.Object(
  { html: Type.String({ description: 'The page as it would be, without scripts and pixels' }) },
  { title: 'PagePreview', additionalProperties: false },
);
