// Adds to the live list of an account that somebody listens to, and logs what changed as events, in one transaction.
// The flag `announced` of a visitor is what the log says last. So whoever came or went is announced exactly once,
// whichever process notices first, and a change that was missed is announced by the next call.
import type { Micros } from '../../../contract/time.ts';
import type { Store } from '../../storage/store.ts';
import type { LiveVisitorRow } from '../../storage/visit-tables.ts';
import { upsertLive } from '../../storage/visits/live.ts';
import { appendEvents, lockStream, type TurnedVisitor, turnAnnounced } from '../../storage/visits/live-streams.ts';
import { byVisitor, HEARTBEAT_LIFE } from './live.ts';
import { clickEvent, departureEvent, type LiveEvent, visitorEvent, writeLiveEvents } from './live-events.ts';

/** The heartbeats of one visitor since the last write. */
export interface VisitorHeartbeats {
  row: LiveVisitorRow;
  /** The visitor has opened the page. */
  isView: boolean;
  /** The ids of links that the visitor has clicked. */
  clicks: readonly number[];
}

/**
 * Announces what the heartbeats tell or, without any, everything that is missing. Returns whether there are new events.
 */
export function announce(
  { dialect }: Pick<Store, 'dialect'>,
  accountId: number,
  now: Micros,
  heartbeats: readonly VisitorHeartbeats[] = [],
): Promise<boolean> {
  return dialect.queue.transaction().execute(async (tx) => {
    const isListenedTo = await lockStream(tx, accountId, now);
    const rows = heartbeats.map(({ row }) => row).sort(byVisitor);
    if (rows.length > 0) await upsertLive(tx, dialect, rows, HEARTBEAT_LIFE);
    if (!isListenedTo) return false;
    const visitors = rows.length > 0 ? rows.map(({ visitor }) => visitor) : undefined;
    const events = eventsOf(await turnAnnounced(tx, dialect, accountId, now, visitors), heartbeats, now);
    if (events.length > 0) await appendEvents(tx, accountId, now, writeLiveEvents(events));
    return events.length > 0;
  });
}

function eventsOf(
  turned: readonly TurnedVisitor[],
  heartbeats: readonly VisitorHeartbeats[],
  now: Micros,
): LiveEvent[] {
  const come = turned.filter(({ announced }) => announced === 1);
  const gone = turned.filter(({ announced }) => announced === 0);
  const arrived = new Set(come.map(({ visitor }) => visitor));
  const events = come.map((row) => visitorEvent('arrival', row));
  for (const { row, isView, clicks } of heartbeats) {
    if (isView && !arrived.has(row.visitor) && row.expires_at > now) events.push(visitorEvent('activity', row));
    for (const linkId of clicks) events.push(clickEvent(row, linkId));
  }
  return [...events, ...gone.map(departureEvent)];
}
