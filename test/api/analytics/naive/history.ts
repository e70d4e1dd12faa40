// Random histories of an account with two links, and random questions about them.
import fc from 'fast-check';
import { DAY, MINUTE, type Micros } from '../../../../contract/time.ts';
import type { UncountedKind } from '../../../../server/visits/record/events.ts';

export const slugs = ['shop', 'blog'] as const;
export type Slug = (typeof slugs)[number];

/** Which links each link set of the page shows. */
export const linkSets: Record<string, readonly Slug[]> = { one: ['shop'], both: ['shop', 'blog'] };

export interface RawEvent {
  at: Micros;
  /** Undefined for a page view. */
  link: Slug | undefined;
  kind: 'counted' | UncountedKind;
  visitor: string;
  country: string;
  browser: string;
  referrer: string | undefined;
  edition: string;
  /** Arrives after the others are counted and rolled up. */
  isLate: boolean;
}

/** Clocks change in Lord Howe, Berlin and New York; the rest is any day of the last weeks. */
const days = ['2026-10-03', '2026-10-04', '2026-10-24', '2026-11-01', '2026-11-14', '2026-11-15'];
const start = fc.oneof(
  // Enough visits on one day to be stored by column.
  { weight: 6, arbitrary: fc.constant(Date.parse('2026-10-25') * 1000) },
  { weight: 2, arbitrary: fc.constantFrom(...days.map((day) => Date.parse(day) * 1000)) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 0, max: 80 }).map((ago) => Date.parse('2026-11-15') * 1000 - ago * DAY),
  },
);

const rawEvent: fc.Arbitrary<RawEvent> = fc
  .record({
    start,
    // Until 12:00, when it is now on the last day.
    minute: fc.integer({ min: 0, max: 12 * 60 - 1 }),
    link: fc.constantFrom(undefined, undefined, ...slugs),
    kind: fc.constantFrom<RawEvent['kind']>('counted', 'counted', 'counted', 'counted', 'bot', 'head'),
    person: fc.integer({ min: 1, max: 4 }),
    country: fc.constantFrom('de', 'gb'),
    browser: fc.constantFrom('Firefox', 'Chrome'),
    referrer: fc.constantFrom(undefined, 'news.example', 'mail.example'),
    edition: fc.constantFrom(...Object.keys(linkSets)),
    isLate: fc.constantFrom(false, false, false, true),
  })
  .map(({ start, minute, person, ...event }) => {
    const at = start + minute * MINUTE;
    // Nobody is recognized on another day. Late visitors are others, so that it is certain whose visit is the first.
    const visitor = `${event.isLate ? 'late' : 'early'} person ${person} on day ${Math.floor(at / DAY)}`;
    return { ...event, at, visitor };
  });

export const history = fc.array(rawEvent, { minLength: 300, maxLength: 350 }).map((events) => {
  return events.sort((a, b) => Number(a.isLate) - Number(b.isLate) || a.at - b.at);
});

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'America/St_Johns',
] as const;

export interface Question {
  timezone: string;
  from: string;
  to: string;
  interval: 'hour' | 'day' | 'week' | 'month';
  link: Slug | undefined;
  filters: Partial<Record<'country' | 'browser' | 'referrer' | 'kind', string>>;
}

const date = (daysAgo: number) => new Date(Date.parse('2026-11-16') - daysAgo * 86_400_000).toISOString().slice(0, 10);

export const question: fc.Arbitrary<Question> = fc
  .record({
    timezone: fc.constantFrom(...zones),
    range: fc.tuple(fc.integer({ min: 0, max: 85 }), fc.integer({ min: 0, max: 85 })),
    interval: fc.constantFrom('hour', 'day', 'week', 'month'),
    link: fc.constantFrom(undefined, ...slugs),
    filters: fc.oneof(
      fc.constant({}),
      fc.record(
        {
          country: fc.constantFrom('de', 'gb'),
          browser: fc.constantFrom('Firefox', 'Chrome'),
          referrer: fc.constantFrom('news.example', 'mail.example'),
          kind: fc.constantFrom('counted', 'bot'),
        },
        { requiredKeys: [] },
      ),
    ),
  })
  .map(({ range, ...rest }) => ({ ...rest, from: date(Math.max(...range)), to: date(Math.min(...range)) }));
