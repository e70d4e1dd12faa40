// PostgreSQL outages of every kind under API clients and visitors; in one, the service is also killed and started during
// the outage. Writes are rejected and repeated, and every visit is counted.
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../server/storage/store.ts';
import { measureSpool, SPOOL } from '../server/visits/record/spool.ts';
import { compare, type Load, type Reply, startLoad } from '../test/faults/load.ts';
import { type Ledger, makeNumberedVisits } from '../test/faults/numbered-visits.ts';
import { startVisitors, type VisitReply } from '../test/faults/visitors.ts';
import { eventually } from '../test/support/eventually.ts';
import { startPostgres } from '../test/support/postgres/server.ts';
import { inScope } from '../test/support/scope.ts';
import { call, type Tenant, tenantOn } from '../test/support/server.ts';
import { type Absence, absences } from './support/absences.ts';
import { exactness, isOther } from './support/exactness.ts';
import { type Finding, labelled, seconds, type Trial, tally, thousands } from './support/findings.ts';
import { temporaryFolder } from './support/processes.ts';
import { asServer, startVisited, type VisitedService } from './support/visited-service.ts';

const PAGES = 60;
const CLIENTS = { writers: 8, readers: 8 };
const VISITORS = { clients: 16, pauseMs: 10 };
const POLL_MS = 200;
/** Until a silent network is noticed, reads are answered from the cache. */
const NOTICE_MS = 4000;
const MAX_ANSWER_MS = 8000;
const MAX_VISIT_MS = 10_000;
const MAX_RETURN_MS = 5000;
const MAX_REPLAY_MS = 15_000;

interface Scene {
  /** Of the database, also during the outage of a network. */
  url: string;
  tenant: Tenant;
  visits: Ledger;
  absence: Absence;
  start(): VisitedService;
  spool(): { files: number; bytes: number };
}

export const storeAway: Trial = async ({ say, quick }) => {
  const awayMs = quick ? 6000 : 20_000;
  const findings: Finding[] = [];
  for (const way of quick ? ['shut down', 'network silent'] : Object.keys(absences)) {
    say(`${way}, for ${awayMs / 1000} s`);
    findings.push(...labelled(way, await inScope(async (t) => outlive(await sceneOf(t, way), awayMs))));
  }
  say('network cut, and the service is killed');
  const killed = await inScope(async (t) => dieMeanwhile(await sceneOf(t, 'network cut'), awayMs));
  return [...findings, ...labelled('network cut, and killed', killed)];
};

async function sceneOf(t: TestContext, way: string): Promise<Scene> {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const { url } = postgres;
  const visits = await makeNumberedVisits(url, PAGES);
  const tenant = await tenantOn(url);
  const absence = await absences[way]!(t, postgres);
  const dataDir = temporaryFolder(t);
  const settings = { DATABASE_URL: absence.url, DATA_DIR: dataDir, RATE_LIMIT: '0' };
  const spool = () => measureSpool(`${dataDir}/${SPOOL}`);
  return { url, tenant, visits, absence, start: () => startVisited(t, settings), spool };
}

