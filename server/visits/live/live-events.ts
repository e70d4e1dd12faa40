// The events of a live stream as they are stored, and as listeners get them. An event has an id of its visitor that is
// derived from the visitor's id of the day: it tells visitors apart, and tells nothing about their address or network.
import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import type { LiveStreamMessage } from '../../../contract/schemas/live-stream.ts';
import { type Micros, SECOND, timestamp } from '../../../contract/time.ts';
import type { LiveVisitorRow } from '../../storage/visit-tables.ts';
import type { StreamSnapshot } from '../../storage/visits/live-streams.ts';
import { trackingOf } from './live.ts';

export type LiveMessage = Static<typeof LiveStreamMessage>;
type Visitor = Omit<LiveVisitorRow, 'account_id' | 'ip'>;

export type LiveEvent =
  | ['arrival' | 'activity', id: string, at: Micros, country: string, city: string, os: string, browser: string]
  | ['click', id: string, at: Micros, linkId: number]
  | ['departure', id: string, at: Micros];

/** The content of a row in `live_event`. */
export interface LiveEvents {
  events: LiveEvent[];
  /** There were too many to store: listeners need a snapshot. */
  isIncomplete: boolean;
}

const ID_LENGTH = 16;
/** Per write. More than anybody can follow. */
const MAX_EVENTS = 100;

export function visitorEvent(kind: 'arrival' | 'activity', row: Visitor): LiveEvent {
  return [kind, publicId(row.visitor), row.last_activity_at, row.country, row.city, row.os, row.browser];
}

export function clickEvent({ visitor, last_activity_at }: Visitor, linkId: number): LiveEvent {
  return ['click', publicId(visitor), last_activity_at, linkId];
}

export function departureEvent({ visitor, expires_at }: Visitor): LiveEvent {
  return ['departure', publicId(visitor), expires_at];
}

export function writeLiveEvents(events: readonly LiveEvent[]): string {
  const isIncomplete = events.length > MAX_EVENTS;
  return JSON.stringify({ events: events.slice(0, MAX_EVENTS), isIncomplete } satisfies LiveEvents);
}

export function readLiveEvents(text: string): LiveEvents {
  return JSON.parse(text) as LiveEvents;
}

export function clickedLink(event: LiveEvent): number | undefined {
  return event[0] === 'click' ? event[3] : undefined;
}

export function messageOf(id: string, event: LiveEvent, slugs: ReadonlyMap<number, string>): LiveMessage {
  switch (event[0]) {
    case 'click': {
      const [kind, visitor, at, linkId] = event;
      const link = { id: linkId, slug: slugs.get(linkId) ?? null };
      return { id, event: kind, data: { visitor, link, at: timestamp(at) } };
    }
    case 'departure': {
      const [kind, visitor, at] = event;
      return { id, event: kind, data: { visitor, at: timestamp(at) } };
    }
    default: {
      const [kind, visitor, at, country, city, os, browser] = event;
      return { id, event: kind, data: presented(visitor, { country, city, os, browser, last_activity_at: at }) };
    }
  }
}

export function snapshotMessage(id: string, { visitors, total }: StreamSnapshot): LiveMessage {
  const here = visitors.map((row) => presented(publicId(row.visitor), row));
  return { id, event: 'snapshot', data: { visitors: here, total } };
}

function presented(id: string, row: Omit<Visitor, 'visitor' | 'expires_at'>) {
  return { id, tracking: trackingOf(row), last_activity: Math.floor(row.last_activity_at / SECOND) };
}

function publicId(visitor: string): string {
  return hash('sha256', `live ${visitor}`, 'base64url').slice(0, ID_LENGTH);
}
