// The demo account of an empty installation. Everything it has, its recorded visits included, is written in one
// transaction: a process killed at any point leaves the whole of it or nothing, and nothing is what the next start takes
// for an empty installation. Counting the visits comes after: they wait in the journal, where whoever runs next finds
// them, and each is counted once. Of several processes that start at once one makes the demo and the others wait for it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Clock } from '../clock.ts';
import { isInstallationEmpty } from '../storage/accounts/accounts.ts';
import type { Store } from '../storage/store.ts';
import type { Tables } from '../storage/tables.ts';
import type { Visits } from '../visits/index.ts';
import { fillInstallation } from './account.ts';

interface DemoDependencies {
  store: Store;
  clock: Clock;
  visits: Pick<Visits, 'foldAll'>;
}

const LOCK = 'demo';
const LOCK_RETRY_MS = 50;
const LOCK_TIMEOUT_MS = 10_000;

/** Undefined where the installation had an account already, or got one meanwhile. */
export async function createDemo(dependencies: DemoDependencies): Promise<{ key: string } | undefined> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  let demo = await attempt(dependencies);
  // Whoever holds the lock may have been killed, and the store not know it yet.
  while (demo === 'busy' && performance.now() < deadline) {
    await sleep(LOCK_RETRY_MS);
    demo = await attempt(dependencies);
  }
  if (demo === 'busy' || demo === undefined) return undefined;
  await dependencies.visits.foldAll();
  return demo;
}

function attempt({ store, clock }: DemoDependencies): Promise<{ key: string } | 'busy' | undefined> {
  return store.writeInstallation(async (tx) => {
    if (!(await store.dialect.tryLock(tx, LOCK))) return 'busy';
    if (!(await isInstallationEmpty(tx))) return undefined;
    return fillInstallation(tx, storeWithin(store, tx), clock());
  });
}

/** The store as the rules for accounts and keys know it, with what they change made part of this transaction. */
function storeWithin(store: Store, tx: Transaction<Tables>): Store {
  return { ...store, write: (_accountId, work) => work(tx), writeInstallation: (work) => work(tx) };
}
