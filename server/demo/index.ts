// The demo account of an empty installation. All of its data, including recorded visits, is written in one transaction: if
// the process is killed, the installation is complete or still empty, and the next start tries again. Visits are counted
// afterwards; any process does so, and counts each once. If several processes start at once, one makes the demo and the
// others wait.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { isInstallationEmpty } from '../storage/accounts/accounts.ts';
import type { Store } from '../storage/store.ts';
import type { Tables } from '../storage/tables.ts';
import type { Clock } from '../system/clock.ts';
import type { Visits } from '../visits/index.ts';
import { fillInstallation } from './account.ts';

interface DemoDependencies {
  store: Store;
  clock: Clock;
  visits: Pick<Visits, 'aggregateAll'>;
}

interface CreatedDemo {
  accountId: number;
  key: string;
}

const LOCK = 'demo';
const LOCK_RETRY_MS = 50;
const LOCK_TIMEOUT_MS = 10_000;

/** Undefined if the installation already has an account. */
export async function createDemo(dependencies: DemoDependencies): Promise<CreatedDemo | undefined> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  let demo = await attempt(dependencies);
  // The process with the lock may have been killed without the store noticing yet.
  while (demo === 'busy' && performance.now() < deadline) {
    await sleep(LOCK_RETRY_MS);
    demo = await attempt(dependencies);
  }
  if (demo === 'busy' || demo === undefined) return undefined;
  await dependencies.visits.aggregateAll();
  return demo;
}

function attempt({ store, clock }: DemoDependencies): Promise<CreatedDemo | 'busy' | undefined> {
  return store.writeInstallation(async (tx) => {
    if (!(await store.dialect.tryLock(tx, LOCK))) return 'busy';
    if (!(await isInstallationEmpty(tx))) return undefined;
    return fillInstallation(tx, storeInTransaction(store, tx), clock());
  });
}

/** A store whose writes are part of this transaction, for the functions for accounts and keys. */
function storeInTransaction(store: Store, tx: Transaction<Tables>): Store {
  return { ...store, write: (_accountId, work) => work(tx), writeInstallation: (work) => work(tx) };
}
