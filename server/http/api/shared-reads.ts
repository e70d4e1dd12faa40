// What may be asked with the token of shared statistics: whole days of UTC that are over, and one filter. Today would show
// each visit as it comes, and days of other time zones could be compared to isolate an hour.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { type FieldErrors, invalid } from '../../../contract/errors.ts';
import { type LocalDay, parseDay } from '../../../contract/local-time.ts';
import type { ReportParameters } from '../../../contract/schemas/analytics.ts';
import { DAY, formatDay, HOUR, type Micros } from '../../../contract/time.ts';
import { timeDimensions, visitDimensions } from '../../../contract/vocabulary.ts';
import type { Executor } from '../../storage/tables.ts';
import { PAGE } from '../../storage/visits/visits.ts';
import type { Clock } from '../../system/clock.ts';
import type { Caller } from '../auth/caller.ts';
import { type VisitFilters, visitFilters } from './visit-filters.ts';

/** So late after the end of a day, all of its visits are counted. */
const COUNTED_AFTER: Micros = HOUR;

/** The last day that is shown, in UTC. */
export function lastSharedDay(now: Micros): LocalDay {
  return Math.floor((now - COUNTED_AFTER) / DAY) - 1;
}

type SharedQuery = Static<typeof ReportParameters> & { interval?: string; dimension?: string; dimensions?: string };

/** Rejects what is too fine, and limits the period to the last shared day. For callers without a share, does nothing. */
export function narrowSharedReads(clock: Clock) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.caller.kind !== 'share') return;
    const query = request.query as SharedQuery;
    const last = lastSharedDay(clock());
    const errors = { ...finerThanDays(query), ...moreThanOneFilter(query), ...tooLate(query, last) };
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (query.to !== undefined && (parseDay(query.to) ?? last) <= last) return;
    query.to = formatDay(last);
    reply.validUntil = (last + 2) * DAY + COUNTED_AFTER;
  };
}

/** The selection of a report. */
export async function selectionOf(
  db: Executor,
  { query, caller }: Pick<FastifyRequest, 'query' | 'caller'>,
): Promise<VisitFilters> {
  const selection = await visitFilters(db, caller.accountId, query as SharedQuery);
  return { ...selection, sharedTarget: sharedTarget(caller) };
}

function sharedTarget(caller: Caller): number | undefined {
  return caller.kind === 'share' ? (caller.linkId ?? PAGE) : undefined;
}

function finerThanDays({ timezone, interval, dimension, dimensions = '' }: SharedQuery): FieldErrors {
  const errors: FieldErrors = {};
  if (timezone !== undefined && timezone !== 'UTC') {
    errors.timezone = ['The days of shared statistics are in UTC; leave the field timezone out.'];
  }
  if (interval === 'hour') errors.interval = ['Shared statistics are in whole days; choose a longer interval.'];
  for (const [name, asked] of Object.entries({ dimension: [dimension], dimensions: dimensions.split(',') })) {
    const finer = timeDimensions.find((one) => asked.includes(one));
    if (finer) errors[name] = [`Shared statistics are in whole days, without the dimension ${finer}.`];
  }
  return errors;
}

function moreThanOneFilter(query: SharedQuery): FieldErrors {
  const [, second] = visitDimensions.filter((dimension) => query[dimension] !== undefined);
  const errors: FieldErrors = {};
  if (second) errors[second] = ['Shared statistics take one filter at a time.'];
  if (query.kind !== undefined) errors.kind = ['Shared statistics have no filter for the kind of a request.'];
  return errors;
}

function tooLate({ from }: SharedQuery, last: LocalDay): FieldErrors {
  const first = from === undefined ? undefined : parseDay(from);
  if (first === undefined || first <= last) return {};
  return { from: [`Shared statistics end with the last whole day, ${formatDay(last)} (UTC).`] };
}
