// Who is here now, kept up to date by the messages of the live stream. No address of a visitor is ever taken over.
import type { Live, LiveStreamMessage, LiveStreamVisitor } from '../../../../../clients/typescript/index.ts';

export interface LiveVisitor {
  id: string;
  /** ISO 3166 alpha-2 in upper case; `XX` if it is not known. */
  country: string;
  /** Undefined if it is not known. */
  city: string | undefined;
  browser: string;
  os: string;
  /** Unix time in milliseconds. */
  since: number;
  /** They came while somebody watched. Otherwise they have been here for longer. */
  isSinceArrival: boolean;
  /** The slug of the link that they clicked last. */
  clicked?: string;
}

export interface LiveState {
  /** Those who came last are first. */
  visitors: readonly LiveVisitor[];
  /** Also those who are not listed. */
  total: number;
}

type Tracking = LiveStreamVisitor['tracking'];

export function applyMessage(state: LiveState, { event, data }: LiveStreamMessage): LiveState {
  const { visitors, total } = state;
  switch (event) {
    case 'snapshot': {
      const known = new Map(visitors.map((visitor) => [visitor.id, visitor]));
      return { visitors: data.visitors.map((row) => known.get(row.id) ?? visitorOf(row, false)), total: data.total };
    }
    case 'arrival':
      if (visitors.some(({ id }) => id === data.id)) return state;
      return { visitors: [visitorOf(data, true), ...visitors], total: total + 1 };
    case 'click': {
      const { slug } = data.link;
      if (slug === null) return state;
      return { visitors: visitors.map((row) => (row.id === data.visitor ? { ...row, clicked: slug } : row)), total };
    }
    case 'departure': {
      const left = visitors.filter(({ id }) => id !== data.visitor);
      return { visitors: left, total: Math.max(left.length, total - 1) };
    }
    default:
      return state;
  }
}

/** From a single answer. It has no ids, so nobody can be followed from one answer to the next. */
export function stateOf({ visitors, insight }: Live): LiveState {
  return {
    visitors: visitors.map(({ tracking, last_activity }, at) =>
      visitorOf({ id: String(at), tracking, last_activity }, false),
    ),
    total: insight.getviews.unique,
  };
}

function visitorOf({ id, tracking, last_activity }: LiveStreamVisitor, isSinceArrival: boolean): LiveVisitor {
  const { country, agent } = tracking;
  const place = { country: country.iso.toUpperCase(), city: cityOf(country) };
  return { id, ...place, browser: agent.browser, os: agent.os, since: last_activity * 1000, isSinceArrival };
}

/** The API says `London, GB` and `Unknown, GB`. */
function cityOf({ city }: Tracking['country']): string | undefined {
  const name = city.replace(/, [A-Z]{2}$/, '');
  return name === 'Unknown' ? undefined : name;
}

export function countByCountry(visitors: readonly LiveVisitor[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { country } of visitors) counts.set(country, (counts.get(country) ?? 0) + 1);
  return counts;
}
