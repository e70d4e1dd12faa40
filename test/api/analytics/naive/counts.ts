// Counts events one by one. Nothing is shared with the service: local time comes from Intl for each event.
import type { Question, RawEvent, Slug } from './history.ts';
import { linkSets, slugs } from './history.ts';

export interface NaiveEvent extends RawEvent {
  /** The visitor's first visit of the UTC day to the page or link, and to any link. */
  isNew: boolean;
  isNewToLinks: boolean;
}

/** The events are in the order of their arrival. A click has the referrer of its visitor's first view, unless it is later. */
export function withNewVisitors(events: readonly RawEvent[]): NaiveEvent[] {
  const views = events.filter(({ kind, link }) => kind === 'counted' && link === undefined);
  const referrerOf = (event: RawEvent) => {
    if (event.kind !== 'counted' || event.link === undefined) return event.referrer;
    const view = views.find(({ visitor }) => visitor === event.visitor);
    return view && view.at <= event.at ? view.referrer : event.referrer;
  };
  const seen = new Set<string>();
  const isFirst = (event: RawEvent, target: string) => {
    if (event.kind !== 'counted') return false;
    const name = `${target} ${event.visitor}`;
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  };
  return events.map((event) => ({
    ...event,
    referrer: referrerOf(event),
    isNew: isFirst(event, event.link ?? 'page'),
    isNewToLinks: event.link !== undefined && isFirst(event, 'links'),
  }));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-15 14:30` */
export function localTime({ at }: RawEvent, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format.format(at / 1000);
}

/** The events of the period that match all filters. */
export function matching(events: readonly NaiveEvent[], { timezone, from, to, filters }: Question): NaiveEvent[] {
  return events.filter((event) => {
    const day = localTime(event, timezone).slice(0, 10);
    if (day < from || day > to) return false;
    return Object.entries(filters).every(([name, value]) => {
      return name === 'kind' ? event.kind === value : event.kind === 'counted' && event[name as 'country'] === value;
    });
  });
}

const visitsIn = (events: readonly NaiveEvent[]) => events.filter(({ kind }) => kind === 'counted');

export function countOf(events: readonly NaiveEvent[]): { visits: number; unique: number } {
  const visits = visitsIn(events);
  return { visits: visits.length, unique: visits.filter(({ isNew }) => isNew).length };
}

export function countOfAllLinks(events: readonly NaiveEvent[]): { visits: number; unique: number } {
  const clicks = visitsIn(events).filter(({ link }) => link !== undefined);
  return { visits: clicks.length, unique: clicks.filter(({ isNewToLinks }) => isNewToLinks).length };
}

export function impressionsOf(events: readonly NaiveEvent[], shown: readonly Slug[]): number {
  const views = visitsIn(events).filter(({ link }) => link === undefined);
  return views.reduce((sum, view) => sum + linkSets[view.edition]!.filter((slug) => shown.includes(slug)).length, 0);
}

/** The figures of a point or of a total. */
export function figuresOf(events: readonly NaiveEvent[], { link, filters }: Question) {
  const own = events.filter((event) => event.link === link);
  const { visits, unique } = countOf(own);
  const clicks = link === undefined ? countOfAllLinks(events).visits : visits;
  const isFiltered = Object.keys(filters).length > 0;
  const impressions = isFiltered ? null : impressionsOf(events, link === undefined ? slugs : [link]);
  const shown = link === undefined ? visits : impressions;
  const click_through = shown ? Number((clicks / shown).toFixed(4)) : null;
  return { visits, unique, clicks, impressions, click_through, bots: own.length - visits };
}

/** The name of the interval: its hour, or its first day in the period. */
export function intervalOf(local: string, { interval, from }: Pick<Question, 'interval' | 'from'>): string {
  if (interval === 'hour') return local.slice(0, 13).replace(' ', 'T');
  const day = local.slice(0, 10);
  if (interval === 'day') return day;
  const first = interval === 'month' ? `${day.slice(0, 7)}-01` : mondayBefore(day);
  return first < from ? from : first;
}

function mondayBefore(day: string): string {
  const date = new Date(day);
  while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/** Keys with their counts, in any order. */
export function keysOf(events: readonly NaiveEvent[], keyOf: (event: NaiveEvent) => string | undefined) {
  const groups = Map.groupBy(visitsIn(events), keyOf);
  groups.delete(undefined);
  return Object.fromEntries([...groups].map(([key, some]) => [key, countOf(some)]));
}
