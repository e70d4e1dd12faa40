import { Type } from 'typebox';
import { formKinds } from '../page/forms.ts';
import { Id, OneOf, Owner, Timestamp } from './common.ts';

export const FormEntry = Type.Object(
  {
    id: Id,
    user: Owner,
    block_id: Id,
    kind: OneOf(formKinds, { description: 'The type of the form block' }),
    values: Type.Record(Type.String(), Type.String(), {
      description: 'Submitted values by field name, without empty fields',
    }),
    created_at: Timestamp,
  },
  { title: 'FormEntry', additionalProperties: false },
);

export const EntriesDeletion = Type.Object({
  last_id: Type.Optional(
    Type.Integer({
      ...Id,
      description: 'Delete entries up to this one; newer entries are kept',
      'x-rule': 'must be the id of an entry',
    }),
  ),
});

export const EntryPath = Type.Object({ block_id: Id, entry_id: Id });