async function outlive({ url, tenant, visits, absence, start, spool }: Scene, awayMs: number): Promise<Finding[]> {
  const service = start();
  const at = (await service.listening)!;
  const load = startLoad(asServer(service, at), tenant.key, CLIENTS);
  const visitors = startVisitors(visits, () => at, VISITORS);
  await load.underWay(200);
  // Pages are served from the cache once they were requested.
  await visitors.underWay(2 * visits.paths.length);

  await absence.leave();
  const left = performance.now();
  const probes = await probe(at, awayMs);
  const { bytes } = spool();
  await absence.comeBack();
  const back = performance.now();
  await eventually('nothing waits in the spool', 4 * MAX_REPLAY_MS, () => spool().files === 0);
  const replayed = performance.now() - back;
  await Promise.all([load.underWay(200), visitors.underWay(500)]);
  await Promise.all([load.stop(), visitors.stop()]);
  const resent = await load.finish();
  const lines = service.stdout().split('\n').length;
  const maxLines = 30 + awayMs / 1000;
  service.kill('SIGTERM');
  const { code, signal } = await service.ended;

  const store = await openStore(url, { watch: false });
  const { lost, unasked } = await compare(store, tenant.accountId, load.acknowledged);
  const comparison = await visits.compare(store);
  await store.close();
  const { size } = load.acknowledged;
  return [
    ...answers(load, left, back),
    {
      what: 'acknowledged writes that are stored',
      figure: `${thousands(size - lost.length)} of ${thousands(size)}, ${thousands(resent)} of them rejected and repeated; ${unasked.length} unexpected or duplicate`,
      target: 'all, once',
      met: lost.length === 0 && unasked.length === 0,
    },
    ...visitAnswers(visitors.replies, left, back),
    {
      what: 'size of the spool at the end; empty after the outage',
      figure: `${(bytes / 1e6).toFixed(2)} MB; ${seconds(replayed)}`,
      target: `within ${MAX_REPLAY_MS / 1000} s`,
      met: bytes > 0 && replayed <= MAX_REPLAY_MS,
    },
    ...exactness(visits, comparison),
    {
      what: '/health and /ready during the outage',
      figure: `${tally(probes.health)}; ${tally(probes.ready)}`,
      target: '200; 503',
      met: probes.health.every((status) => status === 200) && probes.ready.every((status) => status === 503),
    },
    {
      what: 'the process',
      figure: `exit ${code ?? signal}, ${service.stderr().length} bytes on stderr, ${lines} log lines`,
      target: `exit 0, 0 bytes, at most ${maxLines}`,
      met: code === 0 && service.stderr() === '' && lines <= maxLines,
    },
  ];
}

function answers({ replies }: Load, left: number, back: number): Finding[] {
  const endOf = ({ sentAt, took }: Reply) => sentAt + took;
  const meanwhile = replies.filter((reply) => reply.sentAt >= left && endOf(reply) < back);
  const waited = replies.filter((reply) => endOf(reply) >= left && reply.sentAt < back).map(({ took }) => took);
  const outcomeOf = ({ status, retryAfter, writes, sentAt, text }: Reply) => {
    if (status === 503 && /^[1-9]\d*$/.test(retryAfter ?? '')) return '503 with Retry-After';
    return status === 200 && !writes && sentAt < left + NOTICE_MS ? '200 from the cache' : `${status ?? text}`;
  };
  const expected = ['503 with Retry-After', '200 from the cache'];
  const outcomes = meanwhile.map(outcomeOf);
  const neither = replies.filter(({ status }) => status !== 200 && status !== 503);
  const longest = Math.max(...waited);
  const good = Math.min(...replies.filter((reply) => reply.status === 200 && endOf(reply) >= back).map(endOf)) - back;
  return [
    {
      what: 'API answers during the outage; the longest',
      figure: `${tally(outcomes)}; ${seconds(longest)}`,
      target: `503 with Retry-After, or for ${NOTICE_MS / 1000} s a cached read; within ${MAX_ANSWER_MS / 1000} s`,
      met: outcomes.length > 0 && outcomes.every((outcome) => expected.includes(outcome)) && longest <= MAX_ANSWER_MS,
    },
    {
      what: 'first success after the outage',
      figure: seconds(good),
      target: `within ${MAX_RETURN_MS / 1000} s`,
      met: good <= MAX_RETURN_MS,
    },
    {
      what: 'API answers other than 200 and 503, over the whole run',
      figure: `${tally(neither.map(({ status, text }) => status ?? text))} of ${thousands(replies.length)}`,
      target: 'none',
      met: neither.length === 0,
    },
  ];
}

