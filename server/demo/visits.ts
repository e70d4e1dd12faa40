// Six weeks of invented visits. A seeded generator decides everything, so that the same time always gives the same
// visits: more at the weekend, few at night, and each visitor has one place and one browser for a day.
import { DAY, HOUR, MINUTE, type Micros, SECOND } from '../../contract/time.ts';
import { PAGE } from '../storage/visits/visits.ts';
import { type RecordedVisit, type UncountedKind, uncountedEvent } from '../visits/record/events.ts';
import type { VisitEvent } from '../visits/record/identify.ts';
import { equipment, ways } from './ways.ts';

export interface Followable {
  id: number;
  appeal: number;
  since: Micros;
  until: Micros;
}

const SEED = 1931;
const DAYS = 42;
const VISITORS_A_DAY = 46;
const RETURNS = 0.3;
const FOLLOWS = 0.36;
/** A newspaper article brings more visitors for some days. */
const mention = { daysAgo: 17, strength: 1.1 };

const robots: [kind: UncountedKind, perDay: number][] = [
  ['bot', 9],
  ['preview', 3],
  ['prefetch', 1],
];

const byWeekday = [1.35, 0.8, 0.85, 0.85, 0.95, 1.05, 1.4];
const byLocalHour = [1, 0.5, 0.3, 0.2, 0.3, 0.8, 2, 4, 5, 5, 5, 5.5, 7, 6, 5, 5, 5.5, 6, 7, 8.5, 9, 8, 5, 2.5];

interface Weighted {
  weight: number;
}

/** City, country, hours ahead of UTC. */
const places = (
  [
    [16, 'London', 'GB', 0],
    [9, 'Leeds', 'GB', 0],
    [7, 'Edinburgh', 'GB', 0],
    [6, 'York', 'GB', 0],
    [5, 'Bristol', 'GB', 0],
    [6, 'Unknown', 'GB', 0],
    [6, 'Dublin', 'IE', 0],
    [6, 'Berlin', 'DE', 1],
    [4, 'Hamburg', 'DE', 1],
    [5, 'Amsterdam', 'NL', 1],
    [4, 'Paris', 'FR', 1],
    [2, 'Lyon', 'FR', 1],
    [3, 'Stockholm', 'SE', 1],
    [2, 'Madrid', 'ES', 1],
    [6, 'New York', 'US', -5],
    [4, 'Portland', 'US', -8],
    [3, 'Toronto', 'CA', -5],
    [2, 'Cairo', 'EG', 2],
    [2, 'Amman', 'JO', 3],
    [2, 'Tel Aviv', 'IL', 2],
    [2, 'Bengaluru', 'IN', 5],
    [3, 'Tokyo', 'JP', 9],
    [2, 'Melbourne', 'AU', 10],
    [1.5, 'São Paulo', 'BR', -3],
    [2, 'Unknown', 'XX', 0],
  ] as const
).map(([weight, city, iso, ahead]) => ({
  weight,
  ahead: ahead * HOUR,
  place: { country: iso.toLowerCase(), city: `${city}, ${iso}` },
}));

const agents = (
  [
    [30, 'iOS', 'Mobile Safari'],
    [22, 'Android', 'Chrome'],
    [14, 'Windows', 'Chrome'],
    [7, 'macOS', 'Safari'],
    [6, 'Windows', 'Edge'],
    [5, 'macOS', 'Chrome'],
    [5, 'Android', 'Samsung Internet'],
    [4, 'iOS', 'Instagram'],
    [4, 'Windows', 'Firefox'],
    [2, 'Linux', 'Firefox'],
    [2, 'Android', 'Firefox'],
    [1, 'iOS', 'Chrome'],
    [0.7, 'Unknown', 'Unknown'],
  ] as const
).map(([weight, os, browser]) => ({ weight, agent: { os, browser } }));

/** On the page when the demo is created, so that the live list is not empty in the first minutes. */
const present = [
  { address: '203.0.113.20', ago: 25 * SECOND },
  { address: '198.51.100.77', ago: 110 * SECOND },
  { address: '2001:db8::5ee', ago: 200 * SECOND },
];

