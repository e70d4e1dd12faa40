// The memory of a service after very many visits, relative to that after some: caches are bounded, and no visit may leak.
// Three in ten visits are by recent visitors, of 100,000 addresses in 400 networks, with 160 user agents.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mebibytes, type Trial, thousands } from '../drill/support/findings.ts';
import { LINK_NAME, PAGE_NAME, preparePages } from '../drill/support/page-database.ts';
import { startLoader, startService, temporaryFolder, unlimited } from '../drill/support/processes.ts';
import type { Memory } from '../drill/support/questions.ts';

const TARGET = 1.1;
const SOME = 10_000;
const MANY = 1_000_000;
const QUICK = 30_000;
const ACCOUNTS = 10;
const CONNECTIONS = 64;
const STEPS = 9;
/** Until the last visits are counted, the live list is written, and connections are closed. */
const REST_MS = 5000;

export const memory: Trial = async ({ t, quick, say }) => {
  const many = quick ? QUICK : MANY;
  const url = await preparePages(join(temporaryFolder(t), 'pages.db'), ACCOUNTS);
  const service = await startService(t, url, { ...unlimited, TRUST_PROXY: '1' });
  const load = startLoader(t);
  let done = 0;
  async function after(count: number): Promise<Memory> {
    const { perSecond } = await load({
      url: service.url,
      headers: { accept: 'text/html', 'accept-language': 'en', 'accept-encoding': 'gzip, br' },
      connections: CONNECTIONS,
      seconds: 0,
      amount: count - done,
      isRedirect: true,
      isCrowd: true,
      pages: { name: PAGE_NAME, count: ACCOUNTS, link: LINK_NAME },
    });
    done = count;
    await sleep(REST_MS);
    const found = await service.memory();
    const parts = [found.before, found.rss, found.heapUsed, found.external].map(mebibytes);
    say(`${thousands(count)} visits at ${thousands(perSecond)}/s: ${parts.join(', ')}`);
    return found;
  }

  await sleep(REST_MS);
  const begun = await service.memory();
  const some = await after(SOME);
  // In steps, so that the output shows what grows, and when.
  const steps = quick ? 1 : STEPS;
  for (let step = 1; step < steps; step += 1) await after(SOME + Math.round(((many - SOME) * step) / STEPS));
  const last = await after(many);
  const against = `after ${thousands(many)} visits ÷ after ${thousands(SOME)}`;
  const ratio = (part: keyof Memory) =>
    `${(last[part] / some[part]).toFixed(2)}: ${mebibytes(last[part])} ÷ ${mebibytes(some[part])}`;
  return [
    {
      what: `resident memory after a garbage collection, ${against}`,
      figure: ratio('rss'),
      target: `≤ ${TARGET}`,
      met: last.rss <= TARGET * some.rss,
    },
    { what: `of this the JavaScript heap, ${against}`, figure: ratio('heapUsed') },
    { what: `of this buffers, ${against}`, figure: ratio('external') },
    { what: 'resident memory before the first visit', figure: mebibytes(begun.rss) },
  ];
};
