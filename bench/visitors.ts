// Visitors as a page has them: most from a few places with the usual browsers, the rest from everywhere. Everything
// follows from a seed, so that every run counts the same.
import { DAY, type Micros } from '../contract/time.ts';
import { PAGE } from '../server/storage/visits.ts';
import type { Visit, VisitEvent } from '../server/visits/identify.ts';

const DAYS = 30;
const COUNTRIES = [
  ...['us', 'gb', 'de', 'in', 'br', 'fr', 'ca', 'au', 'es', 'it', 'nl', 'mx', 'pl', 'se', 'id', 'ph', 'tr', 'jp', 'za'],
  ...['ng', 'pt', 'be', 'ch', 'at', 'ie', 'no', 'dk', 'fi', 'cz', 'gr', 'ro', 'ua', 'ar', 'cl', 'co', 'eg', 'ke', 'vn'],
  ...['my', 'nz'],
];
const CITIES_OF_EACH = 5;
const AGENTS = [
  ['iOS', 'Mobile Safari'],
  ['Android', 'Chrome'],
  ['Windows', 'Chrome'],
  ['iOS', 'Instagram'],
  ['macOS', 'Safari'],
  ['Windows', 'Edge'],
  ['Android', 'Samsung Internet'],
  ['macOS', 'Chrome'],
  ['iOS', 'TikTok'],
  ['Android', 'Facebook'],
  ['Windows', 'Firefox'],
  ['Android', 'Firefox'],
  ['Linux', 'Firefox'],
  ['ChromeOS', 'Chrome'],
  ['Android', 'Opera'],
  ['Unknown', 'Unknown'],
] as const;
const SYSTEMS = [
  'Linux; Android 10; K',
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
];
const RETURNS = 0.3;
const RECENT_VISITORS = 4096;

const places = COUNTRIES.flatMap((country) =>
  Array.from({ length: CITIES_OF_EACH }, (_, index) => ({
    country,
    city: `${['North', 'South', 'East', 'West', 'Old'][index]} ${country.toUpperCase()} Town, ${country.toUpperCase()}`,
  })),
);

export const breakdownKeys = {
  countries: COUNTRIES.length,
  cities: places.length,
  systems: new Set(AGENTS.map(([os]) => os)).size,
  browsers: new Set(AGENTS.map(([, browser]) => browser)).size,
};

type Somebody = Pick<VisitEvent, 'visitor' | 'country' | 'city' | 'os' | 'browser'>;

/** So many views of the page over the thirty days before `end`, in the order of their times, some at a time. */
export function* visitors(accountId: number, count: number, end: Micros, size = 1000): Generator<VisitEvent[]> {
  const random = generator(1931);
  const recent: Somebody[] = [];
  const start = end - DAYS * DAY;
  for (let made = 0; made < count; made += size) {
    const length = Math.min(size, count - made);
    yield Array.from({ length }, (_, index): VisitEvent => {
      const number = made + index;
      const place = Math.floor(random() * RECENT_VISITORS);
      const back = random() < RETURNS ? recent[place] : undefined;
      const who = back ?? somebody(number, random);
      recent[place] = who;
      return { accountId, targetId: PAGE, at: start + Math.floor((number / count) * DAYS * DAY), ...who };
    });
  }
}

/** Requests as they come in: an address and a user-agent, nothing known of either yet. */
export function requests(accountId: number, count: number): Visit[] {
  const random = generator(4711);
  return Array.from({ length: count }, () => ({
    accountId,
    targetId: PAGE,
    address: Array.from({ length: 4 }, () => 1 + Math.floor(random() * 223)).join('.'),
    userAgent: `Mozilla/5.0 (${SYSTEMS[early(SYSTEMS.length, random)]}) AppleWebKit/537.36 Chrome/${100 + early(40, random)}.0.0.0 Safari/537.36`,
  }));
}

function somebody(number: number, random: () => number): Somebody {
  const { country, city } = places[early(places.length, random)]!;
  const [os, browser] = AGENTS[early(AGENTS.length, random)]!;
  const visitor = `${Math.floor(random() * 36 ** 8)
    .toString(36)
    .padStart(8, '0')}${number.toString(36).padStart(8, '0')}`;
  return { visitor, country, city, os, browser };
}

/** The early ones often, the late ones now and then. */
function early(length: number, random: () => number): number {
  return Math.floor(length * random() ** 3);
}

/** Numbers from 0 up to 1 that follow from the seed (xorshift32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
