// The client's own counts, by the documented rules: a visitor is unique once per UTC day for each page and link, and once
// per day for all links of a page, with at most 500 unique visitors per network. Traits that change between visits count
// under the first of the day. Clicks have the source of their visitor's first view of the day.
import type { Agent, Kind, Person, Place } from './people.ts';

/** The current state of a page with links. */
export interface Page {
  username: string;
  links: Link[];
}

export interface Link {
  id: number;
  /** The last one is current, the others are former slugs. */
  slugs: string[];
  url: string;
  isOn: boolean;
}

export interface Noted {
  page: Page;
  /** The page itself if undefined. */
  link: Link | undefined;
  kind: Kind;
  day: number;
  person: Person;
  traits: Record<string, string>;
}

interface Count {
  visits: number;
  unique: number;
}

interface Target {
  total: Count;
  dimensions: Map<string, Map<string, Count>>;
  /** By day and network. */
  seen: Map<string, Set<string>>;
}

const VISITORS_OF_A_NETWORK = 500;
const sourceNames = ['referrer', 'app', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

export const dimensions = [
  'country',
  'city',
  'os',
  'browser',
  'device',
  'referrer',
  'app',
  'language',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'kind',
];

export type ExpectedCounts = ReturnType<typeof createExpectedCounts>;

export function createExpectedCounts(places: readonly Place[]) {
  const targets = new Map<Page | Link, Target>();
  const links = new Map<Page, Target>();
  const impressions = new Map<Link, number>();
  /** The source of each visitor of a page and day. */
  const sources = new Map<Page, Map<string, Record<string, string>>>();
  const names = new Map(
    places.flatMap(({ country, countryName, city, cityName }) => [
      [`country ${country}`, countryName],
      [`city ${city}`, cityName],
    ]),
  );
  names.set('referrer ', 'Direct / unknown');
  const isos = new Map(places.map(({ city, iso }) => [city, iso]));
  const sums = { counted: 0, bot: 0, preview: 0, prefetch: 0, head: 0 };

  const blank = (): Target => ({ total: { visits: 0, unique: 0 }, dimensions: new Map(), seen: new Map() });
  const of = <Key>(map: Map<Key, Target>, key: Key) => map.get(key) ?? map.set(key, blank()).get(key)!;
  const nameOf = (dimension: string, key: string) => names.get(`${dimension} ${key}`) ?? key;

  function note({ page, link, kind, day, person, traits }: Noted): void {
    sums[kind] += 1;
    const target = of(targets, link ?? page);
    if (kind !== 'counted') {
      add(target, 'kind', kind, 0);
      return;
    }
    const network = `${day} ${person.home.network}`;
    const unique = once(target, network, person.name);
    const shown = withSource(page, link, `${day} ${person.name}`, placeAndAgent(person.home, person.agent), traits);
    const all = { referrer: '', ...shown };
    for (const [dimension, key] of Object.entries(all)) add(target, dimension, key, unique);
    if (link) once(of(links, page), network, person.name);
    else for (const shown of page.links) if (shown.isOn) impressions.set(shown, (impressions.get(shown) ?? 0) + 1);
  }

  function withSource(
    page: Page,
    link: Link | undefined,
    visitor: string,
    own: Record<string, string>,
    traits: Record<string, string>,
  ): Record<string, string> {
    const all = { ...own, ...traits };
    const known = sources.get(page) ?? new Map<string, Record<string, string>>();
    sources.set(page, known);
    if (!link && !known.has(visitor)) known.set(visitor, partOf(all, true));
    return link && known.has(visitor) ? { ...partOf(all, false), ...known.get(visitor) } : all;
  }

  function rows(target: Target, dimension: string) {
    return [...(target.dimensions.get(dimension) ?? [])]
      .map(([key, count]) => ({ key, name: nameOf(dimension, key), ...count }))
      .sort((a, b) => b.visits - a.visits || (a.key < b.key ? -1 : 1));
  }

  function breakdown(target: Target) {
    const map = (dimension: string, more: (key: string) => object = () => ({})) =>
      Object.fromEntries(rows(target, dimension).map(({ key, ...row }) => [key, { ...row, ...more(key) }]));
    return {
      countries: map('country'),
      cities: map('city', (key) => ({ iso: isos.get(key) })),
      devices: map('os'),
      browsers: map('browser'),
      getviews: target.total,
    };
  }

  /** Everything the API should report for a page. */
  function expected(page: Page) {
    const each = page.links.map((link) => ({ link, target: of(targets, link) }));
    const byDimension = (target: Target) =>
      Object.fromEntries(dimensions.map((dimension) => [dimension, rows(target, dimension)]));
    return {
      views: breakdown(of(targets, page)),
      clicks: {
        links: Object.fromEntries(each.map(({ link, target }) => [slugOf(link), { ...target.total, link: link.url }])),
        insight: of(links, page).total,
      },
      figures: each
        .map(({ link, target }) => {
          const identity = { id: link.id, slug: slugOf(link), link: link.url };
          return { ...identity, impressions: impressions.get(link) ?? 0, ...target.total };
        })
        .sort((a, b) => b.visits - a.visits || b.impressions - a.impressions || (a.slug < b.slug ? -1 : 1)),
      ofPage: byDimension(of(targets, page)),
      ofLinks: each.map(({ target }) => ({ clicks: breakdown(target), dimensions: byDimension(target) })),
    };
  }

  return { note, expected, sums: sums as Readonly<typeof sums> };
}

function placeAndAgent({ country, city }: Place, { browser, os, device, app }: Agent): Record<string, string> {
  return { country, city, os, browser, device, ...(app === undefined ? {} : { app }) };
}

function partOf(traits: Record<string, string>, isSource: boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(traits).filter(([name]) => sourceNames.includes(name) === isSource));
}

/** Adds a visit; returns 1 if it is the first of a visitor within the limit. */
function once(target: Target, network: string, visitor: string): 0 | 1 {
  const seen = target.seen.get(network) ?? new Set();
  target.seen.set(network, seen);
  const unique = seen.has(visitor) || seen.size === VISITORS_OF_A_NETWORK ? 0 : 1;
  if (unique) seen.add(visitor);
  target.total.visits += 1;
  target.total.unique += unique;
  return unique;
}

function add(target: Target, dimension: string, key: string, unique: 0 | 1): void {
  const keys = target.dimensions.get(dimension) ?? new Map<string, Count>();
  target.dimensions.set(dimension, keys);
  const count = keys.get(key) ?? { visits: 0, unique: 0 };
  keys.set(key, { visits: count.visits + 1, unique: count.unique + unique });
}

export function slugOf({ slugs }: Link): string {
  return slugs.at(-1)!;
}
