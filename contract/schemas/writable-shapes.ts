// Schemas for writing blocks, derived from the shapes that pages are rendered from (`block-shapes.ts`). They are
// stricter: text is trimmed and has no control characters. Every field is optional, and null resets it to its default.
import { type TSchema, Type } from 'typebox';
import { blockLimits } from '../page/block-limits.ts';
import type { Schema } from '../validation/schema.ts';
import { line, orNull, prose } from './writing.ts';

interface Shape extends Schema {
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  minLength?: number;
  default?: unknown;
  'x-lines'?: 'one' | 'many';
  'x-address'?: true;
}

/** Longer than any date and time. */
const MAX_INSTANT_LENGTH = 40;
const anObject = { 'x-rule': 'must be an object' };

/** `title` is the name of the type in the OpenAPI document. */
export function writable(shape: TSchema, title?: string): TSchema {
  const { properties, default: fallback } = shape as Shape;
  if (properties) return Type.Object(fields(properties), { ...(title === undefined ? {} : { title }), ...anObject });
  return fallback === null ? Type.Null() : nullable(value(shape as Shape));
}

function value(shape: Shape): TSchema {
  const { default: fallback, anyOf, items, 'x-lines': lines, 'x-address': takesAddress, ...rest } = shape;
  const described =
    fallback === undefined || fallback === '' ? {} : { description: `Default: ${JSON.stringify(fallback)}` };
  if (anyOf) return { ...anyOf[0], maxLength: MAX_INSTANT_LENGTH } as TSchema;
  if (items) return Type.Array(entry(items), { ...(rest as object), ...described });
  if (takesAddress) return line({ max: blockLimits.url, description: 'The id, or the address at the provider' });
  if (lines === undefined) return { ...rest, ...described } as TSchema;
  const { minLength: min = 0, maxLength: max = 0 } = shape;
  return lines === 'many' ? prose({ min, max, ...described }) : line({ min, max, ...described });
}

/** Lists are replaced as a whole, so the required fields of an entry must be sent. */
function entry({ properties = {}, required = [] }: Shape): TSchema {
  return Type.Object(fields(properties, required), anObject);
}

function fields(properties: Record<string, Shape>, required: readonly string[] = []): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, shape]) => [
      name,
      required.includes(name) ? value(shape) : Type.Optional(nullable(value(shape))),
    ]),
  );
}

/** Moves the description of the value to the union of value and null. */
export function nullable<T extends TSchema>(schema: T) {
  const { description, ...plain } = schema as TSchema & { description?: string };
  const either = orNull(plain as T);
  return (description === undefined ? either : { ...either, description }) as typeof either;
}
