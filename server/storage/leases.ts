// Leases: work that one process does for all of them.
import type { Transaction } from 'kysely';
import type { Micros } from '../../contract/time.ts';
import type { LeaseRow, Tables } from './tables.ts';

/**
 * Takes or renews the lease if it is free or already the holder's. No other process can take it until the transaction
 * ends. A lease that expires after `farthest` was written by a wrong clock and counts as free.
 */
export async function takeLease(
  tx: Transaction<Tables>,
  { name, holder, until }: LeaseRow,
  now: Micros,
  farthest: Micros,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('lease')
    .values({ name, holder, until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, until })
        .where((is) =>
          is.or([is('lease.holder', '=', holder), is('lease.until', '<=', now), is('lease.until', '>', farthest)]),
        ),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function releaseLease(tx: Transaction<Tables>, name: string, holder: string): Promise<void> {
  await tx.deleteFrom('lease').where('name', '=', name).where('holder', '=', holder).execute();
}
