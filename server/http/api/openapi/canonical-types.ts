// The types of the OpenAPI document. Code generators and API clients fail on an enum of mixed types, such as a flag that
// accepts "1", 1 and true. The document declares it as a choice between schemas of one type each; the form that responses
// use comes first.

export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  description?: string;
  'x-rule'?: string;
  [keyword: string]: unknown;
}

/** The same part of the document, with one type for each schema or branch of `anyOf`. */
export function withCanonicalTypes<T>(part: T): T {
  if (Array.isArray(part)) return part.map((one) => withCanonicalTypes(one)) as T;
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withCanonicalTypes(value)]));
  return canonical(copy) as T;
}

function canonical(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.enum)) return canonicalEnum(schema, schema.enum);
  if (Array.isArray(schema.type)) return canonicalTypeList(schema, schema.type);
  if (Array.isArray(schema.anyOf)) return canonicalChoice(schema, schema.anyOf);
  return schema;
}

/** Responses use the type of the first value. */
function canonicalEnum(schema: JsonSchema, values: unknown[]): JsonSchema {
  const { enum: _, type: __, description, 'x-rule': rule, ...rest } = schema;
  const [first, ...others] = [...new Set(values.map(jsonType))].map((type) => {
    if (type === 'boolean' || type === 'null') return { ...rest, type };
    return { ...rest, type, enum: values.filter((value) => jsonType(value) === type) };
  });
  return withNotes(others.length === 0 ? first! : { anyOf: [first!, ...others] }, { description, 'x-rule': rule });
}

function canonicalTypeList(schema: JsonSchema, types: string[]): JsonSchema {
  const [type, ...others] = types.filter((one) => one !== 'null');
  if (type === undefined || others.length > 0) return schema;
  const { type: _, description, 'x-rule': rule, ...rest } = schema;
  const sole = { type, ...rest };
  return withNotes(types.includes('null') ? { anyOf: [sole, { type: 'null' }] } : sole, {
    description,
    'x-rule': rule,
  });
}

/** A choice between single strings is an enum. */
function canonicalChoice(schema: JsonSchema, choices: JsonSchema[]): JsonSchema {
  const values = choices.map(({ const: value }) => value);
  if (!values.every((value) => typeof value === 'string')) return schema;
  const { anyOf: _, ...rest } = schema;
  return { ...rest, type: 'string', enum: values };
}

interface Notes {
  description?: string | undefined;
  'x-rule'?: string | undefined;
}

function withNotes(schema: JsonSchema, notes: Notes): JsonSchema {
  const given = Object.fromEntries(Object.entries(notes).filter(([, text]) => text !== undefined));
  return { ...schema, ...given };
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}
