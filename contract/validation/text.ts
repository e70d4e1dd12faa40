// Converts text from forms and query strings to numbers and booleans. TypeBox's own `Convert` converts too much: null
// to 0, true to 1 and 5 to "5", which are errors here.
import type { Schema } from './schema.ts';

/** What text is converted to. Text is trimmed in any case if its schema says so. */
export type TextConversion = 'none' | 'numbers' | 'numbers and booleans';

export function convertText(schema: Schema, text: string, conversion: TextConversion): unknown {
  if (conversion !== 'none' && isNumeric(schema) && /^-?\d+$/.test(text)) {
    const number = Number(text);
    if (Number.isSafeInteger(number)) return number;
    // Clamped: a page number with too many digits stays past the last page.
    return conversion === 'numbers' ? text : Math.min(number, Number.MAX_SAFE_INTEGER);
  }
  if (conversion === 'numbers and booleans' && isBoolean(schema) && /^(true|false)$/.test(text)) return text === 'true';
  return schema['x-trimmed'] ? text.trim() : text;
}

function isNumeric({ type, enum: values }: Schema): boolean {
  return type === 'integer' || (values?.every((value) => typeof value === 'number') ?? false);
}

function isBoolean({ type, enum: values }: Schema): boolean {
  return type === 'boolean' || (values?.includes(true) ?? false);
}