/** In chronological order. */
export function madeUpVisits(accountId: number, links: readonly Followable[], now: Micros): VisitEvent[] {
  const random = generator(SEED);
  const events: VisitEvent[] = [];
  const begin = now - DAYS * DAY;

  for (let start = begin - (begin % DAY); start <= now; start += DAY) {
    const inside = (at: Micros) => at >= Math.max(start, begin) && at < start + DAY && at <= now;
    for (let left = visitorsOn(start, now, random); left > 0; left -= 1) {
      const { visitor, ahead } = randomVisitor(accountId, random);
      const { way } = pick(ways, random);
      let at = start + modulo(localTime(random) - ahead, DAY);
      do {
        const traits = { ...visitor.traits, ...way, edition: linkSetAt(links, at) };
        const view = { ...visitor, targetId: PAGE, at, traits };
        const visit = [view, ...clicks(visitor, at, links, random)];
        events.push(...visit.filter((event) => inside(event.at)));
        at += between(3 * MINUTE, 5 * HOUR, random);
      } while (random() < RETURNS);
    }
  }
  for (const { address, ago } of present) {
    const { visitor } = randomVisitor(accountId, random);
    const at = now - ago;
    events.push({
      ...visitor,
      targetId: PAGE,
      at,
      address,
      traits: { ...visitor.traits, edition: linkSetAt(links, at) },
    });
  }
  return events.sort((a, b) => a.at - b.at);
}

/** Crawlers and link previews, which do not count as visits. */
export function madeUpRobots(accountId: number, now: Micros): RecordedVisit[] {
  const random = generator(SEED + 1);
  const events: RecordedVisit[] = [];
  for (let start = now - DAYS * DAY; start < now; start += DAY) {
    for (const [kind, perDay] of robots) {
      for (let left = Math.round(perDay * (0.5 + random())); left > 0; left -= 1) {
        events.push(uncountedEvent(accountId, PAGE, start + between(0, DAY, random), kind));
      }
    }
  }
  return events;
}

/** The link sets of the page: which links it had, and since when. Visits refer to link sets. */
export function linkSetsOf(links: readonly Followable[]): { edition: string; links: number[]; at: Micros }[] {
  return momentsOf(links).map((at) => {
    const there = links.filter(({ since, until }) => since <= at && at < until);
    return { edition: linkSetAt(links, at), links: there.map(({ id }) => id), at };
  });
}

function linkSetAt(links: readonly Followable[], at: Micros): string {
  return `demo-${momentsOf(links).filter((moment) => moment <= at).length}`;
}

/** The times at which links were added or removed. */
function momentsOf(links: readonly Followable[]): Micros[] {
  const moments = links.flatMap(({ since, until }) => [since, until]).filter(Number.isFinite);
  return [...new Set(moments)].sort((a, b) => a - b);
}

type Visitor = Omit<VisitEvent, 'targetId' | 'at' | 'address'>;

function randomVisitor(accountId: number, random: () => number): { visitor: Visitor; ahead: Micros } {
  const { place, ahead } = pick(places, random);
  const { agent } = pick(agents, random);
  const name = Array.from({ length: 4 }, () =>
    Math.floor(random() * 36 ** 4)
      .toString(36)
      .padStart(4, '0'),
  );
  const traits = equipment(place.country, agent);
  return { visitor: { accountId, visitor: name.join(''), ...place, ...agent, traits }, ahead };
}

function visitorsOn(start: Micros, now: Micros, random: () => number): number {
  const daysAgo = Math.floor((now - start) / DAY);
  const growth = 1.15 - (0.4 * daysAgo) / DAYS;
  const sinceMention = mention.daysAgo - daysAgo;
  const curiosity = sinceMention < 0 ? 1 : 1 + mention.strength * 0.5 ** sinceMention;
  const weekday = byWeekday[new Date(start / 1000).getUTCDay()]!;
  return Math.round(VISITORS_A_DAY * growth * curiosity * weekday * (0.85 + 0.3 * random()));
}

function localTime(random: () => number): Micros {
  const { hour } = pick(hours, random);
  return hour * HOUR + between(0, HOUR, random);
}

const hours = byLocalHour.map((weight, hour) => ({ weight, hour }));

function clicks(visitor: Visitor, at: Micros, links: readonly Followable[], random: () => number): VisitEvent[] {
  const followed: VisitEvent[] = [];
  const there = links
    .filter((link) => link.appeal > 0 && link.since <= at && at < link.until)
    .map((link) => ({ weight: link.appeal, link }));
  let when = at;
  while (there.length > 0 && followed.length < 3 && random() < FOLLOWS) {
    when += between(4 * SECOND, 90 * SECOND, random);
    followed.push({ ...visitor, targetId: pick(there, random).link.id, at: when });
  }
  return followed;
}

function pick<T extends Weighted>(choices: readonly T[], random: () => number): T {
  let rest = random() * choices.reduce((sum, choice) => sum + choice.weight, 0);
  for (const choice of choices) {
    rest -= choice.weight;
    if (rest < 0) return choice;
  }
  return choices.at(-1)!;
}

function between(least: number, most: number, random: () => number): number {
  return Math.floor(least + random() * (most - least));
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** Pseudorandom numbers from 0 up to 1 (Mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
