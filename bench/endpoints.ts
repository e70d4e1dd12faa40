// Requests per second on the most used endpoints, relative to Node's bare server with the same bytes.
import { join } from 'node:path';
import type { BareAnswer } from '../drill/support/bare.ts';
import { type Finding, median, spread, type Trial } from '../drill/support/findings.ts';
import { type Measurable, startBare, startService, temporaryFolder, unlimited } from '../drill/support/processes.ts';
import { type Prepared, prepareDatabase } from './database.ts';
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
} from './measuring.ts';

const paths = ['/api/v1/user', '/api/v1/blocks', '/api/v1/pixels', '/api/v1/analytics/views'];
const TARGET = 0.5;
const CONNECTIONS = 64;
const VIEWS = 100_000;
const QUICK_VIEWS = 10_000;
const WARM_UP_SECONDS = 4;

/** "Uncached" sends the parameters as the JSON body of the GET, which is never cached. */
type Round = Record<'bare' | 'cached' | 'uncached', Measured>;

export const endpoints: Trial = async ({ t, quick, rounds: count, seconds, say }) => {
  const url = `sqlite:${join(temporaryFolder(t), 'bench.db')}`;
  const prepared = await prepareDatabase(url, quick ? QUICK_VIEWS : VIEWS);
  const service = await startService(t, url, unlimited);
  const bare = await startBare(t, await answersOf(service, prepared));
  const request = { headers: { authorization: `Bearer ${prepared.key}` }, connections: CONNECTIONS };
  const jsonBody = { headers: { ...request.headers, 'content-type': 'application/json' }, body: '{}' };
  const meter = createMeter(t);
  const measure = (server: Measurable, path: string, time: number, more = {}) =>
    meter(server, { ...request, ...more, url: server.url + path, seconds: time });
  const measureRound = async (path: string, time: number): Promise<Round> => ({
    bare: await measure(bare, path, time),
    cached: await measure(service, path, time),
    uncached: await measure(service, path, time, jsonBody),
  });

  const findings: Finding[] = [];
  for (const path of paths) {
    await measureRound(path, WARM_UP_SECONDS);
    const rounds = await leastDisturbed(count, async () => {
      const one = await measureRound(path, seconds);
      say(`${path}: ${format(one)}`);
      return one;
    });
    findings.push(...findingsOf(path, rounds));
    if (!isMet(rounds)) findings.push(await profileOf(path, service, () => measure(service, path, seconds)));
  }
  return findings;
};

function isMet(rounds: Round[]): boolean {
  return [byRate<Round>('cached', 'bare'), byCost<Round>('cached', 'bare')].every(
    (ratio) => median(rounds.map(ratio)) >= TARGET,
  );
}

function findingsOf(path: string, rounds: Round[]): Finding[] {
  const ratios = (ours: keyof Round) =>
    `${spread(rounds.map(byRate<Round>(ours, 'bare')))}; by CPU time ${median(rounds.map(byCost<Round>(ours, 'bare'))).toFixed(2)}`;
  const rate = (which: keyof Round) => {
    const perSecond = median(rounds.map((round) => round[which].perSecond));
    return atLoad({ perSecond, busy: median(rounds.map((round) => round[which].busy)), others: 0 });
  };
  return [
    {
      what: `${path} ÷ bare server, same bytes`,
      figure: `${ratios('cached')} (${rate('cached')} ÷ ${rate('bare')})`,
      target: `≥ ${TARGET}`,
      met: isMet(rounds),
    },
    { what: `${path}, uncached`, figure: `${ratios('uncached')} (${rate('uncached')})` },
  ];
}

function format(round: Round): string {
  const { bare, cached, uncached } = round;
  const others = `other processes used ${percent(disturbance(round))} of the machine`;
  return `bare ${atLoad(bare)}, ours ${atLoad(cached)}, uncached ${atLoad(uncached)}; ${others}`;
}

async function answersOf({ url }: Measurable, { key }: Prepared): Promise<Record<string, BareAnswer>> {
  const answers: Record<string, BareAnswer> = {};
  for (const path of paths) {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    const headers = Object.fromEntries(response.headers);
    // Node adds these itself, for ours and for the bare server.
    for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
    answers[path] = { headers, body: await response.text() };
  }
  return answers;
}
