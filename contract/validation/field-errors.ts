// Error messages by field path.
import type { FieldErrors } from '../errors.ts';
import { nearestName } from './nearest-name.ts';
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

/** "`biog` is not a field; did you mean `bio`?" `known` are the fields of the same object. */
export function notAField(path: readonly string[], known: readonly string[]): string {
  const nearest = nearestName(path.at(-1)!, known);
  const subject = `\`${printablePath(path)}\` is not a field`;
  return nearest === undefined
    ? `${subject}.`
    : `${subject}; did you mean \`${[...path.slice(0, -1), nearest].join('.')}\`?`;
}

/** Names come from the client: they may be as long as the body and contain anything. */
export function printablePath(path: readonly string[]): string {
  const text = path
    .join('.')
    .toWellFormed()
    .replace(/\p{Cc}/gu, '�');
  return text.length > MAX_PATH_LENGTH ? `${text.slice(0, MAX_PATH_LENGTH)}…` : text;
}
