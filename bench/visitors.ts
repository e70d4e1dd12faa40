// Typical visitors of a page: most from a few places with common browsers, the rest from everywhere. Everything follows
// from a seed, so that every run counts the same.
import { DAY, type Micros } from '../contract/time.ts';
import { early } from '../drill/support/chance.ts';
import { PAGE } from '../server/storage/visits/visits.ts';
import type { VisitEvent } from '../server/visits/record/identify.ts';
import type { Traits } from '../server/visits/record/traits.ts';
import { generator } from '../test/support/random.ts';

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
const DEVICES = ['Phone', 'Computer', 'Tablet', 'Unknown'];
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'tr', 'ja', 'id', 'sv'];
/** More than are counted separately. */
const REFERRERS = 3000;
const REFERRED = 0.5;
const CAMPAIGNS = 100;
const CAMPAIGNED = 0.2;
const CLICKS = 0.3;
const RETURNS = 0.3;
const RECENT_VISITORS = 4096;

const places = COUNTRIES.flatMap((country) =>
  Array.from({ length: CITIES_OF_EACH }, (_, index) => ({
    country,
    city: `${['North', 'South', 'East', 'West', 'Old'][index]} ${country.toUpperCase()} Town, ${country.toUpperCase()}`,
  })),
);

type Somebody = Pick<VisitEvent, 'visitor' | 'country' | 'city' | 'os' | 'browser'>;

interface Circumstances {
  /** The batch size. */
  size?: number;
  /** How long before `end` visits start. */
  span?: Micros;
  /**
   * Links to follow: if given, three in ten visits are clicks, most of them on the first link, and all have a referrer.
   */
  links?: readonly number[];
  /** The link set of the page that shows these links. */
  edition?: string;
}

/** `count` visits in the `span` before `end`, in order of time, in batches. */
export function* visitors(
  accountId: number,
  count: number,
  end: Micros,
  { size = 1000, span = 30 * DAY, links = [], edition: linkSet }: Circumstances = {},
): Generator<VisitEvent[]> {
  const random = generator(1931);
  const recent: Somebody[] = [];
  for (let made = 0; made < count; made += size) {
    const length = Math.min(size, count - made);
    yield Array.from({ length }, (_, index): VisitEvent => {
      const number = made + index;
      const slot = Math.floor(random() * RECENT_VISITORS);
      const back = random() < RETURNS ? recent[slot] : undefined;
      const who = back ?? somebody(number, random);
      recent[slot] = who;
      const visit = { accountId, targetId: PAGE, at: end - span + Math.floor((number / count) * span), ...who };
      if (links.length === 0) return visit;
      if (random() >= CLICKS) return { ...visit, traits: traits(random, linkSet) };
      return { ...visit, targetId: links[early(links.length, random)]!, traits: traits(random) };
    });
  }
}

function somebody(number: number, random: () => number): Somebody {
  const { country, city } = places[early(places.length, random)]!;
  const [os, browser] = AGENTS[early(AGENTS.length, random)]!;
  const visitor = `${Math.floor(random() * 36 ** 8)
    .toString(36)
    .padStart(8, '0')}${number.toString(36).padStart(8, '0')}`;
  return { visitor, country, city, os, browser };
}

function traits(random: () => number, linkSet?: string): Traits {
  return {
    device: DEVICES[early(DEVICES.length, random)]!,
    language: LANGUAGES[early(LANGUAGES.length, random)]!,
    ...(random() < REFERRED && { referrer: `site-${early(REFERRERS, random)}.example` }),
    ...(random() < CAMPAIGNED && { utm_source: 'letter', utm_campaign: `campaign-${early(CAMPAIGNS, random)}` }),
    ...(linkSet !== undefined && { edition: linkSet }),
  };
}
