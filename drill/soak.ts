// A service with millions of visits, each from another address, at a steady rate: its peak memory, and whether every
// answered visit is counted. It is killed after the last answer; visits left in the queue are counted afterwards.
import { join } from 'node:path';
import { viewsReport } from '../server/visits/read/report.ts';
import { mebibytes, type Trial, thousands } from './support/findings.ts';
import { PAGE_NAME, preparePages } from './support/page-database.ts';
import { startLoader, startService, temporaryFolder, unlimited } from './support/processes.ts';
import { withStore } from './support/with-store.ts';

const MAX_RSS = 350 * 2 ** 20;
const ACCOUNTS = 10;
const CONNECTIONS = 64;
const PER_SECOND = 7600;

export const soak: Trial = async ({ t, say, quick }) => {
  const amount = PER_SECOND * (quick ? 10 : 420);
  const url = await preparePages(join(temporaryFolder(t), 'pages.db'), ACCOUNTS);
  const before = await countedIn(url);
  const service = await startService(t, url, { ...unlimited, TRUST_PROXY: '1' });
  say(`${thousands(amount)} visits, at most ${thousands(PER_SECOND)} per second`);
  const { perSecond } = await startLoader(t)({
    url: service.url,
    headers: { accept: 'text/html', 'accept-language': 'en', 'accept-encoding': 'gzip, br' },
    connections: CONNECTIONS,
    seconds: 0,
    amount,
    requestsPerSecond: PER_SECOND,
    isDistinct: true,
    pages: { name: PAGE_NAME, count: ACCOUNTS },
  });
  const peak = await service.peakMemory();
  await service.stop('SIGKILL');
  const counted = (await countedIn(url)) - before;
  return [
    { what: 'peak memory', figure: mebibytes(peak), target: `≤ ${mebibytes(MAX_RSS)}`, met: peak <= MAX_RSS },
    {
      what: 'answered visits that are counted',
      figure: `${thousands(counted)} of ${thousands(amount)}`,
      target: 'all',
      met: counted === amount,
    },
    { what: 'visits per second', figure: thousands(perSecond) },
  ];
};

function countedIn(url: string): Promise<number> {
  return withStore(url, async (store, visits) => {
    await visits.aggregateAll();
    const accounts = await store.read.selectFrom('account').select('account_id').execute();
    let sum = 0;
    for (const { account_id } of accounts) sum += (await viewsReport(store.read, account_id)).getviews.visits;
    return sum;
  });
}
