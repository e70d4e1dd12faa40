import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { blockLimits } from '../page/block-shapes.ts';
import { comparisons, timeDimensions, visitDimensions, visitTraits } from '../vocabulary.ts';
import { Meta, NullableText, OneOf, Owner, PageParameters, Timestamp } from './common.ts';

const closed = { additionalProperties: false };
export const Count = Type.Integer({ minimum: 0 });
const Iso = Type.String({ pattern: '^[A-Z]{2}$' });

export const Counted = { visits: Count, unique: Count };
const Entry = Type.Object({ ...Counted, name: Type.String() }, closed);
const CityEntry = Type.Object({ ...Counted, name: Type.String(), iso: Iso }, closed);

const EventsSince = Type.Union([Timestamp, Type.Null()], {
  description: 'Time of the oldest stored event. Earlier visits are not in this response. Null if no events are stored',
});

/** In reports that are computed from stored events. */
export const filteredOnly = { events_since: Type.Optional(EventsSince) };

export const Breakdown = Type.Object(
  {
    countries: Type.Record(Type.String(), Entry),
    cities: Type.Record(Type.String(), CityEntry),
    devices: Type.Record(Type.String(), Entry),
    browsers: Type.Record(Type.String(), Entry),
    getviews: Type.Object(Counted, closed),
    ...filteredOnly,
  },
  { title: 'Breakdown', ...closed },
);

export const Clicks = Type.Object(
  {
    links: Type.Record(Type.String(), Type.Object({ ...Counted, link: Type.String() }, closed)),
    insight: Type.Object(Counted, closed),
    ...filteredOnly,
  },
  { title: 'Clicks', ...closed },
);

const LiveEntry = Type.Object({ unique: Count, name: Type.String() }, closed);
const LiveCity = Type.Object({ unique: Count, name: Type.String(), iso: Iso }, closed);

export const LiveTracking = Type.Object(
  {
    country: Type.Object(
      { iso: Type.String({ pattern: '^[a-z]{2}$' }), name: Type.String(), city: Type.String() },
      closed,
    ),
    agent: Type.Object({ browser: Type.String(), os: Type.String() }, closed),
  },
  closed,
);

export const Live = Type.Object(
  {
    visitors: Type.Array(
      Type.Object(
        {
          user: Owner,
          ip: Type.String(),
          tracking: LiveTracking,
          last_activity: Type.Integer({ description: 'Unix time in seconds' }),
        },
        closed,
      ),
      { maxItems: limits.liveVisitors, description: 'The most recent visitors; `insight` counts all of them' },
    ),
    insight: Type.Object(
      {
        countries: Type.Record(Type.String(), LiveEntry),
        cities: Type.Record(Type.String(), LiveCity),
        devices: Type.Record(Type.String(), LiveEntry),
        browsers: Type.Record(Type.String(), LiveEntry),
        getviews: Type.Object({ unique: Count }, closed),
      },
      closed,
    ),
  },
  { title: 'Live', ...closed },
);

export const SlugPath = Type.Object({
  slug: Type.String({ minLength: 1, description: 'Current or previous slug of the link' }),
});

export const LinkSlug = Type.String({
  minLength: 1,
  maxLength: blockLimits.slug,
  description: 'Current or previous slug of a link: count its clicks instead of page views',
  'x-rule': `must be a slug of 1 to ${blockLimits.slug} characters`,
});

const MAX_KEY = 200;
const visitKinds = ['counted', 'bot', 'preview', 'prefetch', 'head'] as const;

const filterOf = (dimension: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_KEY,
      description: `Only visits with this ${dimension}: a \`key\` of the breakdown, in any case`,
      'x-rule': `must be 1 to ${MAX_KEY} characters`,
    }),
  );

const ReferrerFilter = Type.Optional(
  Type.String({
    maxLength: MAX_KEY,
    description:
      'Only visits with this referrer: a `key` of the breakdown, in any case. Empty: only visits without a referrer',
    'x-rule': `must be at most ${MAX_KEY} characters`,
  }),
);

/** One filter per dimension. */
const filterShapes = Object.fromEntries(
  visitDimensions
    .filter((dimension) => dimension !== 'kind')
    .map((dimension) => [dimension, dimension === 'referrer' ? ReferrerFilter : filterOf(dimension)]),
) as Record<Exclude<(typeof visitDimensions)[number], 'kind'>, Type.TOptional<Type.TString>>;

