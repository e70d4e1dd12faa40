// A cached page, with each view recorded before the answer is sent, relative to Node's bare server with the same bytes:
// one page repeatedly, one of its links, and random pages of very many accounts; the first two on PostgreSQL as well.
import { get } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { BareAnswer } from '../drill/support/bare.ts';
import { type Finding, median, spread, type Trial, type TrialOptions, thousands } from '../drill/support/findings.ts';
import type { Load } from '../drill/support/load.ts';
import { LINK_NAME, PAGE_NAME, preparePages } from '../drill/support/page-database.ts';
import { type Measurable, startBare, startService, temporaryFolder, unlimited } from '../drill/support/processes.ts';
import { NoPostgres, startPostgres } from '../test/support/postgres/server.ts';
import { inScope } from '../test/support/scope.ts';
import {
  atLoad,
  byCost,
  byRate,
  createMeter,
  disturbance,
  leastDisturbed,
  type Measured,
  percent,
  profileOf,
  untilIdle,
} from './measuring.ts';
import { copyDatabase } from './postgres.ts';

const TARGETS = { one: 0.75, link: 0.75, many: 0.5, postgres: 0.5 };
const ACCOUNTS = 100_000;
const QUICK_ACCOUNTS = 2000;
const CONNECTIONS = 32;
/** A server for tests does not wait for the disk. */
const durable = { fsync: 'on', full_page_writes: 'on' };
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

export const page: Trial = async (options) => {
  const accounts = options.quick ? QUICK_ACCOUNTS : ACCOUNTS;
  const findings = await inScope((t) => onSqlite(t, accounts, options));
  return [...findings, ...(await inScope((t) => onPostgres(t, options)))];
};

async function onSqlite(t: TestContext, accounts: number, options: TrialOptions): Promise<Finding[]> {
  const service = await startService(t, await preparePages(join(temporaryFolder(t), 'pages.db'), accounts), unlimited);
  const compare = comparing(t, service, options);
  const findings = await compare({ name: 'one page', target: TARGETS.one, ...onePage });
  findings.push(...(await compare({ name: 'one link', target: TARGETS.link, ...oneLink })));
  const warmed = performance.now();
  await warm(service, accounts);
  const perSecond = (accounts * 1000) / (performance.now() - warmed);
  findings.push({ what: 'pages rendered per second', figure: thousands(perSecond) });
  const load = { pages: { name: PAGE_NAME, count: accounts } };
  const name = `${thousands(accounts)} random pages`;
  return [...findings, ...(await compare({ name, target: TARGETS.many, path: `/${PAGE_NAME}-1`, load }))];
}

async function onPostgres(t: TestContext, options: TrialOptions): Promise<Finding[]> {
  try {
    const server = await startPostgres({ settings: durable });
    t.after(server.stop);
    await copyDatabase(await preparePages(join(temporaryFolder(t), 'page.db'), 1), server.url);
    const compare = comparing(t, await startService(t, server.url, unlimited), options, false);
    const findings = await compare({ name: 'PostgreSQL: one page', target: TARGETS.postgres, ...onePage });
    return [...findings, ...(await compare({ name: 'PostgreSQL: one link', target: TARGETS.postgres, ...oneLink }))];
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error;
    return [{ what: 'PostgreSQL', figure: 'not available here' }];
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
function comparing(t: TestContext, service: Measurable, options: TrialOptions, isAlone = true) {
  const meter = createMeter(t);
  return async ({ name, target, path, load }: Comparison): Promise<Finding[]> => {
    const ask = (server: Measurable, seconds: number) =>
      meter(server, { headers: browser, connections: CONNECTIONS, ...load, url: server.url + path, seconds });
    await ask(service, WARM_UP_SECONDS);
    const bare = await startBare(t, { '*': await answerOf(service, path) });
    await ask(bare, WARM_UP_SECONDS);
    const measure = async (): Promise<Round> => {
      await untilIdle(service);
      const one = { bare: await ask(bare, options.seconds), ours: await ask(service, options.seconds) };
      options.say(`${name}: ${format(one)}`);
      return one;
    };
    const rounds = isAlone ? await leastDisturbed(options.rounds, measure) : await everyRound(options.rounds, measure);
    const finding = findingOf(name, target, rounds);
    if (finding.met) return [finding];
    return [finding, await profileOf(name, service, () => ask(service, options.seconds))];
  };
}

/** Requests each page once without counting a visit, so that it is cached. */
async function warm({ url }: Measurable, count: number): Promise<void> {
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
async function answerOf({ url }: Measurable, path: string): Promise<BareAnswer> {
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

function findingOf(name: string, target: number, rounds: Round[]): Finding {
  const [rate, cost] = [rounds.map(byRate<Round>('ours', 'bare')), rounds.map(byCost<Round>('ours', 'bare'))];
  const each = (which: keyof Round) => {
    const perSecond = median(rounds.map((round) => round[which].perSecond));
    return atLoad({ perSecond, busy: median(rounds.map((round) => round[which].busy)), others: 0 });
  };
  return {
    what: `${name} ÷ bare server, same bytes`,
    figure: `${spread(rate)}; by CPU time ${median(cost).toFixed(2)} (${each('ours')} ÷ ${each('bare')})`,
    target: `≥ ${target}`,
    met: median(rate) >= target,
  };
}

function format({ bare, ours }: Round): string {
  const others = `other processes used ${percent(disturbance({ bare, ours }))} of the machine`;
  return `bare ${atLoad(bare)}, ours ${atLoad(ours)}; ${others}`;
}
