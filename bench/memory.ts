// The memory of a service after very many visits, relative to that after some: caches are bounded, and no visit may leak.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchOptions, type Figure, type Outcome, thousands } from './bench.ts';
import { inFolder } from './database.ts';
import { LINK_NAME, PAGE_NAME, preparePages } from './page-database.ts';
import type { Memory } from './processes/questions.ts';
import { type Server, startLoader, startService } from './processes.ts';

const TARGET = 1.1;
const SOME = 10_000;
const MANY = 100_000;
const MANY_IN_FULL = 1_000_000;
const ACCOUNTS = 10;
const CONNECTIONS = 64;
const STEPS = 9;
/** Until the last visits are counted, the live list is written, and connections are closed. */
const REST_MS = 5000;

export async function memory(options: BenchOptions): Promise<Outcome> {
  const many = options.full ? MANY_IN_FULL : MANY;
  return inFolder(async (folder) => {
    const url = await preparePages(join(folder, 'pages.db'), ACCOUNTS);
    const service = await startService(url, { TRUST_PROXY: '1' });
    const load = startLoader();
    let done = 0;
    async function after(count: number): Promise<Memory> {
      const amount = count - done;
      const { perSecond } = await load({
        url: service.url,
        headers: { accept: 'text/html', 'accept-language': 'en', 'accept-encoding': 'gzip, br' },
        connections: CONNECTIONS,
        seconds: 0,
        amount,
        isRedirect: true,
        isCrowd: true,
        pages: { name: PAGE_NAME, count: ACCOUNTS, link: LINK_NAME },
      });
      done = count;
      const found = await atRest(service);
      options.say(`memory: ${thousands(count)} visits at ${thousands(perSecond)}/s, ${format(found)}`);
      return found;
    }

    const begun = await atRest(service);
    const some = await after(SOME);
    // In steps, so that the output shows what grows, and when.
    for (let step = 1; step < STEPS; step += 1) await after(SOME + Math.round(((many - SOME) * step) / STEPS));
    const last = await after(many);
    return { figures: figures(begun, some, last, many), notes: notes(options.full) };
  });
}

async function atRest(service: Server): Promise<Memory> {
  await sleep(REST_MS);
  return service.memory();
}

function figures(begun: Memory, some: Memory, last: Memory, many: number): Figure[] {
  const against = `after ${thousands(many)} visits ÷ after ${thousands(SOME)}`;
  const ratio = (part: keyof Memory) =>
    `${(last[part] / some[part]).toFixed(2)}: ${megabytes(last[part])} ÷ ${megabytes(some[part])} MiB`;
  return [
    {
      name: `memory of the process ${against}`,
      figure: ratio('rss'),
      target: `≤ ${TARGET}`,
      met: last.rss <= TARGET * some.rss,
    },
    { name: `of this the JavaScript heap, ${against}`, figure: ratio('heapUsed') },
    { name: `of this buffers, ${against}`, figure: ratio('external') },
    { name: `memory of the process before garbage collection, ${against}`, figure: ratio('before') },
    { name: 'memory of the process before the first visit', figure: `${megabytes(begun.rss)} MiB` },
  ];
}

function format({ rss, heapUsed, external, before }: Memory): string {
  return `${megabytes(rss)} MiB: heap ${megabytes(heapUsed)}, buffers ${megabytes(external)}; before garbage collection ${megabytes(before)}`;
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}

function notes(isFull: boolean): string[] {
  return [
    `Views of ${ACCOUNTS} pages and, one in three, clicks on a link of them, over HTTP with ${CONNECTIONS} connections; through TRUST_PROXY from 100,000 addresses in 400 networks, with 160 user agents, three in ten by recent visitors. Each is recorded before it is answered, and counted in the background.`,
    'Resident memory, five seconds after the last answer and after a garbage collection, so without memory that V8 has not released yet. The figure before the collection is given as well.',
    'The first ten thousand include the start, the records of the geolocation file (26 MiB of the buffers), all pages and user agents, and a third of the 20,000 cached places. Later growth is limited to the rest of those places and the SQLite page cache, 8 MiB for writing and 2 for reading.',
    ...(isFull ? [] : [`"--full" continues to ${thousands(MANY_IN_FULL)} visits.`]),
  ];
}
