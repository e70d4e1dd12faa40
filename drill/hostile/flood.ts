// Twice the load that the service can handle, at a fixed rate regardless of its answers. It must keep nearly its peak
// throughput, reject the rest properly and in time, not grow in memory, and recover afterwards.
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '../../test/support/engines.ts';
import { call, pixelNamed } from '../../test/support/server.ts';
import { freshDatabase } from '../../test/support/store.ts';
import { type Finding, mebibytes, median, quantile, tallied, thousands } from '../support/findings.ts';
import type { Loaded } from '../support/load.ts';
import { type Measurable, startLoader, startService } from '../support/processes.ts';
import { makeNeighbours } from './neighbours.ts';
import { watchProbes } from './probes.ts';

const FACTOR = 2;
const PEAK_CONNECTIONS = 32;
const CONNECTIONS = 1000;
const MIN_GOODPUT = 0.9;
const MAX_SUCCESS_MS = 500;
const MAX_RSS = 768 * 2 ** 20;
/** Machine speed varies, so the peak is measured before and after each flood, and the median counts. */
const FLOODS = 3;

/** What integrations send, in percent: reads that stay cached until a write, listings that are never cached, and writes. */
const shares = { user: 22, blocks: 14, views: 14, pixels: 10, listBlocks: 6, listPixels: 10, activities: 14, edit: 10 };

export async function flood(
  t: TestContext,
  engine: Engine,
  quick: boolean,
  say: (text: string) => void,
): Promise<Finding[]> {
  const seconds = quick ? 3 : 10;
  const databaseUrl = await freshDatabase(t, engine);
  const keys = await makeNeighbours(databaseUrl);
  const service = await startService(t, databaseUrl, { RATE_LIMIT: '0' });
  const requests = await requestsOf(service, keys);
  const load = startLoader(t);
  const send = async (connections: number, time: number, requestsPerSecond?: number) => {
    const always = { url: service.url, requests, mayFail: true };
    const loaded = await load({ ...always, connections, seconds: time, requestsPerSecond });
    say(`${connections} connections: ${thousands(goodput(loaded, time))}/s, ${tallied(loaded.outcomes)}`);
    return loaded;
  };

  await send(PEAK_CONNECTIONS, seconds);
  const ratios: number[] = [];
  const findings: Finding[] = [];
  const probes = watchProbes(service.url);
  for (let count = 0; count < (quick ? 1 : FLOODS); count += 1) {
    const before = goodput(await send(PEAK_CONNECTIONS, seconds), seconds);
    const flooded = await send(CONNECTIONS, seconds, FACTOR * before);
    await sleep(1000);
    const recovered = await send(PEAK_CONNECTIONS, seconds / 3, before / 4);
    const after = goodput(await send(PEAK_CONNECTIONS, seconds), seconds);
    ratios.push(goodput(flooded, seconds) / ((before + after) / 2));
    if (count === 0) findings.push(...answers(flooded, recovered, before));
  }
  const probed = await probes.stop();
  const peak = await service.peakMemory();
  const { code, stderr } = await service.stop('SIGTERM');
  return [
    ...findings,
    {
      what: 'successes ÷ peak',
      figure: ratios.map((ratio) => ratio.toFixed(2)).join(', '),
      target: `median ≥ ${MIN_GOODPUT}`,
      met: median(ratios) >= MIN_GOODPUT,
    },
    probed,
    { what: 'peak memory', figure: mebibytes(peak), target: `≤ ${mebibytes(MAX_RSS)}`, met: peak <= MAX_RSS },
    { what: 'stopped', figure: `exit ${code} ${stderr}`, target: 'exit 0', met: code === 0 && stderr === '' },
  ];
}

function answers(flooded: Loaded, recovered: Loaded, peak: number): Finding[] {
  const isOnly = ({ outcomes }: Loaded, allowed: readonly string[]) =>
    Object.keys(outcomes).every((outcome) => allowed.includes(outcome));
  return [
    {
      what: `answers at ${FACTOR} × the peak of ${thousands(peak)}/s`,
      figure: tallied(flooded.outcomes),
      target: 'only 200, and 503 with Retry-After; both occur',
      met: isOnly(flooded, ['200', '503']) && Object.keys(flooded.outcomes).length === 2,
    },
    {
      what: 'successes',
      figure: times(flooded),
      target: `99 % within ${MAX_SUCCESS_MS} ms`,
      met: quantile(flooded.ms, 0.99) <= MAX_SUCCESS_MS,
    },
    {
      what: '1 s later, at a quarter of the peak',
      figure: `${tallied(recovered.outcomes)}; ${times(recovered)}`,
      target: `only 200, 99 % within ${MAX_SUCCESS_MS} ms`,
      met: isOnly(recovered, ['200']) && quantile(recovered.ms, 0.99) <= MAX_SUCCESS_MS,
    },
  ];
}

function times({ ms }: Loaded): string {
  return `median ${median(ms).toFixed(0)} ms, 99th percentile ${quantile(ms, 0.99).toFixed(0)} ms`;
}

function goodput({ outcomes }: Loaded, seconds: number): number {
  return (outcomes['200'] ?? 0) / seconds;
}

async function requestsOf({ url }: Measurable, keys: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for (const key of keys) {
    const { body } = await call(url, 'POST /api/v1/pixels', { key, json: pixelNamed('First') });
    const get = (path: string) => `${head('GET', path, key)}\r\n`;
    const list = (path: string) => withBody('GET', path, key, { page: 1, results_per_page: 25 });
    const kinds: Record<keyof typeof shares, string> = {
      user: get('/user'),
      blocks: get('/blocks'),
      views: get('/analytics/views'),
      pixels: get('/pixels?results_per_page=25'),
      listBlocks: list('/blocks'),
      listPixels: list('/pixels'),
      activities: list('/activities'),
      edit: withBody('POST', `/pixels/${body.response.id}`, key, { status: 1 }),
    };
    for (const [kind, share] of Object.entries(shares)) {
      all.push(...Array<string>(share).fill(kinds[kind as keyof typeof shares]));
    }
  }
  return all;
}

function head(method: string, path: string, key: string): string {
  return `${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nUser-Agent: flood\r\n`;
}

function withBody(method: string, path: string, key: string, fields: object): string {
  const body = JSON.stringify(fields);
  const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `${head(method, path, key)}${headers}\r\n${body}`;
}
