// What the numbers screen shows, as it stands in the address bar: a reload, the back button and a pasted address give the
// same numbers. What is not in the address has its default; what makes no sense is ignored.
import { type Interval, intervals, type LocalRange } from '../../../../../contract/local-time.ts';
import { formatDay } from '../../../../../contract/time.ts';
import { type Comparison, comparisons, visitDimensions } from '../../../../../contract/vocabulary.ts';
import { customRange, type Preset, presets } from './ranges.ts';

/** Dimensions whose values can be clicked. Hours and weekdays have no filter. */
export const filterNames = visitDimensions;
export type FilterName = (typeof filterNames)[number];

export const metrics = ['visits', 'unique', 'clicks', 'impressions', 'click_through', 'bots'] as const;
export type Metric = (typeof metrics)[number];

export type Filters = Readonly<Partial<Record<FilterName, string>>>;

export interface StatsView {
  readonly range: Preset | LocalRange;
  readonly compare: Comparison | 'off';
  /** Undefined: by the length of the range. */
  readonly interval: Interval | undefined;
  readonly metric: Metric;
  readonly filters: Filters;
}

export const defaultView: StatsView = {
  range: '30d',
  compare: 'previous',
  interval: undefined,
  metric: 'visits',
  filters: {},
};

/** The filter that can be for visits without a value. */
export const EMPTY_FILTER = 'referrer';
/** As long as the API accepts. */
const MAX_VALUE = 200;

export function parseView(search: string): StatsView {
  const query = new URLSearchParams(search);
  const filters: Partial<Record<FilterName, string>> = {};
  for (const name of filterNames) {
    const value = query.get(name)?.trim();
    if (value === undefined || value.length > MAX_VALUE) continue;
    if (value !== '' || name === EMPTY_FILTER) filters[name] = value;
  }
  return {
    range: rangeIn(query),
    compare: oneOf([...comparisons, 'off'], query.get('compare')) ?? defaultView.compare,
    interval: oneOf(intervals, query.get('interval')),
    metric: oneOf(metrics, query.get('metric')) ?? defaultView.metric,
    filters,
  };
}

function rangeIn(query: URLSearchParams): StatsView['range'] {
  const custom = customRange(query.get('from') ?? '', query.get('to') ?? '');
  if (typeof custom === 'object') return custom;
  return oneOf(presets, query.get('range')) ?? defaultView.range;
}

function oneOf<Value extends string>(values: readonly Value[], value: string | null): Value | undefined {
  return values.find((one) => one === value);
}

/** With a question mark; empty if everything has its default. */
export function formatView({ range, compare, interval, metric, filters }: StatsView): string {
  const query = new URLSearchParams();
  if (typeof range === 'object') {
    query.set('from', formatDay(range.first));
    query.set('to', formatDay(range.last));
  } else if (range !== defaultView.range) query.set('range', range);
  if (compare !== defaultView.compare) query.set('compare', compare);
  if (interval) query.set('interval', interval);
  if (metric !== defaultView.metric) query.set('metric', metric);
  for (const name of filterNames) if (filters[name] !== undefined) query.set(name, filters[name]);
  const text = query.toString();
  return text && `?${text}`;
}

export function withFilter(view: StatsView, name: FilterName, value: string): StatsView {
  return { ...view, filters: { ...view.filters, [name]: value } };
}

export function withoutFilter(view: StatsView, name: FilterName): StatsView {
  const { [name]: _, ...filters } = view.filters;
  return { ...view, filters };
}

export function isFiltered({ filters }: StatsView): boolean {
  return Object.keys(filters).length > 0;
}
