// Error messages by field path.
import type { FieldErrors } from '../errors.ts';
import { flattenedIn, suggestedName } from './suggested-name.ts';
import type { ErrorSink } from './validate.ts';

const MAX_PATH_LENGTH = 200;

/** `blocks.3` and `name` are `blocks.3.name`; an empty parent is the root. */
export function fieldPath(parent: string, name: string | number): string {
  return parent === '' ? String(name) : `${parent}.${name}`;
}

/** Adds invalid values to `errors`. Unknown fields are dropped silently. */
export function invalidInto(errors: FieldErrors): ErrorSink {
  return {
    invalid(path, rule) {
      const field = path.join('.');
      errors[field] = [brokenRule(field, rule)];
    },
  };
}

export function brokenRule(field: string, rule: string): string {
  return `The field ${field} ${rule}.`;
}

export type FieldNoun = 'field' | 'parameter';

/** "`biog` is not a field; did you mean `bio`?" `known` are the fields of the same object, and of objects in it. */
export function notAField(path: readonly string[], known: readonly string[], noun: FieldNoun = 'field'): string {
  const name = path.at(-1)!;
  const subject = `\`${printablePath(path)}\` is not a ${noun}`;
  const inSameObject = (other: string) => [...path.slice(0, -1), other].join('.');
  const outer = noun === 'field' ? flattenedIn(name, known) : undefined;
  if (outer !== undefined) return `${subject}; send it inside \`${inSameObject(outer)}\`, as nested JSON.`;
  const suggested = suggestedName(name, known);
  return suggested === undefined ? `${subject}.` : `${subject}; did you mean \`${inSameObject(suggested)}\`?`;
}

/** Names come from the client: they may be as long as the body and contain anything. */
export function printablePath(path: readonly string[]): string {
  const text = path
    .join('.')
    .toWellFormed()
    .replace(/\p{Cc}/gu, '�');
  return text.length > MAX_PATH_LENGTH ? `${text.slice(0, MAX_PATH_LENGTH)}…` : text;
}
