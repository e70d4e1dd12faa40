// The subset of JSON Schema that our schemas use.
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  maxItems?: number;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** White space around the text is removed before it is checked. */
  'x-trimmed'?: boolean;
  /** The expected value, as the end of a sentence: "must be true or false". */
  'x-rule'?: string;
}

const plainTypes = ['string', 'integer', 'number', 'boolean', 'null'];

/** Whether a form field, which is text, can hold the value. */
export function isPlain({ type, enum: values, const: value, anyOf }: Schema): boolean {
  if (anyOf) return anyOf.every(isPlain);
  if (values !== undefined || value !== undefined) return true;
  return type !== undefined && [type].flat().every((name) => plainTypes.includes(name));
}

export function acceptsNull({ type, anyOf }: Schema): boolean {
  return anyOf ? anyOf.some(acceptsNull) : type === 'null' || (Array.isArray(type) && type.includes('null'));
}

/** For a value or null: the schema of the value. */
export function nonNull(schema: Schema | undefined): Schema | undefined {
  return schema?.anyOf ? schema.anyOf.find(({ type }) => type !== 'null') : schema;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
