// A cached page, with each view recorded before the answer is sent, relative to Node's bare server with the same bytes:
// one page repeatedly, one of its links, and random pages of very many accounts; the first two on PostgreSQL as well.
import { join } from 'node:path';
import { NoPostgres, type PostgresServer, startPostgres } from '../test/support/postgres/server.ts';
import { type BenchOptions, type Figure, median, type Outcome, spread, thousands } from './bench.ts';
import { inFolder } from './database.ts';
import {
  byCost,
  byRate,
  createMeter,
  disturbance,
  leastDisturbed,
  type Measured,
  percent,
  untilIdle,
} from './measuring.ts';
import { LINK_NAME, PAGE_NAME, preparePages } from './page-database.ts';
import { copyDatabase, durable } from './postgres.ts';
import type { BareAnswer } from './processes/bare.ts';
import type { Load } from './processes/load.ts';
import { type Server, startBare, startService, stopProcesses } from './processes.ts';

const TARGETS = { one: 0.75, link: 0.75, many: 0.5, postgres: 0.5 };
const ACCOUNTS = 10_000;
const ALL_ACCOUNTS = 100_000;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 4;
const WARMING_AT_A_TIME = 32;

/** Headers of a browser, so that the view counts and the answer is compressed. */
const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en',
  'accept-encoding': 'gzip, deflate, br, zstd',
};

interface Round {
  bare: Measured;
  ours: Measured;
}

/** What is compared: a path of the page, and how it is requested. */
interface Comparison {
  name: string;
  target: number;
  path: string;
  load?: Partial<Load>;
}

const onePage = { path: `/${PAGE_NAME}` };
const oneLink = { path: `/${PAGE_NAME}/${LINK_NAME}`, load: { isRedirect: true } };

interface Results {
  figures: Figure[];
  notes: string[];
  disturbances: number[];
}

export async function page(options: BenchOptions): Promise<Outcome> {
  const accounts = options.full ? ALL_ACCOUNTS : ACCOUNTS;
  return inFolder(async (folder) => {
    const results: Results = { figures: [], notes: [], disturbances: [] };
    const service = await startService(await preparePages(join(folder, 'pages.db'), accounts));
    const compare = comparing(service, folder, options, results);
    await compare({ name: 'one page', target: TARGETS.one, ...onePage });
    await compare({ name: 'one link', target: TARGETS.link, ...oneLink });
    const warmed = performance.now();
    await warm(service, accounts);
    const seconds = (performance.now() - warmed) / 1000;
    results.figures.push({ name: 'pages rendered per second', figure: thousands(accounts / seconds) });
    const load = { pages: { name: PAGE_NAME, count: accounts } };
    const many = `${thousands(accounts)} random pages`;
    await compare({ name: many, target: TARGETS.many, path: `/${PAGE_NAME}-1`, load });
    await stopProcesses();
    await onPostgres(folder, options, results);
    const { figures, notes, disturbances } = results;
    return { figures, notes: [...notes, ...methods(accounts, Math.max(...disturbances))] };
  });
}

async function onPostgres(folder: string, options: BenchOptions, results: Results): Promise<void> {
  let server: PostgresServer | undefined;
  try {
    server = await startPostgres({ settings: durable });
    await copyDatabase(await preparePages(join(folder, 'page.db'), 1), server.url);
    const compare = comparing(await startService(server.url), folder, options, results, false);
    await compare({ name: 'PostgreSQL: one page', target: TARGETS.postgres, ...onePage });
    await compare({ name: 'PostgreSQL: one link', target: TARGETS.postgres, ...oneLink });
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    results.figures.push({ name: 'PostgreSQL', figure: 'not available here' });
  } finally {
    await stopProcesses();
    await server?.stop();
  }
}

async function everyRound(count: number, measure: () => Promise<Round>): Promise<Round[]> {
  const rounds: Round[] = [];
  while (rounds.length < count) rounds.push(await measure());
  return rounds;
}

/**
 * Compares a service with a bare server that sends the same answer. The service is not alone if it uses PostgreSQL, which
 * would count as a disturbance.
 */
