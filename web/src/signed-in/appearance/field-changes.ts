// Differences between two versions of a record, in the form of an edit: objects are merged, other values replaced.
import type { Fields } from '../editing/index.ts';
import { isObject } from '../editing/operations.ts';

/** The fields that differ, with their new values; undefined if there are none. */
export function changedFields(from: object, to: object): Fields | undefined {
  const before = from as Fields;
  const changed = Object.entries(to).flatMap(([name, value]): [string, unknown][] => {
    const old = before[name];
    if (!isObject(value) || !isObject(old)) return value === old ? [] : [[name, value]];
    const inner = changedFields(old, value);
    return inner ? [[name, inner]] : [];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** The values that a record has for the fields of a patch. */
export function pickFields(record: object, patch: Fields): Fields {
  const picked = Object.entries(patch).map(([name, value]) => {
    const own = (record as Fields)[name];
    return [name, isObject(value) && isObject(own) ? pickFields(own, value) : own];
  });
  return Object.fromEntries(picked);
}
