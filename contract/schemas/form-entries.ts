import { Type } from 'typebox';
import { formKinds } from '../page/forms.ts';
import { Id, OneOf, Owner, Timestamp } from './common.ts';

export const FormEntry = Type.Object(
  {
    id: Id,
    user: Owner,
    block_id: Id,
    kind: OneOf(formKinds, { description: 'The type of the block that it was sent by' }),
    values: Type.Record(Type.String(), Type.String(), {
      description: "What was typed, by the names of the form's fields; what was left empty is not there",
    }),
    created_at: Timestamp,
  },
  { title: 'FormEntry', additionalProperties: false },
);

export const EntriesDeletion = Type.Object({
  last_id: Type.Optional(
    Type.Integer({
      ...Id,
      description: 'The newest entry that is to be deleted: what was sent after it, unseen as yet, stays',
      'x-rule': 'must be the id of an entry',
    }),
  ),
});

export const EntryPath = Type.Object({ block_id: Id, entry_id: Id });
