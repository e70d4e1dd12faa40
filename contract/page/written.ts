// What whoever writes a block is held to, made out of what whoever shows one forgives (`block-shapes.ts`): text is
// trimmed and without control characters, nothing has to be sent, and null goes back to the default.
import { type TSchema, Type } from 'typebox';
import { line, orNull, prose } from '../schemas/writing.ts';

/** The parts of a JSON schema that shapes are made of. */
interface Shape {
  type?: string;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
  'x-lines'?: 'one' | 'many';
  'x-rule'?: string;
}

/** Longer than any instant that is meant. */
const LONGEST_INSTANT = 40;

/** `title` is what the type is called in the API's document. */
export function written(shape: TSchema, title?: string): TSchema {
  const { properties, default: fallback } = shape as Shape;
  if (properties) {
    const fields = Object.entries(properties).map(([name, part]) => [name, Type.Optional(nullable(value(part)))]);
    const named = title === undefined ? {} : { title };
    return Type.Object(Object.fromEntries(fields), { ...named, 'x-rule': 'must be an object' });
  }
  return fallback === null ? Type.Null() : nullable(value(shape as Shape));
}

function value(shape: Shape): TSchema {
  const { default: fallback, anyOf, items, 'x-lines': lines, ...rest } = shape;
  const told = fallback === undefined || fallback === '' ? {} : { description: `Default: ${JSON.stringify(fallback)}` };
  if (anyOf) return { ...anyOf[0], maxLength: LONGEST_INSTANT } as TSchema;
  if (items) return Type.Array(entry(items), { ...(rest as object), ...told });
  if (lines === undefined) return { ...rest, ...told } as TSchema;
  return text(shape, told.description);
}

/** Of a list, which is sent as a whole. */
function entry({ properties = {}, required = [] }: Shape): TSchema {
  const fields = Object.entries(properties).map(([name, part]) => {
    return [name, required.includes(name) ? value(part) : Type.Optional(nullable(value(part)))];
  });
  return Type.Object(Object.fromEntries(fields), { 'x-rule': 'must be an object' });
}

function text({ minLength: least = 0, maxLength: most = 0, 'x-lines': lines }: Shape, description?: string): TSchema {
  const bounds = { least, most, ...(description === undefined ? {} : { description }) };
  return lines === 'many' ? prose(bounds) : line(bounds);
}

/** What is told of a value is told of it or null. */
export function nullable<T extends TSchema>(schema: T) {
  const { description, ...plain } = schema as TSchema & { description?: string };
  const either = orNull(plain as T);
  return (description === undefined ? either : { ...either, description }) as typeof either;
}
