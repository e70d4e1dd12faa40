// A lease on what one process does for all. Whoever holds it renews it; it passes on at once where it is given up, and
// after its life where its holder is no more. Clocks differ, and one may be wrong by hours: two may then believe in turn
// that it is theirs. So what is done under a lease must bear being done twice; the lease spares doing so.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Micros, SECOND } from '../../contract/time.ts';
import type { Clock } from '../clock.ts';
import { releaseLease, takeLease } from '../storage/leases.ts';
import type { Store } from '../storage/store.ts';
import type { Tables } from '../storage/tables.ts';

/** Three rounds of the upkeep, which renews it with each. */
const LEASE_LIFE: Micros = 90 * SECOND;

export interface Lease {
  /** Takes it, or renews it; false where it is another's. */
  hold(): Promise<boolean>;
  /** The same as a part of a transaction, until the end of which nobody else can take it. */
  holdWithin(tx: Transaction<Tables>): Promise<boolean>;
  /** As far as is known here. */
  isHeld(): boolean;
  release(): Promise<void>;
}

export function createLease({
  store,
  clock,
  name,
  life = LEASE_LIFE,
}: {
  store: Store;
  clock: Clock;
  name: string;
  life?: Micros;
}): Lease {
  const holder = randomUUID();
  let heldUntil: Micros = Number.NEGATIVE_INFINITY;

  async function holdWithin(tx: Transaction<Tables>): Promise<boolean> {
    const now = clock();
    const until = now + life;
    const isOurs = await takeLease(tx, { name, holder, until }, now, now + 2 * life);
    heldUntil = isOurs ? until : Number.NEGATIVE_INFINITY;
    return isOurs;
  }

  return {
    hold: () => store.writeVisits(async (tx) => ({ result: await holdWithin(tx), changed: [] })),
    holdWithin,
    isHeld: () => heldUntil > clock(),
    async release() {
      if (heldUntil === Number.NEGATIVE_INFINITY) return;
      heldUntil = Number.NEGATIVE_INFINITY;
      await store.note((tx) => releaseLease(tx, name, holder));
    },
  };
}
