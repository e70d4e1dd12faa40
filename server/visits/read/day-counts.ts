// Counts of each UTC day of a period: rolled-up ones, and recent ones that are not rolled up yet.
import type { LocalDay } from '../../../contract/local-time.ts';
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Executor } from '../../storage/tables.ts';
import { readRanges, TIERS } from '../../storage/visits/visit-periods.ts';
import { ALL_LINKS, type Dimension } from '../../storage/visits/visits.ts';
import type { Counts } from '../count/counts.ts';
import { innerMap } from '../count/nested-maps.ts';
import type { Span } from './cover.ts';
import { addLinkRow, addRow, eachTurn, linkDimensions } from './range-counts.ts';
import { shownLinks } from './shown-links.ts';

export type CountsOfDays = ReadonlyMap<LocalDay, Counts>;

/** Of a target. Both ends of the span are midnight UTC. */
export async function dayCounts(
  executor: Executor,
  accountId: number,
  targetId: number,
  dimensions: readonly Dimension[],
  span: Span,
): Promise<CountsOfDays> {
  const ranges = [{ targetId, dimensions, tier: TIERS.day, ...span }];
  const rows = await readRanges(executor, accountId, ranges, { ...span, targetId });
  const days = new Map<LocalDay, Counts>();
  await eachTurn(rows, (row) => addRow(innerMap(days, dayOf(row.start)), row, dimensions));
  return days;
}

/** Clicks and impressions of each link. */
export async function linkDayCounts(executor: Executor, accountId: number, span: Span): Promise<CountsOfDays> {
  const ranges = [{ targetId: ALL_LINKS, dimensions: linkDimensions, tier: TIERS.day, ...span }];
  const rows = await readRanges(executor, accountId, ranges, { ...span, targetId: 'any' });
  const linksOf = await shownLinks(executor, accountId, rows);
  const days = new Map<LocalDay, Counts>();
  await eachTurn(rows, (row) => addLinkRow(innerMap(days, dayOf(row.start)), row, linksOf));
  return days;
}

export function dayOf(at: Micros): LocalDay {
  return Math.floor(at / DAY);
}
