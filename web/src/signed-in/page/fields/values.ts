// Values in records, and the edits that change them.

import type { EditTarget, Operation } from '../../editing/index.ts';
import { fieldsAt, isFields } from '../../editing/index.ts';

/** Undefined where nothing is set. */
export function valueAt(record: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (isFields(value) ? (value[name] ?? undefined) : undefined), record);
}

/** Of one field. */
export function editOf(target: EditTarget, record: object, path: string, value: unknown): Operation {
  return {
    type: 'edit',
    target,
    patch: fieldsAt(path, value),
    base: fieldsAt(path, valueAt(record, path) ?? null),
  };
}

/** As typed: the scheme may be missing. */
export function addressOf(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (/^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text)) return text;
  if (text.startsWith('/')) return text;
  return /^[^\s/@]+@[^\s/@]+\.[^\s/@]+$/.test(text) ? `mailto:${text}` : `https://${text}`;
}
