// Lists of the values of cached columns. Days have mostly the same values, and often the same lists: equal strings are
// compared faster if they are the same one, and what is computed from a list can be found by it.
import { read } from '../count/kept-events.ts';
import { type ColumnNumbering, type PackedColumn, valuesOf } from '../segments/column-codes.ts';
import type { Segment } from '../segments/segment-reader.ts';

export interface SharedLists {
  /** The segment with short lists that are shared with other segments, and with numbers for its values. */
  share(segment: Segment): Segment;
}

/** Longer lists stay text: their strings would take more memory, and looking each of them up more time. */
const MAX_LIST = 256;
const MAX_VALUES = 20_000;
const MAX_LISTS = 5000;

export function createSharedLists(): SharedLists {
  const values = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  const dictionaries = new Map<number, Dictionary>();

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

  /** If it is full, later columns get a new one. */
  function dictionaryOf(part: number): Dictionary {
    let dictionary = dictionaries.get(part);
    if (!dictionary || dictionary.values.length >= MAX_VALUES) {
      dictionary = { values: [''], numbers: new Map([['', 0]]) };
      dictionaries.set(part, dictionary);
    }
    return dictionary;
  }

  function shared(part: number, column: PackedColumn): PackedColumn {
    const withList = { ...column, values: sharedList(column) };
    return { ...withList, numbering: numberingOf(withList, dictionaryOf(part)) };
  }

  return {
    share: (segment) => ({
      ...segment,
      columns: new Map(Array.from(segment.columns, ([part, column]) => [part, shared(part, column)])),
    }),
  };
}

interface Dictionary {
  values: string[];
  /** By the value as it is stored. */
  numbers: Map<string, number>;
}

function numberingOf(column: PackedColumn, { values, numbers }: Dictionary): ColumnNumbering {
  let isUsed = false;
  let found: Uint32Array | undefined;
  return {
    values,
    numbers() {
      if (isUsed) found ??= Uint32Array.from(valuesOf(column), numberOf);
      isUsed = true;
      return found;
    },
  };

  function numberOf(value: string): number {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    const copy = own(value);
    numbers.set(copy, values.length);
    return values.push(read(copy)!) - 1;
  }
}

/** A part of a longer string would keep all of it in memory. */
function own(text: string): string {
  return Buffer.from(text).toString();
}
