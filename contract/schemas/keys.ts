import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { keyScopes } from '../vocabulary.ts';
import { Id, nullWhenRepeated, OneOf, Timestamp } from './common.ts';
import { line, orNull } from './writing.ts';

const closed = { additionalProperties: false };

export const Key = Type.Object(
  {
    id: Id,
    name: Type.String(),
    scope: OneOf(keyScopes),
    hint: Type.String({ description: 'The first characters of the key' }),
    expires_at: orNull(Timestamp),
    last_used_at: orNull(Timestamp),
    revoked_at: orNull(Timestamp),
    created_at: Timestamp,
  },
  { title: 'Key', ...closed },
);

export const KeyCreation = Type.Object({
  name: line({ min: 1, max: limits.keyName, description: 'Display name' }),
  scope: OneOf(keyScopes, {
    description: '`read`: the key can only read',
    'x-rule': `must be one of ${keyScopes.join(', ')}`,
  }),
  expires_at: Type.Optional(
    orNull(
      Type.String({
        maxLength: 40,
        format: 'date-time',
        description: 'When the key stops working. Default: never',
        'x-rule': 'must be a time in the future, such as 2027-01-31T00:00:00Z',
      }),
    ),
  ),
});

export const KeyCreated = Type.Object(
  {
    id: Id,
    key: Type.Union([Type.String(), Type.Null()], {
      description: `The key. It is shown only this once: ${nullWhenRepeated}`,
    }),
    hint: Type.String(),
    message: Type.String(),
  },
  { title: 'KeyCreated', ...closed },
);
