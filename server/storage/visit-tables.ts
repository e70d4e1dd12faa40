// Visits: waiting to be counted, counted, single ones, and who is on a page now.
import type { Micros } from '../../contract/time.ts';

/** Visits that were recorded in one commit and are not counted yet. */
export interface VisitBatchRow {
  /** The partition of the queue; see `visit-queue.ts`. */
  lane: number;
  /** Never earlier than that of the writer's previous batch. */
  at: Micros;
  /** The process that recorded them, and the number of its commit. */
  writer: string;
  seq: number;
  count: number;
  events: string;
}

/** The last counted batch of a writer. A batch that arrives again is recognised by it and skipped. */
export interface VisitFoldedRow {
  lane: number;
  writer: string;
  last_seq: number;
  last_at: Micros;
}

export interface VisitSeenRow {
  account_id: number;
  day: string;
  target_id: number;
  visitor: string;
  /**
   * What brought the visitor to the page that day, as in `visits/count/click-sources.ts`. Empty for a direct visitor,
   * for a link, and once the day's salt is deleted.
   */
  source: string;
}

/** Recent counts of all dimensions in one row. They are added to totals and periods later. */
export interface VisitFreshRow {
  account_id: number;
  target_id: number;
  /** Start of the quarter of an hour. */
  bucket: Micros;
  counts: string;
  /** The individual visits that are not in `visit_event` yet, in the same format. */
  events: string;
}

/** Individual visits to one target, one line each, grouped as they were counted. */
export interface VisitEventRow {
  account_id: number;
  /** Time of the first visit. */
  at: Micros;
  target_id: number;
  /** Time of the last visit. */
  until: Micros;
  count: number;
  events: string;
}

/** How many individual visits are stored of a period, for one target or for all links. */
export interface VisitEventCountRow {
  account_id: number;
  target_id: number;
  /** A quarter of an hour or a day. */
  length: Micros;
  start: Micros;
  count: number;
  /** For a day of the page or of all links: how many of them are in `visit_event`. Otherwise 0. */
  loose: number;
}

/** Individual visits of one UTC day by column, to the page or to all links; see `visits/segments/format.ts`. */
export interface VisitSegmentRow {
  account_id: number;
  target_id: number;
  /** 0: all columns. Otherwise one column of a large segment. */
  part: number;
  /** Start of the day. */
  day: Micros;
  /** Ascending for each target and day. */
  number: number;
  /** Time of the first and the last visit. */
  first: Micros;
  until: Micros;
  count: number;
  keys: string;
  data: string;
}

/** Which links an account's page showed. Visits refer to a link set by its name. */
export interface PageEditionRow {
  account_id: number;
  edition: string;
  /** Link ids, as a JSON array. */
  links: string;
  made_at: Micros;
}

export interface VisitTotalRow {
  account_id: number;
  target_id: number;
  dimension: string;
  key: string;
  visits: number;
  uniques: number;
}

/** Rolled-up counts of a quarter of an hour, a day or a month; see `visit-periods.ts`. */
export interface VisitPeriodRow {
  account_id: number;
  target_id: number;
  /** Empty if the row contains several dimensions. */
  dimension: string;
  tier: number;
  start: Micros;
  counts: string;
}

export interface LiveVisitorRow {
  account_id: number;
  visitor: string;
  ip: string;
  country: string;
  city: string;
  os: string;
  browser: string;
  last_activity_at: Micros;
  expires_at: Micros;
}

/** An account that somebody listens to, until it expires. */
export interface LiveStreamRow {
  account_id: number;
  /** Events are complete from here on. A stream that expired and is opened again has another start. */
  since: Micros;
  expires_at: Micros;
  /** Of the last row in `live_event`. Numbers start at 1 and have no gaps. */
  last_number: number;
}

/** The events of one write. */
export interface LiveEventRow {
  account_id: number;
  number: number;
  at: Micros;
  /** As in `visits/live/live-events.ts`. */
  events: string;
}
