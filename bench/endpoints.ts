// Requests per second on the most used endpoints, relative to Node's bare server with the same bytes. The bare server runs
// twice: with all our headers, and with the two that a body needs.
import { join } from 'node:path';
import { type BenchOptions, type Figure, median, type Outcome, spread, thousands } from './bench.ts';
import { inFolder, type Prepared, prepareDatabase } from './database.ts';
import { byCost, byRate, createMeter, disturbance, leastDisturbed, type Measured, percent } from './measuring.ts';
import type { BareAnswer } from './processes/bare.ts';
import { type Server, startBare, startService } from './processes.ts';
import { breakdownKeys } from './visitors.ts';

const paths = ['/api/v1/user', '/api/v1/blocks', '/api/v1/pixels', '/api/v1/analytics/views'];
const TARGET = 0.5;
const CONNECTIONS = 64;
const VIEWS = 100_000;
const WARM_UP_SECONDS = 4;

interface Round {
  bare: Measured;
  plain: Measured;
  cached: Measured;
  uncached: Measured;
}

export async function endpoints(options: BenchOptions): Promise<Outcome> {
  return inFolder(async (folder) => {
    const prepared = await prepareDatabase(`sqlite:${join(folder, 'bench.db')}`, VIEWS);
    const service = await startService(prepared.url);
    const answers = await answersOf(service, prepared);
    const servers = {
      service,
      bare: await startBare(folder, answers.whole),
      plain: await startBare(folder, answers.bodies),
    };
    const request = { headers: { authorization: `Bearer ${prepared.key}` }, connections: CONNECTIONS };
    const jsonBody = { headers: { ...request.headers, 'content-type': 'application/json' }, body: '{}' };
    const meter = createMeter();
    const measure = (server: Server, path: string, seconds: number, more = {}) =>
      meter(server, { ...request, ...more, url: server.url + path, seconds });

    async function round(path: string, seconds: number): Promise<Round> {
      return {
        bare: await measure(servers.bare, path, seconds),
        cached: await measure(servers.service, path, seconds),
        plain: await measure(servers.plain, path, seconds),
        uncached: await measure(servers.service, path, seconds, jsonBody),
      };
    }

    const figures: Figure[] = [];
    const notes: string[] = [];
    const disturbances: number[] = [];
    for (const path of paths) {
      await round(path, WARM_UP_SECONDS);
      const rounds = await leastDisturbed(options.rounds, async () => {
        const one = await round(path, options.seconds);
        options.say(`${path}: ${format(one)}`);
        return one;
      });
      figures.push(...figuresOf(path, rounds));
      disturbances.push(...rounds.map(disturbance));
      if (!isMet(rounds)) {
        const costs = await service.profile(() => measure(service, path, options.seconds));
        notes.push(
          `${path}, CPU profile: ${costs.map(({ location, share }) => `${location} ${(100 * share).toFixed(1)} %`).join('; ')}`,
        );
      }
    }
    return { figures, notes: [...notes, ...methods(answers.whole, Math.max(...disturbances))] };
  });
}

function isMet(rounds: Round[]): boolean {
  return [byRate<Round>('cached', 'bare'), byCost<Round>('cached', 'bare')].every(
    (ratio) => median(rounds.map(ratio)) >= TARGET,
  );
}

function figuresOf(path: string, rounds: Round[]): Figure[] {
  const ratios = (ours: keyof Round, theirs: keyof Round) =>
    `${spread(rounds.map(byRate(ours, theirs)))}; by CPU time ${median(rounds.map(byCost(ours, theirs))).toFixed(2)}`;
  const rate = (which: keyof Round) => {
    const busy = percent(median(rounds.map((round) => round[which].busy)));
    return `${thousands(median(rounds.map((round) => round[which].perSecond)))}/s at ${busy}`;
  };
  return [
    {
      name: `${path} ÷ bare server, same bytes`,
      figure: `${ratios('cached', 'bare')} (${rate('cached')} ÷ ${rate('bare')})`,
      target: `≥ ${TARGET}`,
      met: isMet(rounds),
    },
    { name: '… ÷ bare server, same body, two headers', figure: `${ratios('cached', 'plain')} (÷ ${rate('plain')})` },
    {
      name: '… uncached ÷ bare server, same bytes',
      figure: `${ratios('uncached', 'bare')} (${rate('uncached')})`,
    },
  ];
}

function format({ bare, plain, cached, uncached }: Round): string {
  const one = ({ perSecond, busy }: Measured) => `${thousands(perSecond)}/s at ${percent(busy)}`;
  const others = `other processes used ${percent(disturbance({ bare, plain, cached, uncached }))} of the machine`;
  return `bare ${one(bare)}, ours ${one(cached)}, bare with two headers ${one(plain)}, uncached ${one(uncached)}; ${others}`;
}

async function answersOf(service: Server, { key }: Prepared) {
  const whole: Record<string, BareAnswer> = {};
  const bodies: Record<string, BareAnswer> = {};
  for (const path of paths) {
    const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } });
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    const body = await response.text();
    const headers = Object.fromEntries(response.headers);
    // Node adds these itself, for ours and for the bare server.
    for (const name of ['date', 'connection', 'keep-alive']) delete headers[name];
    whole[path] = { headers, body };
    bodies[path] = {
      headers: { 'content-type': headers['content-type']!, 'content-length': headers['content-length']! },
      body,
    };
  }
  return { whole, bodies };
}

function methods(answers: Record<string, BareAnswer>, maxDisturbance: number): string[] {
  const { countries, cities, systems, browsers } = breakdownKeys;
  const sizes = paths.map((path) => `${path} ${thousands(Buffer.byteLength(answers[path]!.body))}`);
  return [
    `${CONNECTIONS} connections, one request at a time on each; rounds alternate between the servers, and a figure is the median of the rounds, with minimum and maximum. The percentage is the server's CPU usage of one core.`,
    `In the rounds used, other processes took at most ${percent(maxDisturbance)} of the machine.`,
    `Bytes of the bodies: ${sizes.join(', ')}. Ten blocks of five items, ten pixels, ${countries} countries, ${cities} cities, ${systems} systems, ${browsers} browsers.`,
    '"Uncached" sends the parameters as the JSON body of the GET, which is never cached: body, validation, queries and serialisation each time.',
  ];
}
