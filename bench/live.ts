// 500 listeners of live streams: the memory of the service as visits go by, and how soon a listener hears of a visit.
import { once } from 'node:events';
import http from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from '../server/domain/accounts/actor.ts';
import { createKey } from '../server/domain/accounts/keys.ts';
import { createClock } from '../server/system/clock.ts';
import { type BenchOptions, type Figure, median, type Outcome, thousands } from './bench.ts';
import { inFolder, withStore } from './database.ts';
import { LINK_NAME, PAGE_NAME, preparePages } from './page-database.ts';
import type { Memory } from './processes/questions.ts';
import { type Server, startLoader, startService } from './processes.ts';

const LISTENERS_PER_ACCOUNT = 20;
const ACCOUNTS = 25;
/** Nobody but the probe visits this page. */
const PROBED = ACCOUNTS + 1;
const PROBES = 20;
const SOME = 2000;
const MANY = 10_000;
const MANY_IN_FULL = 100_000;
const PER_SECOND = 200;
const CONNECTIONS = 16;
const REST_MS = 5000;
const MAX_GROWTH = 1.1;
const MAX_DELAY_MS = 1000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

export async function live(options: BenchOptions): Promise<Outcome> {
  const many = options.full ? MANY_IN_FULL : MANY;
  return inFolder(async (folder) => {
    const url = await preparePages(join(folder, 'pages.db'), PROBED);
    const keys = await keysOn(url);
    const service = await startService(url, { TRUST_PROXY: '1' });
    const load = startLoader();
    const visit = async (amount: number) => {
      const { perSecond } = await load({
        url: service.url,
        headers: { accept: 'text/html', 'accept-language': 'en' },
        connections: CONNECTIONS,
        seconds: 0,
        amount,
        requestsPerSecond: PER_SECOND,
        isRedirect: true,
        isCrowd: true,
        pages: { name: PAGE_NAME, count: ACCOUNTS, link: LINK_NAME },
      });
      options.say(`live: ${thousands(amount)} visits at ${thousands(perSecond)}/s`);
      await sleep(REST_MS);
    };

    await visit(SOME);
    const before = await service.memory();
    const messages = { count: 0 };
    const crowd = keys.slice(0, ACCOUNTS).flatMap((key) => Array<string>(LISTENERS_PER_ACCOUNT).fill(key));
    const listeners = await Promise.all(crowd.map((key) => listen(service, key, (text) => count(messages, text))));
    await sleep(REST_MS);
    const opened = await service.memory();
    await visit(SOME);
    const some = await service.memory();
    const cpu = await service.cpuSeconds();
    const probing = probe(service, keys[ACCOUNTS]!);
    await visit(many - SOME);
    const cpuPerVisit = ((await service.cpuSeconds()) - cpu) / (many - SOME);
    const delays = await probing;
    const last = await service.memory();
    for (const listener of listeners) listener.destroy();
    const figures = figuresOf({ before, opened, some, last, many, delays });
    const cost = { name: 'CPU time per visit, with all its messages', figure: `${(1000 * cpuPerVisit).toFixed(2)} ms` };
    const sent = { name: 'messages received', figure: thousands(messages.count) };
    return { figures: [...figures, cost, sent], notes: notesOf() };
  });
}

/** One key for each copy of the page. */
async function keysOn(url: string): Promise<string[]> {
  const at = createClock()();
  return withStore(url, async (store) => {
    const accounts = await store.read.selectFrom('account').select('account_id').orderBy('account_id').execute();
    const copies = accounts.slice(1).map(({ account_id }) => account_id);
    const wanted = { name: 'Bench', scope: 'read', expiresAt: null } as const;
    const keys: string[] = [];
    for (const accountId of copies) keys.push((await createKey(store, accountId, wanted, commandLine, at)).key);
    return keys;
  });
}

async function listen({ url }: Server, key: string, heard: (text: string) => void): Promise<http.ClientRequest> {
  const headers = { authorization: `Bearer ${key}` };
  const request = http.get(`${url}/api/v1/analytics/live/stream`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`A live stream was answered with ${response.statusCode}`);
  response
    .setEncoding('utf8')
    .on('data', heard)
    .on('error', () => {});
  request.on('error', () => {});
  return request;
}

function count(messages: { count: number }, text: string): void {
  messages.count += text.split('\nevent: ').length - 1;
}

/** How long after a visit a listener hears of it, in milliseconds. */
async function probe(service: Server, key: string): Promise<number[]> {
  let hear = () => {};
  const listener = await listen(service, key, (text) => text.includes('event: arrival') && hear());
  const delays: number[] = [];
  for (let number = 1; number <= PROBES; number += 1) {
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const began = performance.now();
    const headers = { 'user-agent': firefox, 'x-forwarded-for': `198.51.100.${number}` };
    const response = await fetch(`${service.url}/${PAGE_NAME}-${PROBED}`, { headers });
    await response.arrayBuffer();
    await heard;
    delays.push(performance.now() - began);
    await sleep(100 * Math.random() + 500);
  }
  listener.destroy();
  return delays;
}

interface Measured {
  readonly before: Memory;
  readonly opened: Memory;
  readonly some: Memory;
  readonly last: Memory;
  readonly many: number;
  readonly delays: readonly number[];
}

function figuresOf({ before, opened, some, last, many, delays }: Measured): Figure[] {
  const listeners = ACCOUNTS * LISTENERS_PER_ACCOUNT;
  const growth = last.rss / some.rss;
  const longest = Math.max(...delays);
  return [
    {
      name: `memory with ${listeners} listeners, after ${thousands(many)} visits ÷ after ${thousands(SOME)}`,
      figure: `${growth.toFixed(2)}: ${megabytes(last.rss)} ÷ ${megabytes(some.rss)} MiB`,
      target: `≤ ${MAX_GROWTH}`,
      met: growth <= MAX_GROWTH,
    },
    {
      name: `of this the JavaScript heap`,
      figure: `${(last.heapUsed / some.heapUsed).toFixed(2)}: ${megabytes(last.heapUsed)} ÷ ${megabytes(some.heapUsed)} MiB`,
    },
    {
      name: 'memory per listener that hears nothing yet',
      figure: `${((opened.rss - before.rss) / listeners / 1024).toFixed(0)} kiB`,
    },
    {
      name: 'from a visit to its message, while all listen, median and longest',
      figure: `${median(delays).toFixed(0)} and ${longest.toFixed(0)} ms`,
      target: `≤ ${MAX_DELAY_MS} ms`,
      met: longest <= MAX_DELAY_MS,
    },
  ];
}

function notesOf(): string[] {
  return [
    `${LISTENERS_PER_ACCOUNT} listeners on each of ${ACCOUNTS} accounts, all read by one process, and ${PER_SECOND} visits per second of their pages. Every visit is a message to ${LISTENERS_PER_ACCOUNT} listeners.`,
    'Resident memory, five seconds after the last visit and after a garbage collection.',
    `The delay is that of ${PROBES} visits to a page that nobody else visits, while the others are visited.`,
  ];
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
