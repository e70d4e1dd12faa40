// A lease on work that one process does for all. The holder renews it. It is free at once when it is released, and
// after its expiry if the holder crashes. Clocks differ and may be wrong by hours, so two processes may both believe
// that they hold it. Work under a lease must therefore be idempotent; the lease only avoids doing it twice.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { type Micros, SECOND } from '../../contract/time.ts';
import { releaseLease, takeLease } from '../storage/leases.ts';
import type { Store } from '../storage/store.ts';
import type { Tables } from '../storage/tables.ts';
import type { Clock } from '../system/clock.ts';

/** Three maintenance intervals. Each renews the lease. */
const LEASE_LIFE: Micros = 90 * SECOND;

export interface Lease {
  /** Takes or renews the lease. Returns false if another process holds it. */
  hold(): Promise<boolean>;
  /** The same in a transaction. No other process can take the lease until it ends. */
  holdIn(tx: Transaction<Tables>): Promise<boolean>;
  /** As far as this process knows. */
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

  async function holdIn(tx: Transaction<Tables>): Promise<boolean> {
    const now = clock();
    const until = now + life;
    const isOurs = await takeLease(tx, { name, holder, until }, now, now + 2 * life);
    heldUntil = isOurs ? until : Number.NEGATIVE_INFINITY;
    return isOurs;
  }

  return {
    hold: () => store.writeVisits(async (tx) => ({ result: await holdIn(tx), changed: [] })),
    holdIn,
    isHeld: () => heldUntil > clock(),
    async release() {
      if (heldUntil === Number.NEGATIVE_INFINITY) return;
      heldUntil = Number.NEGATIVE_INFINITY;
      await store.note((tx) => releaseLease(tx, name, holder));
    },
  };
}
