// Text as a caller may send it: Unicode, trimmed, bounded, and with its rule beside it as a sentence.
import { type TSchema, Type } from 'typebox';
import { limits } from '../limits.ts';
import { OneOf } from './common.ts';

interface Bounds {
  least?: number;
  most: number;
  description?: string;
}

/** In one line. */
export function line({ least = 0, most, description }: Bounds) {
  const length = least > 0 ? `${least} to ${most}` : `at most ${most}`;
  return Type.String({
    minLength: least,
    maxLength: most,
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    ...(description === undefined ? {} : { description }),
    'x-trimmed': true,
    'x-rule': `must be text of ${length} characters, without control characters`,
  });
}

/** In any number of lines. */
export function prose({ least = 0, most, description }: Bounds) {
  const length = least > 0 ? `${least} to ${most}` : `at most ${most}`;
  return Type.String({
    minLength: least,
    maxLength: most,
    pattern: '^(?:[^\\p{Cc}\\p{Cs}]|[\\n\\r\\t])*$',
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

/** What is not sent is not changed; what was changed by somebody else since it was read is not overwritten. */
export const MatchHeader = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      maxLength: limits.headerBytes,
      description:
        'The `ETag` of the record you read. If the record has changed since, the API answers 412 and changes nothing. `*` matches any version',
    }),
  ),
});
