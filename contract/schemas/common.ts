import { type TSchema, Type } from 'typebox';
import { limits } from '../limits.ts';

export const Id = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Unique across the installation',
});
export const Owner = Type.Integer({ minimum: 1, description: 'Account id of the owner' });
export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$',
  description: 'ISO 8601, UTC, six fractional digits',
});
export const Url = Type.String({ format: 'uri' });
export const Colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$', description: 'Hex color' });
export const Flag = Type.Integer({ minimum: 0, maximum: 1 });
export const StringFlag = Type.Union([Type.Literal('0'), Type.Literal('1')]);
export const NullableText = Type.Union([Type.String(), Type.Null()]);

/** A JSON Schema enum of strings. */
export function OneOf<Words extends string[]>(words: readonly [...Words], options: Type.TSchemaOptions = {}) {
  return Type.Enum(words, options);
}

/** `{ status: true, response }`, the envelope of all responses except the profile. */
export function success<T extends TSchema>(response: T) {
  return Type.Object({ status: Type.Literal(true), response }, { additionalProperties: false });
}

export function listing<T extends TSchema>(record: T) {
  return listingWith(record, Meta);
}

export function listingWith<T extends TSchema, M extends TSchema>(record: T, meta: M) {
  return Type.Object(
    { status: Type.Literal(true), response: Type.Array(record, { maxItems: 250 }), meta },
    { additionalProperties: false },
  );
}

export const Meta = Type.Object(
  {
    current_page: Type.Integer({ minimum: 1 }),
    first_page_url: Url,
    from: Type.Integer({ minimum: 0 }),
    last_page: Type.Integer({ minimum: 1 }),
    last_page_url: Url,
    next_page_url: Type.Union([Url, Type.Null()]),
    path: Url,
    per_page: Type.Integer(),
    prev_page_url: Type.Union([Url, Type.Null()]),
    to: Type.Integer({ minimum: 0 }),
    total: Type.Integer({ minimum: 0 }),
  },
  { title: 'Meta', additionalProperties: false },
);

export const PageParameters = Type.Object({
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Page number. Default: 1',
      'x-rule': 'must be a whole number, 1 or more',
    }),
  ),
  results_per_page: Type.Optional(
    Type.Enum([...limits.pageSizes], {
      description: 'Number of records per page. Default: 10',
      'x-rule': `must be one of ${limits.pageSizes.join(', ')}`,
    }),
  ),
});

export const IdempotencyHeader = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: `^[\\x21-\\x7e]{1,${limits.idempotencyKey}}$`,
      description: 'A repeated request with the same key creates nothing and gets the first response',
      'x-rule': `must be 1 to ${limits.idempotencyKey} visible ASCII characters`,
    }),
  ),
});

/** Of a secret. */
export const nullWhenRepeated = 'null in the response to a repeated `Idempotency-Key`';

export const IdPath = Type.Object({ id: Id });