function comparing(service: Server, folder: string, options: BenchOptions, results: Results, isAlone = true) {
  const meter = createMeter();
  return async ({ name, target, path, load }: Comparison): Promise<void> => {
    const ask = (server: Server, seconds: number) =>
      meter(server, { headers: browser, connections: CONNECTIONS, ...load, url: server.url + path, seconds });
    await ask(service, WARM_UP_SECONDS);
    const answer = await answerOf(service, path);
    const bare = await startBare(folder, { '*': answer });
    await ask(bare, WARM_UP_SECONDS);
    const measure = async (): Promise<Round> => {
      await untilIdle(service);
      const one = { bare: await ask(bare, options.seconds), ours: await ask(service, options.seconds) };
      options.say(`${name}: ${format(one)}`);
      return one;
    };
    const rounds = isAlone ? await leastDisturbed(options.rounds, measure) : await everyRound(options.rounds, measure);
    if (isAlone) results.disturbances.push(...rounds.map(disturbance));
    const figure = figureOf(name, target, rounds);
    results.figures.push(figure);
    const { 'content-encoding': encoding, 'content-length': length } = answer.headers;
    results.notes.push(`${name}: ${thousands(Number(length))} bytes${encoding ? `, ${encoding}` : ''}.`);
    if (figure.met) return;
    const costs = await service.profile(() => ask(service, options.seconds));
    const shares = costs.map(({ location, share }) => `${location} ${(100 * share).toFixed(1)} %`);
    results.notes.push(`${name}, CPU profile: ${shares.join('; ')}`);
  };
}

/** Requests each page once without counting a visit, so that it is cached. */
async function warm({ url }: Server, count: number): Promise<void> {
  let next = 1;
  const ask = async () => {
    while (next <= count) {
      const number = next++;
      const { status } = await fetch(`${url}/${PAGE_NAME}-${number}`, { method: 'HEAD' });
      if (status !== 200) throw new Error(`/${PAGE_NAME}-${number} answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: WARMING_AT_A_TIME }, ask));
}

/** As sent over the wire; fetch would decompress it. */
async function answerOf({ url }: Server, path: string): Promise<BareAnswer> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(url + path, { headers: browser, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const headers = { ...response.headers } as Record<string, string>;
      // Node adds these itself, for ours and for the bare server.
      for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
      if (headers['fingerpost-visit'] !== 'counted') reject(new Error(`A visit to ${path} was not counted`));
      resolve({
        status: response.statusCode!,
        headers,
        body: Buffer.concat(chunks).toString('base64'),
        coding: 'base64',
      });
    }).on('error', reject);
  });
}

function figureOf(name: string, target: number, rounds: Round[]): Figure {
  const [rate, cost] = [rounds.map(byRate<Round>('ours', 'bare')), rounds.map(byCost<Round>('ours', 'bare'))];
  const each = (which: keyof Round) => {
    const busy = percent(median(rounds.map((round) => round[which].busy)));
    return `${thousands(median(rounds.map((round) => round[which].perSecond)))}/s at ${busy}`;
  };
  return {
    name: `${name} ÷ bare server, same bytes`,
    figure: `${spread(rate)}; by CPU time ${median(cost).toFixed(2)} (${each('ours')} ÷ ${each('bare')})`,
    target: `≥ ${target}`,
    met: median(rate) >= target,
  };
}

function format({ bare, ours }: Round): string {
  const one = ({ perSecond, busy }: Measured) => `${thousands(perSecond)}/s at ${percent(busy)}`;
  return `bare ${one(bare)}, ours ${one(ours)}; other processes used ${percent(disturbance({ bare, ours }))} of the machine`;
}

function methods(accounts: number, maxDisturbance: number): string[] {
  return [
    `${CONNECTIONS} connections, one request at a time on each, all from one visitor; each answer is sent after the commit of its view, and a thread of the process counts the views in the background. The target is for requests per second. The percentage is the server's CPU usage of one core: if the bare server was not saturated, the load generator was the limit, and the ratio by CPU time shows the cost of a visit.`,
    `In the rounds used, other processes took at most ${percent(maxDisturbance)} of the machine.`,
    `Random pages: ${thousands(accounts)} accounts, each with a page of a text and eight links; all pages were requested once before and fit into the cache.`,
    'PostgreSQL waits for the disk at each commit, and runs on the same machine.',
  ];
}
