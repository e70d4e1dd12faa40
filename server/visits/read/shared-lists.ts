// Lists of the values of cached columns. Days have mostly the same values, and often the same lists: equal strings are
// compared faster if they are the same one, and what is computed from a list can be found by it.
import { type PackedColumn, valuesOf } from '../segments/column-codes.ts';
import type { Segment } from '../segments/segment-reader.ts';

export interface SharedLists {
  /** The segment with short lists that are shared with other segments. */
  share(segment: Segment): Segment;
}

/** Longer lists stay text: their strings would take more memory, and looking each of them up more time. */
const MAX_LIST = 256;
const MAX_VALUES = 20_000;
const MAX_LISTS = 5000;

export function createSharedLists(): SharedLists {
  const values = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();

  function sharedValue(value: string): string {
    const same = values.get(value);
    if (same !== undefined) return same;
    if (values.size >= MAX_VALUES) values.clear();
    const copy = own(value);
    values.set(copy, copy);
    return copy;
  }

  function sharedList(column: PackedColumn): PackedColumn['values'] {
    if (column.size > MAX_LIST || typeof column.values !== 'string') return column.values;
    const same = lists.get(column.values);
    if (same) return same;
    if (lists.size >= MAX_LISTS) lists.clear();
    const list = valuesOf(column).map(sharedValue);
    lists.set(own(column.values), list);
    return list;
  }

  return {
    share: (segment) => ({
      ...segment,
      columns: new Map(
        Array.from(segment.columns, ([part, column]) => [part, { ...column, values: sharedList(column) }]),
      ),
    }),
  };
}

/** A part of a longer string would keep all of it in memory. */
function own(text: string): string {
  return Buffer.from(text).toString();
}
