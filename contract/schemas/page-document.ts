// Export and import of a whole page.
import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { foreignFormats } from '../vocabulary.ts';
import { Id, OneOf } from './common.ts';
import { word } from './writing.ts';

const closed = { additionalProperties: false };

const importModes = ['replace', 'add'] as const;
const missingPictures = ['refuse', 'leave_out'] as const;

export const PageImport = Type.Object({
  document: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'A page as returned by GET /page. Its JSON Schema is at /page.schema.json',
      'x-rule': 'must be an object',
    }),
  ),
  format: Type.Optional(word(foreignFormats, 'Format of `text`. Default: detected')),
  text: Type.Optional(
    Type.String({
      maxLength: limits.documentBytes,
      description: 'Contents of a file exported from another service',
      'x-rule': 'must be text',
    }),
  ),
  mode: Type.Optional(
    word(
      importModes,
      '`replace`: replace the whole page. `add`: append the blocks, and set other fields only where they are empty. Default: `replace` for a document, `add` for a text',
    ),
  ),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Report the changes without making them', 'x-rule': 'must be true or false' }),
  ),
  missing_pictures: Type.Optional(
    word(missingPictures, 'What to do if an upload in the document does not exist. Default: `refuse`'),
  ),
});

export const ImportChangeRecord = Type.Object(
  {
    what: OneOf(['section', 'block', 'item', 'pixel']),
    action: OneOf(['add', 'change', 'remove', 'move']),
    path: Type.String({ description: 'Path in the new document; for removals, in the old one' }),
    name: Type.String(),
    text: Type.String({ description: 'Description of the change' }),
  },
  { title: 'PageImportChange', ...closed },
);
export type ImportChange = Static<typeof ImportChangeRecord>;

const CreatedRecord = Type.Object(
  {
    what: OneOf(['block', 'item', 'pixel']),
    id: Id,
    path: Type.String({ description: 'Path in the current page document' }),
    slug: Type.Union([Type.String(), Type.Null()], {
      description: 'Slug of the link, for items with a link',
    }),
  },
  { title: 'PageImportCreated', ...closed },
);
export type ImportCreated = Static<typeof CreatedRecord>;

const count = Type.Integer({ minimum: 0 });

export const PageImported = Type.Object(
  {
    message: Type.String(),
    dry_run: Type.Boolean(),
    summary: Type.Object({ add: count, change: count, remove: count, move: count }, closed),
    changes: Type.Array(ImportChangeRecord),
    created: Type.Array(CreatedRecord, {
      description: 'Ids and slugs of the created records, including items of new blocks; empty in a dry run',
    }),
    warnings: Type.Array(Type.String()),
    version_id: Type.Union([Id, Type.Null()], {
      description: 'The page as it was before. Restore this version to undo the changes. Null if nothing was changed',
    }),
  },
  { title: 'PageImported', ...closed },
);
