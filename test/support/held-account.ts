// An account locked by another transaction: requests that change it wait until it is released. The transaction is rolled
// back: PostgreSQL gives a row to those who wait in the order in which they came only if it has not changed.
import type { TestContext } from 'node:test';
import { storeOn } from './store.ts';

export async function holdAccount(
  t: TestContext,
  databaseUrl: string,
  accountId: number,
): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  t.after(() => release());
  const store = await storeOn(t, databaseUrl);
  const undone = new Error('The account is released.');
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const holding = store.write(accountId, async (tx) => {
    await tx.updateTable('account').set({ name: 'Held' }).where('account_id', '=', accountId).execute();
    isHeld();
    await released;
    throw undone;
  });
  const ended = holding.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  await held;
  return () => {
    release();
    return ended;
  };
}
