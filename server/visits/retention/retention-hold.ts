// For how long it is remembered who was seen, and what puts that off. A visitor who was forgotten would count as new with
// the next visit of that day; so nobody is forgotten of whose day visits may still come:
// - Visits are counted within seconds, and wait in a spool for days at worst: what is 35 days old is past that.
// - Days of which visits are recorded and not counted yet are left alone: those that waited longer in a spool after all.
// - Whoever brings in visits of long ago says so before they are recorded. From then on nobody is forgotten until a day
//   has passed without more of them. It is a lease, so that every process knows; the pruning takes hold of it with each
//   of its steps, so that one is either over before such a visit is recorded, or leaves all alone.
import type { Transaction } from 'kysely';
import { DAY, day, HOUR, type Micros } from '../../../contract/time.ts';
import type { Clock } from '../../clock.ts';
import { takeLease } from '../../storage/leases.ts';
import type { Store } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { measureQueue } from '../../storage/visits/visit-queue.ts';

/** Longer than any recorded visit waits to be counted. */
export const SEEN_KEPT: Micros = 35 * DAY;
const LEASE = 'visits of long ago';
const REST: Micros = DAY;
const SAID_EVERY: Micros = HOUR;

/** Returns what is to be told of visits that are about to be recorded: when the oldest of them was. */
export function createRetentionHold(store: Store, clock: Clock): (oldest: Micros) => Promise<void> {
  let saidAt: Micros = Number.NEGATIVE_INFINITY;
  return async (oldest) => {
    const now = clock();
    if (oldest > now - SEEN_KEPT + DAY || Math.abs(now - saidAt) < SAID_EVERY) return;
    await store.note(async (tx) => {
      await takeLease(tx, { name: LEASE, holder: 'who brings them', until: now + REST }, now, now + 2 * REST);
    });
    saidAt = now;
  };
}

/** The day before which all who were seen can be forgotten within this transaction; nothing where none can. */
export async function forgettableBefore(tx: Transaction<Tables>, now: Micros): Promise<string | undefined> {
  // Free again in the same moment: it is about who comes first.
  if (!(await takeLease(tx, { name: LEASE, holder: 'who forgets', until: 0 }, now, now + 2 * REST))) return undefined;
  const { oldest } = await measureQueue(tx, 1);
  return day(Math.min(now - SEEN_KEPT, (oldest ?? now) - DAY));
}
