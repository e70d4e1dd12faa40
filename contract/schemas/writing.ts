// Schemas of text in requests: Unicode, trimmed, with limits and an `x-rule`.
import { type TSchema, Type } from 'typebox';
import { limits } from '../limits.ts';
import { OneOf } from './common.ts';
import { character } from './text-pattern.ts';

interface Bounds {
  min?: number;
  max: number;
  description?: string;
}

/** A single line. */
export function line({ min = 0, max, description }: Bounds) {
  const length = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return Type.String({
    minLength: min,
    maxLength: max,
    pattern: `^${character()}*$`,
    ...(description === undefined ? {} : { description }),
    'x-trimmed': true,
    'x-rule': `must be text of ${length} characters, without control characters`,
  });
}

/** Any number of lines. */
export function prose({ min = 0, max, description }: Bounds) {
  const length = min > 0 ? `${min} to ${max}` : `at most ${max}`;
  return Type.String({
    minLength: min,
    maxLength: max,
    pattern: `^(?:${character()}|[\\n\\r\\t])*$`,
    ...(description === undefined ? {} : { description }),
    'x-trimmed': true,
    'x-rule': `must be text of ${length} characters, without control characters other than line breaks`,
  });
}

export function orNull<T extends TSchema>(schema: T) {
  const rule = (schema as { 'x-rule'?: string })['x-rule'];
  return Type.Union([schema, Type.Null()], rule === undefined ? {} : { 'x-rule': `${rule}, or null` });
}

export function word<Words extends string[]>(words: readonly [...Words], description?: string) {
  return OneOf(words, {
    ...(description === undefined ? {} : { description }),
    'x-rule': `must be one of ${words.join(', ')}`,
  });
}

/** Optimistic locking. */
export const MatchHeader = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: limits.headerBytes,
      description:
        'The `ETag` of the record you read. If the record has changed since, the API answers 412 and changes nothing. `*` matches any version',
    }),
  ),
});

export const PreferHeader = Type.Object({
  prefer: Type.Optional(
    Type.String({
      maxLength: limits.headerBytes,
      description: 'With `return=representation` the response has the record, as its GET returns it',
    }),
  ),
});
