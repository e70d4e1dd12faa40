// A service with millions of visits, each from another address, at a steady rate: its peak memory, and whether every
// answered visit is counted.
import { join } from 'node:path';
import { viewsReport } from '../server/visits/read/report.ts';
import { type BenchOptions, type Outcome, thousands } from './bench.ts';
import { inFolder, withStore } from './database.ts';
import { PAGE_NAME, preparePages } from './page-database.ts';
import { startLoader, startService, stopProcesses } from './processes.ts';

const TARGET_MIB = 350;
const ACCOUNTS = 10;
const CONNECTIONS = 64;
const PER_SECOND = 7600;
const SECONDS = 60;
const SECONDS_IN_FULL = 420;

export async function soak(options: BenchOptions): Promise<Outcome> {
  const seconds = options.full ? SECONDS_IN_FULL : SECONDS;
  const amount = PER_SECOND * seconds;
  return inFolder(async (folder) => {
    const url = await preparePages(join(folder, 'pages.db'), ACCOUNTS);
    const before = await countedIn(url);
    const service = await startService(url, { TRUST_PROXY: '1' });
    const { perSecond } = await startLoader()({
      url: service.url,
      headers: { accept: 'text/html', 'accept-language': 'en', 'accept-encoding': 'gzip, br' },
      connections: CONNECTIONS,
      seconds,
      amount,
      requestsPerSecond: PER_SECOND,
      isDistinct: true,
      pages: { name: PAGE_NAME, count: ACCOUNTS },
    });
    const peak = (await service.peakMemory()) / 2 ** 20;
    options.say(`soak: ${thousands(amount)} visits at ${thousands(perSecond)}/s, at most ${peak.toFixed(0)} MiB`);
    await stopProcesses();
    const counted = (await countedIn(url)) - before;
    return {
      figures: [
        {
          name: 'most memory, resident',
          figure: `${peak.toFixed(0)} MiB`,
          target: `≤ ${TARGET_MIB} MiB`,
          met: peak <= TARGET_MIB,
        },
        {
          name: 'answered visits that are counted',
          figure: `${thousands(counted)} of ${thousands(amount)}`,
          target: 'all',
          met: counted === amount,
        },
        { name: 'visits per second', figure: thousands(perSecond) },
      ],
      notes: [
        `Views of ${ACCOUNTS} pages over HTTP with ${CONNECTIONS} connections, at most ${thousands(PER_SECOND)} per second for ${seconds} seconds, each from another address through TRUST_PROXY. The process is killed after the last answer; visits left in the queue are counted afterwards.`,
        ...(options.full ? [] : [`"--full" runs for ${SECONDS_IN_FULL} seconds.`]),
      ],
    };
  });
}

function countedIn(url: string): Promise<number> {
  return withStore(url, async (store, visits) => {
    await visits.aggregateAll();
    const accounts = await store.read.selectFrom('account').select('account_id').execute();
    let sum = 0;
    for (const { account_id } of accounts) sum += (await viewsReport(store.read, account_id)).getviews.visits;
    return sum;
  });
}
