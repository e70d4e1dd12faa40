// Example responses as `text/csv` and as a stream of events, with the records of the example account.
import { CSV_START, csvLine } from '../../../exports/csv.ts';
import { activities } from './example-account/account.ts';
import { entries } from './example-account/page.ts';
import {
  breakdowns,
  clicks,
  countries,
  linkFigures,
  liveSnapshot,
  mapClicks,
  pageViews,
  series,
  visits,
} from './example-account/statistics.ts';

type Row = Readonly<Record<string, unknown>>;

function csv(columns: readonly string[], rows: readonly Row[]): string {
  return CSV_START + [columns, ...rows.map((row) => columns.map((name) => cell(row[name])))].map(csvLine).join('');
}

function cell(value: unknown): string {
  return typeof value === 'boolean' ? String(Number(value)) : String(value ?? '');
}

const counted = ['visits', 'unique'];
const dimensions = { countries: 'country', cities: 'city', devices: 'os', browsers: 'browser' } as const;

function reportFile({ getviews, ...report }: typeof pageViews): string {
  const rows = Object.entries(dimensions).flatMap(([field, dimension]) =>
    Object.entries(report[field as keyof typeof dimensions]).map(([key, entry]) => ({ dimension, key, ...entry })),
  );
  return csv(['dimension', 'key', 'name', ...counted], [{ dimension: 'total', ...getviews }, ...rows]);
}

const figures = ['visits', 'unique', 'clicks', 'impressions', 'click_through', 'bots'];
const traits = ['country', 'city', 'os', 'browser', 'device', 'referrer', 'app', 'language'];
const campaign = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'];

/** By `operationId`. */
export const exampleFiles: Readonly<Record<string, string>> = {
  listBlockEntries: csv(
    ['id', 'created_at', ...Object.keys(entries[0]!.values)],
    entries.map(({ id, created_at, values }) => ({ id, created_at, ...values })),
  ),
  listActivities: csv(['id', 'created_at', 'type', 'message', 'ip', 'os', 'browser'], activities),
  getViews: reportFile(pageViews),
  getLinkClicks: reportFile(mapClicks),
  getClicks: csv(
    ['slug', 'link', ...counted],
    Object.entries(clicks.links).map(([slug, link]) => ({ slug, ...link })),
  ),
  listLinkFigures: csv(
    ['id', 'slug', 'link', 'impressions', ...counted, ...['impressions', ...counted].map((name) => `compared_${name}`)],
    linkFigures.map(({ compare, ...link }) => ({
      ...link,
      compared_impressions: compare?.impressions,
      compared_visits: compare?.visits,
      compared_unique: compare?.unique,
    })),
  ),
  listBreakdown: csv(['key', 'name', ...counted], countries),
  getBreakdowns: csv(
    ['dimension', 'key', 'name', ...counted],
    breakdowns.dimensions.flatMap(({ dimension, rows }) => rows.map((row) => ({ dimension, ...row }))),
  ),
  getSeries: csv(
    ['period', 'start', 'date', ...figures],
    [
      ...series.points.map((point) => ({ period: 'current', ...point })),
      ...series.compare!.points.map((point) => ({ period: 'previous', ...point })),
    ],
  ),
  listVisits: csv(['at', 'type', 'link_slug', 'kind', 'is_unique', ...traits, ...campaign], visits),
};

/** Messages of `text/event-stream`, by `operationId`. */
export const exampleMessages: Readonly<Record<string, unknown>> = { streamLiveVisitors: liveSnapshot };