export const Day = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'date',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description,
      'x-rule': 'must be a date such as 2026-11-15',
    }),
  );

export const TimeZoneOfDays = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$',
    description: 'IANA time zone in which days begin. Default: `UTC`',
    'x-rule': 'must be an IANA time zone such as Europe/Berlin',
  }),
);

const valueFilters = {
  ...filterShapes,
  kind: Type.Optional(
    OneOf(visitKinds, {
      description: 'Only visits (`counted`), or only one kind of request that is not counted as a visit',
      'x-rule': `must be one of ${visitKinds.join(', ')}`,
    }),
  ),
};

/** A period in a time zone, and one filter per dimension. */
export const periodParameters = {
  ...valueFilters,
  from: Day('First day, in the time zone'),
  to: Day('Last day, in the time zone'),
  timezone: TimeZoneOfDays,
};

export const ReportParameters = Type.Object(periodParameters);

export const Compare = Type.Optional(
  OneOf(comparisons, {
    description:
      '`previous`: also the same number of days immediately before. `year`: also the same dates one year earlier',
    'x-rule': `must be one of ${comparisons.join(', ')}`,
  }),
);

export const LinkFiguresParameters = Type.Object({
  ...PageParameters.properties,
  compare: Compare,
  ...periodParameters,
});

export const dimensions = [...visitDimensions, ...timeDimensions] as const;

export const DimensionParameters = Type.Object({
  ...PageParameters.properties,
  dimension: Type.Optional(
    OneOf(dimensions, {
      description: 'The dimension to group by. Default: `country`',
      'x-rule': `must be one of ${dimensions.join(', ')}`,
    }),
  ),
  link_slug: Type.Optional(LinkSlug),
  ...periodParameters,
});

export const EventParameters = Type.Object({
  ...PageParameters.properties,
  link_slug: Type.Optional({ ...LinkSlug, description: 'Current or previous slug of a link: only its clicks' }),
  ...valueFilters,
  from: Day('First day (UTC)'),
  to: Day('Last day (UTC)'),
});

/** For responses from stored events: how far back they reach. */
export const EventMeta = Type.Object(
  { ...Meta.properties, events_since: EventsSince },
  { title: 'EventMeta', ...closed },
);
export const DimensionMeta = Type.Object(
  { ...Meta.properties, ...filteredOnly },
  { title: 'DimensionMeta', ...closed },
);

export const VisitRecord = Type.Object(
  {
    at: Timestamp,
    type: OneOf(['view', 'click']),
    link_slug: Type.Union([Type.String(), Type.Null()], {
      description: 'The slug of the clicked link; null for page views',
    }),
    kind: OneOf(visitKinds, {
      description: '`counted` for a visit. Other kinds are not visits and have no further details',
    }),
    is_unique: Type.Boolean({
      description: 'Whether this is the first visit of the visitor on that UTC day, to the page or to that link',
    }),
    country: NullableText,
    city: NullableText,
    os: NullableText,
    browser: NullableText,
    ...(Object.fromEntries(visitTraits.map((trait) => [trait, NullableText])) as Record<
      (typeof visitTraits)[number],
      typeof NullableText
    >),
  },
  { title: 'VisitRecord', ...closed },
);

export const DimensionKey = Type.Object(
  {
    key: Type.String({
      description:
        'The value: for countries the lower-case ISO code, for referrers the host, or empty for visits without a referrer. For `hour` 00 to 23, for `weekday` 1 (Monday) to 7',
    }),
    name: Type.String({ description: 'Display name' }),
    ...Counted,
  },
  { title: 'DimensionKey', ...closed },
);

const Impressions = Type.Union([Count, Type.Null()], {
  description: 'Page views while the link was on the page; null with filters, because impressions have no details',
});

export const LinkFigures = Type.Object(
  {
    id: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The id of the link. 0 for the row `Other` of shared statistics: all links with too few visitors',
    }),
    slug: Type.String(),
    link: Type.String({ description: 'The target; empty for `Other`' }),
    impressions: Impressions,
    ...Counted,
    compare: Type.Optional(
      Type.Object(
        { impressions: Impressions, ...Counted },
        {
          description:
            'With `compare`: the figures of the other period. If the period is not over yet, until the same time of the same day',
          ...closed,
        },
      ),
    ),
  },
  { title: 'LinkFigures', ...closed },
);
