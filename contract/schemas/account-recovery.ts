// What becomes of an account after a recovery: changes that were taken back, and what is left for its owner to review.
import { Type } from 'typebox';
import { Id, OneOf, Timestamp } from './common.ts';
import { orNull } from './writing.ts';

const closed = { additionalProperties: false };

const Kind = OneOf(['passkey', 'key', 'identity', 'two_factor', 'share', 'pixel'], {
  description:
    '`identity`: a linked OpenID Connect provider; `two_factor`: the authenticator app; `share`: a link to shared statistics',
});

const ReviewItem = Type.Object(
  {
    kind: Kind,
    id: Type.Union([Id, Type.Null()], { description: 'Null for `two_factor`, of which there is one' }),
    name: Type.String(),
    created_at: Timestamp,
  },
  { title: 'ReviewItem', ...closed },
);
export const RecoveryReview = Type.Object(
  {
    recovered_at: orNull(Timestamp),
    items: Type.Array(ReviewItem, {
      maxItems: 1000,
      description: 'Everything that lets somebody in or shows data, newest first; at most the 100 newest of each kind',
    }),
  },
  { title: 'RecoveryReview', ...closed },
);

export const ReviewRemoval = Type.Object({
  kind: Type.Optional(Kind),
  id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Which one of `kind`' })),
});
export const ReviewRemoved = Type.Object(
  { removed: Type.Integer({ minimum: 0 }), message: Type.String() },
  { title: 'ReviewRemoved', ...closed },
);

export const ChangeUndone = Type.Object(
  {
    message: Type.String(),
    reset_token: Type.String({ description: 'For `POST /auth/reset`, within an hour: choose a new password with it' }),
  },
  { title: 'ChangeUndone', ...closed },
);
