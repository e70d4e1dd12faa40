// PostgreSQL outages of every kind under a service with writing and reading clients.
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inScope } from '../bench/scope.ts';
import { openStore } from '../server/storage/store.ts';
import { compare, type Load, type Reply, startLoad } from '../test/faults/load.ts';
import { startPostgres } from '../test/support/postgres/server.ts';
import { type Server, startServer, tenantOn } from '../test/support/server.ts';
import { absences } from './absences.ts';
import type { Drill, Finding } from './drill.ts';
import { seconds, tally, thousands } from './figures.ts';

const CLIENTS = { writers: 16, readers: 16 };
const POLL_MS = 200;
const MAX_ANSWER_MS = 8000;
const MAX_RETURN_MS = 5000;

export const storeAway: Drill = async ({ say, quick }) => {
  const awayMs = quick ? 9000 : 20_000;
  const findings: Finding[] = [];
  for (const way of Object.keys(absences)) {
    say(`${way}, for ${awayMs / 1000} s`);
    findings.push(...(await inScope((t) => rehearse(t, way, awayMs))));
  }
  return findings;
};

async function rehearse(t: TestContext, way: string, awayMs: number): Promise<Finding[]> {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const { url, leave, comeBack } = await absences[way]!(t, postgres);
  const { accountId, key } = await tenantOn(postgres.url);
  const server = await startServer(t, { DATABASE_URL: url, RATE_LIMIT: '0' });
  const load = startLoad(server, key, CLIENTS);
  await load.underWay(200);

  await leave();
  const left = performance.now();
  const watch = await watchFor(server, awayMs);
  await comeBack();
  const back = performance.now();
  const lines = server.stdout().split('\n').length;
  const maxLines = 10 + awayMs / 1000;
  await load.underWay(200);
  await load.stop();
  const resent = await load.finish();

  const store = await openStore(postgres.url, { watch: false });
  const { lost, unasked } = await compare(store, accountId, load.acknowledged);
  await store.close();
  server.kill('SIGTERM');
  const { code, signal } = await server.ended;

  const { size } = load.acknowledged;
  return [
    ...answers(load, left, back),
    {
      what: 'acknowledged writes that are stored',
      figure: `${thousands(size - lost.length)} of ${thousands(size)}, ${thousands(resent)} of them rejected and repeated; ${unasked.length} unexpected or duplicate`,
      target: 'all, once',
      met: lost.length === 0 && unasked.length === 0,
    },
    {
      what: '/health and /ready during the outage',
      figure: `${tally(watch.health)}; ${tally(watch.ready)}`,
      target: '200; 503',
      met: watch.health.every((status) => status === 200) && watch.ready.every((status) => status === 503),
    },
    {
      what: 'the process',
      figure: `exit ${code ?? signal}, ${server.stderr().length} bytes on stderr, ${lines} log lines`,
      target: `exit 0, 0 bytes, at most ${maxLines}`,
      met: code === 0 && server.stderr() === '' && lines <= maxLines,
    },
  ].map((finding) => ({ ...finding, what: `${way}: ${finding.what}` }));
}

function answers({ replies }: Load, left: number, back: number): Finding[] {
  const endOf = ({ sentAt, took }: Reply) => sentAt + took;
  const meanwhile = replies.filter((reply) => reply.sentAt >= left && endOf(reply) < back);
  const waited = replies.filter((reply) => endOf(reply) >= left && reply.sentAt < back).map(({ took }) => took);
  const firstAfter = (status: number, at: number) =>
    Math.min(...replies.filter((reply) => reply.status === status && endOf(reply) >= at).map(endOf)) - at;
  const isGood = ({ status, retryAfter }: Reply) => status === 503 && /^[1-9]\d*$/.test(retryAfter ?? '');
  const neither = replies.filter(({ status }) => status !== 200 && status !== 503);
  const longest = Math.max(...waited);
  const good = firstAfter(200, back);
  return [
    {
      what: 'answers during the outage',
      figure: tally(meanwhile.map((reply) => (isGood(reply) ? '503 with Retry-After' : (reply.status ?? reply.text)))),
      target: 'all 503 with Retry-After',
      met: meanwhile.length > 0 && meanwhile.every(isGood),
    },
    {
      what: 'first 503; longest answer',
      figure: `${seconds(firstAfter(503, left))}; ${seconds(longest)}`,
      target: `longest ${MAX_ANSWER_MS / 1000} s`,
      met: longest <= MAX_ANSWER_MS,
    },
    {
      what: 'first success after the outage',
      figure: seconds(good),
      target: `within ${MAX_RETURN_MS / 1000} s`,
      met: good <= MAX_RETURN_MS,
    },
    {
      what: 'answers other than 200 and 503, over the whole run',
      figure: `${neither.length === 0 ? 'none' : tally(neither.map(({ status, text }) => status ?? text))} of ${thousands(replies.length)}`,
      target: 'none',
      met: neither.length === 0,
    },
  ];
}

/** Polls /health and /ready until the end of the outage. */
async function watchFor(server: Server, ms: number): Promise<{ health: number[]; ready: number[] }> {
  const end = performance.now() + ms;
  async function poll(path: string): Promise<number[]> {
    const statuses: number[] = [];
    while (performance.now() < end) {
      const { status } = await server.call(`GET ${path}`);
      if (performance.now() < end) statuses.push(status);
      await sleep(POLL_MS);
    }
    return statuses;
  }
  const [health, ready] = await Promise.all([poll('/health'), poll('/ready')]);
  return { health, ready };
}
