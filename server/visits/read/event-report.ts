// Individual visits, in pages or all of them. They reach back as far as the retention of visits.
import { DAY, type Micros } from '../../../contract/time.ts';
import type { Page, PageRequest } from '../../storage/page/page.ts';
import type { Executor } from '../../storage/tables.ts';
import { ALL_LINKS, PAGE } from '../../storage/visits/visits.ts';
import type { KeptEvent } from '../count/kept-events.ts';
import { type Day, type EventQuery, eventsIn, type Survey, survey } from './event-scan.ts';
import { filteredFigures } from './filtered-counts.ts';

export interface Coverage {
  /** The start of the account's stored visits. */
  since: Micros | undefined;
}

export async function pageOfEvents(
  executor: Executor,
  query: EventQuery,
  { page, size }: PageRequest,
): Promise<Page<KeptEvent> & Coverage> {
  const { days, count, since } = await (query.filters.size > 0 ? surveyMatching : survey)(executor, query);
  const rows: KeptEvent[] = [];
  // Earlier pages are skipped without reading most of them.
  for await (const events of eventsIn(executor, query, days, (page - 1) * size)) {
    rows.push(...events.slice(0, size - rows.length));
    if (rows.length === size) break;
  }
  return { rows, total: count, since };
}

/** Counts the visits that match the filters, per day and quarter of an hour. */
async function surveyMatching(
  executor: Executor,
  { accountId, targetId, from, to, filters }: EventQuery,
): Promise<Survey> {
  const wanted = { dimensions: [], quarters: true, links: false };
  const days = new Map<Micros, Required<Day>>();
  let since: Micros | undefined;
  for (const target of targetId === undefined ? [PAGE, ALL_LINKS] : [targetId]) {
    const query = { accountId, targetId: target, span: { from, to }, filters };
    const figures = await filteredFigures(executor, query, wanted);
    since = figures.since;
    for (const { start, visits, bots } of figures.quarters) addMatching(days, start, visits + bots);
  }
  const newestFirst = [...days.values()].sort((a, b) => b.from - a.from);
  for (const { quarters } of newestFirst) quarters.sort((a, b) => b.start - a.start);
  return { days: newestFirst, count: newestFirst.reduce((sum, day) => sum + day.count, 0), since };
}

function addMatching(days: Map<Micros, Required<Day>>, start: Micros, count: number): void {
  const from = start - (start % DAY);
  const day = days.get(from) ?? { from, to: from + DAY, count: 0, quarters: [] };
  days.set(from, day);
  day.count += count;
  const quarter = day.quarters.find((one) => one.start === start);
  if (quarter) quarter.count += count;
  else day.quarters.push({ start, count });
}

/** Streams all visits, newest first, with few in memory. */
export async function* everyEvent(executor: Executor, query: EventQuery): AsyncGenerator<KeptEvent[], void, undefined> {
  const { days } = await survey(executor, query);
  yield* eventsIn(executor, query, days);
}
