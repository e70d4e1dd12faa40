import { Type } from 'typebox';
import { blockTypes } from '../vocabulary.ts';
import { Flag, Id, NullableText, OneOf, Owner, Timestamp, Url } from './common.ts';

const closed = { additionalProperties: false };
const AnyObject = Type.Record(Type.String(), Type.Unknown());
const NullableObject = Type.Union([AnyObject, Type.Null()]);

export const BlockItem = Type.Object(
  {
    id: Id,
    block_id: Id,
    thumbnail: Url,
    is_element: Flag,
    element: NullableObject,
    link: NullableText,
    content: Type.Object({ caption: NullableText, alt: Type.Optional(NullableText) }),
    settings: NullableObject,
    position: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'BlockItem', ...closed },
);

export const Block = Type.Object(
  {
    id: Id,
    user: Owner,
    block: OneOf(blockTypes),
    name: NullableText,
    subheading: NullableText,
    blocks: Type.Union([Type.Object({ content: Type.Unknown() }), Type.Null()]),
    settings: NullableObject,
    position: Type.Integer(),
    created_at: Timestamp,
    updated_at: Timestamp,
    items: Type.Array(BlockItem),
  },
  { title: 'Block', ...closed },
);
