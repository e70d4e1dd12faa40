// A lease on the spools of ended processes: one process imports them. The holder renews it. It is free at once when it is
// released, and after its expiry if the holder crashes. Clocks differ and may be wrong by hours, so two processes
// may both believe that they hold it. Work under a lease must therefore be idempotent; the lease only avoids doing it twice.
import { randomUUID } from 'node:crypto';
import { type Micros, SECOND } from '../../contract/time.ts';
import { releaseLease, takeLease } from '../storage/leases.ts';
import type { Store } from '../storage/store.ts';
import type { Clock } from '../system/clock.ts';

/** Renewed with every write. */
const LIFE: Micros = 15 * SECOND;
const NAME = 'spools';

export interface Lease {
  /** Takes or renews the lease. Returns false if another process holds it. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

export function createSpoolLease(store: Store, clock: Clock): Lease {
  const holder = randomUUID();
  return {
    async hold() {
      const now = clock();
      return store.writeVisits(async (tx) => {
        const lease = { name: NAME, holder, until: now + LIFE };
        return { result: await takeLease(tx, lease, now, now + 2 * LIFE), changed: [] };
      });
    },
    release: () => store.note((tx) => releaseLease(tx, NAME, holder)),
  };
}
