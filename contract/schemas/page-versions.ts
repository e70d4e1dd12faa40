// Earlier versions of a page.
import { Type } from 'typebox';
import { type PageDocument, PageDocumentSchema } from '../page/document.ts';
import { Id, Timestamp } from './common.ts';
import { ImportChangeRecord, PageImported } from './page-document.ts';

const closed = { additionalProperties: false };

const head = {
  id: Id,
  created_at: { ...Timestamp, description: 'When this state of the page was last changed' },
};

export const PageVersion = Type.Object(
  {
    ...head,
    blocks: Type.Integer({ minimum: 0, description: 'How many blocks it has' }),
    items: Type.Integer({ minimum: 0, description: 'How many items its blocks have' }),
  },
  { title: 'PageVersion', ...closed },
);

export const PageVersionDetails = Type.Object(
  {
    ...head,
    document: Type.Unsafe<PageDocument>(PageDocumentSchema),
    changes: Type.Array(ImportChangeRecord, { description: 'What restoring it would change now' }),
    warnings: Type.Array(Type.String()),
  },
  { title: 'PageVersionDetails', ...closed },
);

export const PageRestore = Type.Object({
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Report the changes without making them', 'x-rule': 'must be true or false' }),
  ),
});

export const PageRestored = Type.Object(PageImported.properties, { title: 'PageRestored', ...closed });
