// How fast processes count visits that wait in the queue of a PostgreSQL.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openStore } from '../server/storage/store.ts';
import { createClock } from '../server/system/clock.ts';
import type { VisitEvent } from '../server/visits/record/identify.ts';
import { accountRow } from '../test/support/store.ts';
import { withStore } from './database.ts';

const BATCH = 1000;
/** Above the ids that the database gives out. */
const FIRST_ID = 1_000_001;
/** So that some are new and some are not. */
const VISITORS = 20_000;

export async function addAccounts(url: string, accounts: number): Promise<void> {
  const store = await openStore(url, { watch: false });
  for (let id = FIRST_ID; id < FIRST_ID + accounts; id += 1) {
    await store.write(id, (tx) => tx.insertInto('account').values(accountRow(id)).execute());
  }
  await store.close();
}

/** Adds visits of accounts in turn. Those of another round have other visitors. */
export function record(url: string, accounts: number, visits: number, round: number): Promise<void> {
  const at = createClock()();
  return withStore(url, async (_store, recorder) => {
    for (let from = 0; from < visits; from += BATCH) {
      const batch = Array.from({ length: BATCH }, (_, index): VisitEvent => {
        const number = from + index;
        return {
          accountId: FIRST_ID + (number % accounts),
          targetId: 0,
          at,
          visitor: `visitor ${round} ${number % VISITORS}`,
          country: 'gb',
          city: 'London, GB',
          os: 'Windows',
          browser: 'Chrome',
        };
      });
      await recorder.recordMany(batch);
    }
  });
}

/** A process that counts when it is asked to. */
export async function startAggregating(url: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('processes/fold.ts', import.meta.url)), [url], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  await once(child, 'message');
  return child;
}

/** Visits per second of these processes together. */
export async function rateOf(children: readonly ChildProcess[], expected: number): Promise<number> {
  const began = performance.now();
  const counts = await Promise.all(
    children.map(async (child) => {
      const counted = once(child, 'message');
      child.send('count');
      return (await counted)[0] as number;
    }),
  );
  const visits = counts.reduce((sum, count) => sum + count, 0);
  if (visits !== expected) throw new Error(`${visits} of ${expected} visits were counted`);
  return visits / ((performance.now() - began) / 1000);
}
