// How long seen visitors are stored, and what delays their deletion. A visitor who is deleted too early would count as
// new with the next visit of that day. Visitors are therefore not deleted while visits of their day may still arrive:
// - Visits are counted within seconds, or wait in a spool for days at worst. 35 days are longer than that.
// - Days with recorded but uncounted visits are skipped: those that waited in a spool for longer.
// - An import of old visits takes a lease before it records them. No visitors are deleted until a day has passed
//   without such visits. Every process sees the lease, and each retention step takes it too. A step therefore either
//   ends before an old visit is recorded, or deletes no visitors.
import type { Transaction } from 'kysely';
import { DAY, day, HOUR, type Micros } from '../../../contract/time.ts';
import { takeLease } from '../../storage/leases.ts';
import type { Store } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { measureQueue } from '../../storage/visits/visit-queue.ts';
import type { Clock } from '../../system/clock.ts';

/** Longer than any recorded visit waits to be counted. */
export const SEEN_RETENTION: Micros = 35 * DAY;
/** Stored in the database, as are the holders: these names must not change. */
const LEASE = 'visits of long ago';
const HOLD: Micros = DAY;
const RENEW_EVERY: Micros = HOUR;

/** Returns a function to call before visits are recorded, with the time of the oldest one. */
export function createRetentionHold(store: Store, clock: Clock): (oldest: Micros) => Promise<void> {
  let takenAt: Micros = Number.NEGATIVE_INFINITY;
  return async (oldest) => {
    const now = clock();
    if (oldest > now - SEEN_RETENTION + DAY || Math.abs(now - takenAt) < RENEW_EVERY) return;
    await store.note(async (tx) => {
      await takeLease(tx, { name: LEASE, holder: 'who brings them', until: now + HOLD }, now, now + 2 * HOLD);
    });
    takenAt = now;
  };
}

/** The day before which seen visitors may be deleted in this transaction; undefined if none may. */
export async function forgettableBefore(tx: Transaction<Tables>, now: Micros): Promise<string | undefined> {
  // The lease is free again at once: taking it only serialises with imports.
  if (!(await takeLease(tx, { name: LEASE, holder: 'who forgets', until: 0 }, now, now + 2 * HOLD))) return undefined;
  const { oldest } = await measureQueue(tx, 1);
  return day(Math.min(now - SEEN_RETENTION, (oldest ?? now) - DAY));
}
