// Filters of visits by their values. A filter with a key of the account's statistics, as its breakdowns list them, means
// that key. Any other text means the keys that differ from it only in case: `browser=firefox`, `country=DE`.
import type { VisitDimension } from '../../../contract/vocabulary.ts';
import type { Executor } from '../../storage/tables.ts';
import { countedKeys, type DimensionKey } from '../../storage/visits/visit-counts.ts';
import { type KeptEvent, needleOf, read, written } from '../count/kept-events.ts';
import { codeOf, type PackedColumn, valuesOf } from '../segments/column-codes.ts';

/** A key in any case. */
interface AnyCase {
  readonly lowerCase: string;
}

/** Null: only visits without a value. */
export type FilterValue = string | null | AnyCase;
export type Filters = ReadonlyMap<VisitDimension, FilterValue>;

/** Looks up which texts are keys. */
export async function filtersFor(
  executor: Executor,
  accountId: number,
  sent: ReadonlyMap<VisitDimension, string | null>,
): Promise<Filters> {
  const asked = [...sent].filter((one): one is DimensionKey => one[0] !== 'kind' && one[1] !== null);
  const known = await countedKeys(executor, accountId, asked.filter(isStorable));
  const filters = new Map<VisitDimension, FilterValue>(sent);
  for (const [dimension, key] of asked) {
    if (!known.has(dimension)) filters.set(dimension, { lowerCase: key.toLowerCase() });
  }
  return filters;
}

/** Other keys are never counted, and a store may reject them. */
function isStorable([, key]: DimensionKey): boolean {
  return key.isWellFormed() && !key.includes('\0');
}

export function matches(event: KeptEvent, filters: Filters): boolean {
  for (const [dimension, wanted] of filters) {
    if (dimension === 'kind') {
      if (event.kind !== wanted) return false;
    } else if (wanted === null) {
      // What is not a visit has no values at all.
      if (event.kind !== 'counted' || event.of(dimension) !== undefined) return false;
    } else if (!isWanted(event.of(dimension), wanted)) return false;
  }
  return true;
}

/** The codes of the wanted values in the column. */
export function codesFor(column: PackedColumn, wanted: FilterValue): number[] {
  if (isAnyCase(wanted)) {
    return valuesOf(column).flatMap((value, code) => (isWanted(read(value), wanted) ? [code] : []));
  }
  const code = codeOf(column, wanted === null ? '' : written(wanted));
  return code < 0 ? [] : [code];
}

/** Tells texts that contain no matching visit without parsing them. */
export function prefilterFor(filters: Filters): (text: string) => boolean {
  const wanted = [...filters.values()].filter((value) => value !== 'counted');
  const needles = wanted.flatMap((value) => (isAnyCase(value) ? [] : needleOf(value)));
  const inAnyCase = wanted.flatMap((value) => (isAnyCase(value) ? needleOf(value.lowerCase).toLowerCase() : []));
  return (text) => {
    if (!needles.every((needle) => text.includes(needle))) return false;
    if (inAnyCase.length === 0) return true;
    const lowerCase = text.toLowerCase();
    return inAnyCase.every((needle) => lowerCase.includes(needle));
  };
}

function isWanted(value: string | undefined, wanted: string | AnyCase): boolean {
  return isAnyCase(wanted) ? value?.toLowerCase() === wanted.lowerCase : value === wanted;
}

function isAnyCase(wanted: FilterValue): wanted is AnyCase {
  return typeof wanted === 'object' && wanted !== null;
}
