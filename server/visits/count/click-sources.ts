// The source of a click: referrer, app and campaign of its visitor's first view of the UTC day. The click itself usually has
// the page as its referrer. The source is stored with the visitor when the view is counted, and read when a click is
// counted. A click without an earlier view keeps its own source.
import type { Transaction } from 'kysely';
import { campaignNames } from '../../../contract/vocabulary.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import type { Tables } from '../../storage/tables.ts';
import { PAGE, type PageVisitor, readSources } from '../../storage/visits/visits.ts';
import type { RecordedVisit } from '../record/events.ts';
import type { Traits } from '../record/traits.ts';
import { dayNames } from './day-names.ts';

const sourceNames: ReadonlySet<string> = new Set(['referrer', 'app', ...campaignNames]);

/** As it is stored: JSON, or empty if the visit is direct. */
export function sourceOf({ traits = {} }: RecordedVisit): string {
  const source = Object.entries(traits).filter(([name]) => sourceNames.has(name));
  return source.length === 0 ? '' : JSON.stringify(Object.fromEntries(source));
}

/** The visits, in which clicks have the source of their visitor. They are in time order. */
export async function withSources(
  tx: Transaction<Tables>,
  dialect: Dialect,
  visits: readonly RecordedVisit[],
): Promise<readonly RecordedVisit[]> {
  const dayOf = dayNames();
  const visitorOf = ({ accountId, at, visitor }: RecordedVisit): PageVisitor => [accountId, dayOf(at), visitor];
  const clicking = new Map(visits.filter(isClick).map((click) => [nameOf(visitorOf(click)), visitorOf(click)]));
  if (clicking.size === 0) return visits;

  const stored = await readSources(tx, dialect, [...clicking.values()]);
  const sources = new Map(stored.map(({ visitor, source }) => [nameOf(visitor), source]));
  return visits.map((visit) => {
    if (visit.uncounted) return visit;
    const name = nameOf(visitorOf(visit));
    if (isClick(visit)) return withSource(visit, sources.get(name));
    if (clicking.has(name) && !sources.has(name)) sources.set(name, sourceOf(visit));
    return visit;
  });
}

function isClick({ targetId, uncounted }: RecordedVisit): boolean {
  return targetId !== PAGE && !uncounted;
}

function withSource(click: RecordedVisit, source: string | undefined): RecordedVisit {
  if (source === undefined) return click;
  const own = Object.entries(click.traits ?? {}).filter(([name]) => !sourceNames.has(name));
  const given: Traits = source === '' ? {} : JSON.parse(source);
  return { ...click, traits: { ...Object.fromEntries(own), ...given } };
}

function nameOf(visitor: PageVisitor): string {
  return visitor.join(' ');
}
