// Reading and writing a page as a whole.
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
      description: 'A page as GET /page gives it; its schema for editors is at /page.schema.json',
      'x-rule': 'must be an object',
    }),
  ),
  format: Type.Optional(
    word(
      foreignFormats,
      'What the text is, where a page is brought along from elsewhere; without it, what it looks like',
    ),
  ),
  text: Type.Optional(
    Type.String({
      maxLength: limits.documentBytes,
      description: 'The file that was saved there',
      'x-rule': 'must be text',
    }),
  ),
  mode: Type.Optional(
    word(
      importModes,
      'replace: the page becomes what the document says, all of it; add: its blocks come behind those that are there, and the rest only where there is nothing yet. By default a document replaces, and what is brought along is added',
    ),
  ),
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Only tell what would change', 'x-rule': 'must be true or false' }),
  ),
  missing_pictures: Type.Optional(
    word(missingPictures, 'What to do where an upload that the document names is not here; by default it is refused'),
  ),
});

const ImportChangeRecord = Type.Object(
  {
    what: OneOf(['section', 'block', 'item', 'pixel']),
    action: OneOf(['add', 'change', 'remove', 'move']),
    path: Type.String({ description: 'In the document of the page as it is then; of what is removed, as it was' }),
    name: Type.String(),
    text: Type.String({ description: 'The same in words' }),
  },
  { title: 'PageImportChange', ...closed },
);
export type ImportChange = Static<typeof ImportChangeRecord>;

const CreatedRecord = Type.Object(
  {
    what: OneOf(['block', 'item', 'pixel']),
    id: Id,
    path: Type.String({ description: 'In the document of the page as it is now' }),
    slug: Type.Union([Type.String(), Type.Null()], {
      description: 'The end of the short address, where it is an item with a link',
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
      description: 'The ids and slugs of what was created, the items of new blocks included; empty in a dry run',
    }),
    warnings: Type.Array(Type.String()),
  },
  { title: 'PageImported', ...closed },
);
