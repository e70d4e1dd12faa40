// An account locked by another transaction: requests that change it wait until it is released.
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
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const holding = store.write(accountId, async (tx) => {
    await tx.updateTable('account').set({ name: 'Held' }).where('account_id', '=', accountId).execute();
    isHeld();
    await released;
  });
  await held;
  return () => {
    release();
    return holding.then(() => undefined);
  };
}
