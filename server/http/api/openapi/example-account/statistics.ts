// Two weeks of statistics of the example page, from Monday, 2 November 2026, in Berlin. Every breakdown adds up to the
// same totals: views to `pageTotal`, clicks of a link to its row in `clicks`, and the weeks to both. The last day is not
// over, so comparisons end before their period does.
import type { Static } from 'typebox';
import type {
  Breakdown,
  Clicks,
  DimensionKey,
  LinkFigures,
  Live,
  VisitRecord,
} from '../../../../../contract/schemas/analytics.ts';
import type { LiveStreamMessage } from '../../../../../contract/schemas/live-stream.ts';
import type { Breakdowns, Series } from '../../../../../contract/schemas/series.ts';
import { ids, moments } from './identity.ts';
import { orderAnArm, walkingMaps } from './page.ts';

export const TIME_ZONE = 'Europe/Berlin';
export const period = { from: '2026-11-02', to: '2026-11-15' };
const previousPeriod = { from: '2026-10-19', to: '2026-11-01' };

type Row = Static<typeof DimensionKey>;
type Total = Pick<Row, 'visits' | 'unique'>;

const row = (key: string, name: string, visits: number, unique: number): Row => ({ key, name, visits, unique });

function totalOf(rows: readonly Total[]): Total {
  const sum = (name: keyof Total) => rows.reduce((total, one) => total + one[name], 0);
  return { visits: sum('visits'), unique: sum('unique') };
}

const views = {
  countries: [row('de', 'Germany', 780, 612), row('gb', 'United Kingdom', 460, 356)],
  cities: [row('Berlin, DE', 'Berlin', 780, 612), row('London, GB', 'London', 460, 356)],
  devices: [row('Android', 'Android', 1240, 968)],
  browsers: [row('Mobile Chrome', 'Mobile Chrome', 1240, 968)],
};
const clicksOfMaps: typeof views = {
  countries: [row('de', 'Germany', 195, 158), row('gb', 'United Kingdom', 115, 93)],
  cities: [row('Berlin, DE', 'Berlin', 195, 158), row('London, GB', 'London', 115, 93)],
  devices: [row('Android', 'Android', 310, 251)],
  browsers: [row('Mobile Chrome', 'Mobile Chrome', 310, 251)],
};
const referrers = [row('', 'Direct / unknown', 820, 655), row('news.example.org', 'news.example.org', 420, 313)];

function keyed<Entry>(rows: readonly Row[], entry: (row: Row) => Entry): Record<string, Entry> {
  return Object.fromEntries(rows.map((one) => [one.key, entry(one)]));
}
const named = ({ visits, unique, name }: Row) => ({ visits, unique, name });

function breakdownOf({ countries, cities, devices, browsers }: typeof views): Static<typeof Breakdown> {
  return {
    countries: keyed(countries, named),
    cities: keyed(cities, (one) => ({ ...named(one), iso: one.key.slice(-2) })),
    devices: keyed(devices, named),
    browsers: keyed(browsers, named),
    getviews: totalOf(countries),
  };
}

const pageTotal = totalOf(views.countries);
export const countries = views.countries;
export const pageViews = breakdownOf(views);
export const mapClicks = breakdownOf(clicksOfMaps);

export const breakdowns: Static<typeof Breakdowns> = {
  total: pageTotal,
  dimensions: [
    { dimension: 'country', keys: countries.length, total: totalOf(countries), rows: countries },
    { dimension: 'referrer', keys: referrers.length, total: totalOf(referrers), rows: referrers },
  ],
};

