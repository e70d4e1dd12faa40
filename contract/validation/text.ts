// Converts text to what it stands for: a form and a query string have nothing but text. TypeBox's own `Convert` is not
// used because it converts too much: null to 0, true to 1 and 5 to "5", which are errors here.
import type { Schema } from './schema.ts';

/** What text may stand for. White space around text is removed in any case where its schema says so. */
export type TextConversion = 'none' | 'numbers' | 'numbers and booleans';

export function convertText(schema: Schema, text: string, conversion: TextConversion): unknown {
  if (conversion !== 'none' && isNumeric(schema) && /^-?\d+$/.test(text)) {
    const number = Number(text);
    if (Number.isSafeInteger(number)) return number;
    // However many digits it has, a page number past the last page stays past it.
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
