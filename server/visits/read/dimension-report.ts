// Visits by dimension: properties of the visits, or the local hour or weekday at which they happened.
import type { TimeZone } from '../../../contract/time-zones.ts';
import {
  type TimeDimension,
  timeDimensions,
  type VisitDimension,
  visitDimensions,
} from '../../../contract/vocabulary.ts';
import type { Executor } from '../../storage/tables.ts';
import { OTHER } from '../count/bounded-keys.ts';
import type { Count, Counts } from '../count/counts.ts';
import { countryName } from '../record/geography.ts';
import { cityOf } from './keyed.ts';
import { type Selection, selectedFigures, totalOf } from './selection.ts';
import { byHour, byWeekday, type KeyCount } from './time-of-visits.ts';

export type AnyDimension = VisitDimension | TimeDimension;

export interface DimensionReports {
  /** All visits, with and without a value. */
  total: Count;
  /** In the order of the request. */
  rows: KeyCount[][];
}

const DIRECT = { key: '', name: 'Direct / unknown' };

/** The keys of each dimension: properties with the largest first, hours and weekdays in order. */
export async function dimensionReports(
  executor: Executor,
  accountId: number,
  targetId: number,
  dimensions: readonly AnyDimension[],
  { zone, ...selection }: Selection & { zone: TimeZone },
): Promise<DimensionReports> {
  const wanted = {
    dimensions: visitDimensions.filter((dimension) => dimensions.includes(dimension)),
    quarters: timeDimensions.some((dimension) => dimensions.includes(dimension)),
  };
  const { counts, quarters } = await selectedFigures(executor, accountId, targetId, wanted, selection);
  const rowsOf = (dimension: AnyDimension) => {
    if (dimension === 'hour') return byHour(quarters, zone);
    if (dimension === 'weekday') return byWeekday(quarters, zone);
    return propertyRows(counts, dimension);
  };
  return { total: totalOf(counts), rows: dimensions.map(rowsOf) };
}

function propertyRows(counts: Counts, dimension: VisitDimension): KeyCount[] {
  const rows = keyCounts(counts.get(dimension) ?? new Map(), dimension);
  // Most visits without a referrer were typed in, opened from a bookmark or come from a mail program.
  if (dimension === 'referrer') rows.push(...withoutValue(rows, totalOf(counts)));
  return rows.sort((a, b) => b.visits - a.visits || (a.key < b.key ? -1 : 1));
}

function withoutValue(rows: readonly KeyCount[], total: Count): KeyCount[] {
  const visits = total.visits - rows.reduce((sum, row) => sum + row.visits, 0);
  const unique = total.uniques - rows.reduce((sum, row) => sum + row.unique, 0);
  return visits > 0 ? [{ ...DIRECT, visits, unique }] : [];
}

function keyCounts(counts: ReadonlyMap<string, Count>, dimension: VisitDimension): KeyCount[] {
  return [...counts].map(([key, { visits, uniques }]) => {
    return { key, name: nameOf(dimension, key), visits, unique: uniques };
  });
}

export function nameOf(dimension: VisitDimension, key: string): string {
  if (key === OTHER) return OTHER;
  if (dimension === 'referrer' && key === DIRECT.key) return DIRECT.name;
  if (dimension === 'country') return countryName(key);
  return dimension === 'city' ? cityOf(key).name : key;
}