/** Both links were on the page all the time. */
export const linkFigures: Static<typeof LinkFigures>[] = [
  {
    id: walkingMaps.id,
    slug: walkingMaps.slug,
    link: walkingMaps.url,
    impressions: pageTotal.visits,
    ...mapClicks.getviews,
    compare: { impressions: 856, visits: 211, unique: 177 },
  },
  {
    id: orderAnArm.id,
    slug: orderAnArm.slug,
    link: orderAnArm.url,
    impressions: pageTotal.visits,
    visits: 160,
    unique: 133,
    compare: { impressions: 856, visits: 94, unique: 81 },
  },
];
/** A visitor who followed both links on one day is counted once. */
const allClicks = { visits: totalOf(linkFigures).visits, unique: 342 };
export const clicks: Static<typeof Clicks> = {
  links: Object.fromEntries(linkFigures.map(({ slug, visits, unique, link }) => [slug, { visits, unique, link }])),
  insight: allClicks,
};

type Figures = Static<typeof Series>['total'];

function figures({ visits, unique, clicks, bots }: Pick<Figures, 'visits' | 'unique' | 'clicks' | 'bots'>): Figures {
  const click_through = Math.round((clicks / visits) * 10_000) / 10_000;
  return { visits, unique, clicks, impressions: visits * linkFigures.length, click_through, bots };
}

function seriesTotal(points: readonly Figures[]): Figures {
  const sum = (name: 'visits' | 'unique' | 'clicks' | 'bots') => points.reduce((total, one) => total + one[name], 0);
  return figures({ visits: sum('visits'), unique: sum('unique'), clicks: sum('clicks'), bots: sum('bots') });
}

const weeks = [
  {
    start: '2026-11-01T23:00:00.000000Z',
    date: '2026-11-02',
    ...figures({ visits: 520, unique: 404, clicks: 182, bots: 31 }),
  },
  {
    start: '2026-11-08T23:00:00.000000Z',
    date: '2026-11-09',
    ...figures({ visits: 720, unique: 564, clicks: 288, bots: 44 }),
  },
];
const previousWeeks = [
  {
    start: '2026-10-18T22:00:00.000000Z',
    date: '2026-10-19',
    ...figures({ visits: 430, unique: 338, clicks: 150, bots: 27 }),
  },
  {
    start: '2026-10-25T23:00:00.000000Z',
    date: '2026-10-26',
    ...figures({ visits: 480, unique: 371, clicks: 172, bots: 25 }),
  },
];
export const series: Static<typeof Series> = {
  interval: 'week',
  timezone: TIME_ZONE,
  ...period,
  points: weeks,
  total: seriesTotal(weeks),
  compare: {
    ...previousPeriod,
    points: previousWeeks,
    total: seriesTotal(previousWeeks),
    total_to_date: figures({ visits: 856, unique: 664, clicks: 305, bots: 49 }),
  },
};

export const visitor = {
  kind: 'counted',
  is_unique: true,
  country: 'de',
  city: 'Berlin, DE',
  os: 'iOS',
  browser: 'Mobile Safari',
  device: 'Phone',
  referrer: 'news.example.org',
  app: null,
  language: 'de',
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'autumn',
  utm_term: null,
  utm_content: null,
} as const;
export const visits: Static<typeof VisitRecord>[] = [
  { at: moments.visit, type: 'click', link_slug: walkingMaps.slug, ...visitor },
];

const country = { iso: 'de', name: 'Germany', city: 'Berlin, DE' };
const tracking = { country, agent: { browser: visitor.browser, os: visitor.os } };
const last_activity = Date.parse(moments.now) / 1000;
export const live: Static<typeof Live> = {
  visitors: [{ user: ids.account, ip: '203.0.113.7', tracking, last_activity }],
  insight: {
    countries: { [country.iso]: { unique: 1, name: country.name } },
    cities: { [country.city]: { unique: 1, name: 'Berlin', iso: 'DE' } },
    devices: { [visitor.os]: { unique: 1, name: visitor.os } },
    browsers: { [visitor.browser]: { unique: 1, name: visitor.browser } },
    getviews: { unique: 1 },
  },
};
export const liveSnapshot: Static<typeof LiveStreamMessage> = {
  id: `${last_activity}000000-7`,
  event: 'snapshot',
  data: { visitors: [{ id: 'Zk3vQ9xW2m', tracking, last_activity }], total: 1 },
};
export const eventsSince = moments.keptSince;
