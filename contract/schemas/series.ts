// Analytics over time, and several breakdowns at once.
import { Type } from 'typebox';
import { intervals } from '../local-time.ts';
import {
  Compare,
  Count,
  Counted,
  DimensionKey,
  dimensions,
  filteredOnly,
  LinkSlug,
  periodParameters,
} from './analytics.ts';
import { OneOf, Timestamp } from './common.ts';

const closed = { additionalProperties: false };

/** About the hours of a year. */
export const MAX_POINTS = 9000;

export const SeriesParameters = Type.Object({
  interval: Type.Optional(
    OneOf(intervals, {
      description: 'The length of a point. Weeks start on Monday. Default: `day`',
      'x-rule': `must be one of ${intervals.join(', ')}`,
    }),
  ),
  compare: Compare,
  link_slug: Type.Optional({
    ...LinkSlug,
    description: 'Current or previous slug of a link: its clicks and impressions instead of those of the page',
  }),
  ...periodParameters,
});

const LocalDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'A day in the time zone' });

const figures = {
  visits: Type.Integer({ minimum: 0, description: 'Page views; for a link, its clicks' }),
  unique: Type.Integer({
    minimum: 0,
    description:
      'The sum of daily unique visitors. A visitor is counted once per UTC day, with the first visit of that day; visitors cannot be recognized on another day',
  }),
  clicks: Type.Integer({ minimum: 0, description: 'Clicks of all links of the page; for a link, its clicks' }),
  impressions: Type.Union([Count, Type.Null()], {
    description:
      'Views of the page that showed the link; for the page, the sum over all links. Null with filters, because impressions have no details',
  }),
  click_through: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description:
      'Clicks per page view; for a link, clicks per impression. Rounded to four digits. Null if nothing was shown, or if impressions are null',
  }),
  bots: Type.Integer({
    minimum: 0,
    description: 'Requests that are not visits: by bots and link previews, prefetches and HEAD requests',
  }),
};

const SeriesTotal = Type.Object(figures, { title: 'SeriesTotal', ...closed });

const SeriesPoint = Type.Object(
  {
    start: { ...Timestamp, description: 'The start of the interval, UTC' },
    date: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2})?$',
      description:
        'The same in the time zone: a day, or a day and time for hours. An hour that clocks repeat is listed twice, with different `start`',
    }),
    ...figures,
  },
  { title: 'SeriesPoint', ...closed },
);

const period = {
  from: LocalDate,
  to: LocalDate,
  points: Type.Array(SeriesPoint, {
    description:
      'All intervals of the period, also those without visits. The first and the last week or month contain only days of the period',
  }),
  total: SeriesTotal,
};

export const Series = Type.Object(
  {
    interval: OneOf(intervals),
    timezone: Type.String(),
    ...period,
    compare: Type.Union(
      [
        Type.Object(
          {
            ...period,
            total_to_date: {
              ...SeriesTotal,
              title: 'SeriesTotalToDate',
              description:
                'The total until the same time of the same day, if the period is not over yet. Compare it with `total` of the period. If the period is over, it is the total',
            },
          },
          { title: 'SeriesComparison', ...closed },
        ),
        Type.Null(),
      ],
      { description: 'The other period, with `compare`' },
    ),
    ...filteredOnly,
  },
  { title: 'Series', ...closed },
);

export const BreakdownsParameters = Type.Object({
  dimensions: Type.Optional(
    Type.String({
      pattern: `^(${dimensions.join('|')})(,(${dimensions.join('|')})){0,31}$`,
      description:
        'The dimensions, separated by commas: the same as for `/analytics/breakdown`. Default: `country,city,os,browser`',
      'x-rule': `must be a list, separated by commas, of ${dimensions.join(', ')}`,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 250,
      description: 'Number of keys per dimension. `hour` and `weekday` always have all. Default: 10',
      'x-rule': 'must be a whole number from 1 to 250',
    }),
  ),
  link_slug: Type.Optional(LinkSlug),
  ...periodParameters,
});

const Total = Type.Object(Counted, closed);

export const Breakdowns = Type.Object(
  {
    total: { ...Total, description: 'All visits, with and without a value' },
    dimensions: Type.Array(
      Type.Object(
        {
          dimension: OneOf(dimensions),
          keys: { ...Count, description: 'The number of keys, also of those that are not listed' },
          total: { ...Total, description: 'The sum over all keys' },
          rows: Type.Array(DimensionKey, {
            description: 'The largest first; hours and weekdays in order, also those without visits',
          }),
        },
        { title: 'DimensionBreakdown', ...closed },
      ),
    ),
    ...filteredOnly,
  },
  { title: 'Breakdowns', ...closed },
);