function visitAnswers(replies: readonly VisitReply[], left: number, back: number): Finding[] {
  const meanwhile = replies.filter(({ sentAt, took }) => sentAt + took >= left && sentAt < back);
  const longest = Math.max(...meanwhile.map(({ took }) => took));
  return [
    {
      what: 'pages and redirects during the outage; the longest',
      figure: `${tally(meanwhile.map(({ said }) => said ?? 'none'))}; ${seconds(longest)}`,
      target: `all counted, within ${MAX_VISIT_MS / 1000} s`,
      met: meanwhile.length > 0 && longest <= MAX_VISIT_MS,
    },
    othersOf(replies),
  ];
}

/** Visitors without an answer were cut off by a kill. */
function othersOf(replies: readonly VisitReply[], isKilled = false): Finding {
  const others = replies.filter((reply) => isOther(reply) && !(isKilled && reply.said === undefined));
  return {
    what: 'answers other than counted pages and redirects, over the whole run',
    figure: `${tally(others.map(({ said }) => said ?? 'cut off'))} of ${thousands(replies.length)}`,
    target: 'none',
    met: others.length === 0,
  };
}

async function dieMeanwhile({ url, visits, absence, start, spool }: Scene, awayMs: number): Promise<Finding[]> {
  const killed = start();
  let at = await killed.listening;
  const visitors = startVisitors(visits, () => at, VISITORS);
  await visitors.underWay(2 * visits.paths.length);
  await absence.leave();
  const left = performance.now();
  await sleep(awayMs / 3);
  killed.kill('SIGKILL');
  await killed.ended;
  at = undefined;
  const { bytes } = spool();

  const starts: string[] = [];
  while (performance.now() < left + awayMs) {
    const vain = start();
    const isListening = (await vain.listening) !== undefined;
    if (isListening) vain.kill('SIGKILL');
    const { code } = await vain.ended;
    const said = vain.stderr().trim().replace(absence.url, 'postgres://…');
    starts.push(isListening ? 'it listens' : `exit ${code}: ${said}`);
  }
  const kept = spool().bytes;
  await absence.comeBack();
  const next = start();
  at = await next.listening;
  const listens = performance.now();
  await eventually('nothing waits in the spool', 4 * MAX_REPLAY_MS, () => spool().files === 0);
  const replayed = performance.now() - listens;
  await visitors.underWay(500);
  await visitors.stop();
  next.kill('SIGTERM');
  const { code } = await next.ended;
  const store = await openStore(url, { watch: false });
  const comparison = await visits.compare(store);
  await store.close();
  return [
    {
      what: 'restarted during the outage',
      figure: tally(starts),
      target: 'exit 69 and one sentence',
      met: starts.every((said) => /^exit 69: [A-Z][^\n]*\.$/.test(said)),
    },
    {
      what: 'size of the spool at the kill; after those starts; empty after the first successful start',
      figure: `${(bytes / 1e6).toFixed(2)} MB; ${(kept / 1e6).toFixed(2)} MB; ${seconds(replayed)}`,
      target: `the same, within ${MAX_REPLAY_MS / 1000} s`,
      met: bytes > 0 && kept === bytes && replayed <= MAX_REPLAY_MS,
    },
    othersOf(visitors.replies, true),
    ...exactness(visits, comparison),
    { what: 'the process afterwards', figure: `exit ${code}`, target: 'exit 0', met: code === 0 },
  ];
}

/** Polls /health and /ready until the end of the outage. */
async function probe(url: string, ms: number): Promise<{ health: number[]; ready: number[] }> {
  const end = performance.now() + ms;
  async function poll(path: string): Promise<number[]> {
    const statuses: number[] = [];
    while (performance.now() < end) {
      const { status } = await call(url, `GET ${path}`);
      if (performance.now() < end) statuses.push(status);
      await sleep(POLL_MS);
    }
    return statuses;
  }
  const [health, ready] = await Promise.all([poll('/health'), poll('/ready')]);
  return { health, ready };
}
