// PostgreSQL outages of every kind under a service with page views and clicks; in one, the service is also killed and
// started during the outage.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inScope } from '../bench/scope.ts';
import { openStore } from '../server/storage/store.ts';
import { measureSpool, SPOOL } from '../server/visits/record/spool.ts';
import { makeNumberedVisits, type NumberedVisits } from '../test/faults/numbered-visits.ts';
import { startVisitors, type VisitReply } from '../test/faults/visitors.ts';
import { eventually } from '../test/support/eventually.ts';
import { startPostgres } from '../test/support/postgres/server.ts';
import { type Absence, absences } from './absences.ts';
import type { Drill, Finding } from './drill.ts';
import { exactness, isOther } from './exactness.ts';
import { seconds, tally, thousands } from './figures.ts';
import { startVisited, type VisitedService } from './visited-service.ts';

const PAGES = 60;
const LOAD = { clients: 24, pauseMs: 10 };
const LOOK_MS = 50;
const MAX_ANSWER_MS = 10_000;
const MAX_REPLAY_MS = 15_000;

interface Scene {
  visits: NumberedVisits;
  absence: Absence;
  start(): VisitedService;
  spool(): { files: number; bytes: number };
  /** Compares all visits once they are counted. */
  exactness(): Promise<Finding[]>;
}

export const visitsAway: Drill = async ({ say, quick }) => {
  const awayMs = quick ? 5000 : 20_000;
  const findings: Finding[] = [];
  for (const way of quick ? ['shut down', 'network cut'] : Object.keys(absences)) {
    say(`${way}, for ${awayMs / 1000} s`);
    findings.push(...named(way, await inScope(async (t) => outlive(await sceneOf(t, way), awayMs))));
  }
  say('network cut, and the service is killed');
  const killed = await inScope(async (t) => dieMeanwhile(await sceneOf(t, 'network cut'), awayMs));
  return [...findings, ...named('network cut, and killed', killed)];
};

async function sceneOf(t: TestContext, way: string): Promise<Scene> {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const visits = await makeNumberedVisits(postgres.url, PAGES);
  const absence = await absences[way]!(t, postgres);
  const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-drill-data-'));
  return {
    visits,
    absence,
    start: () => startVisited(t, { DATABASE_URL: absence.url, DATA_DIR: dataDir }),
    spool: () => measureSpool(join(dataDir, SPOOL)),
    async exactness() {
      const store = await openStore(postgres.url, { watch: false });
      const comparison = await visits.compare(store);
      await store.close();
      return exactness(visits, comparison);
    },
  };
}

async function outlive({ visits, absence, start, spool, exactness }: Scene, awayMs: number): Promise<Finding[]> {
  const service = start();
  const url = await service.listening;
  const visitors = startVisitors(visits, () => url, LOAD);
  // Pages are served from the cache once they were requested.
  await visitors.underWay(2 * visits.paths.length);

  await absence.leave();
  const left = performance.now();
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, spool().bytes);
  }, LOOK_MS);
  await sleep(awayMs);
  await absence.comeBack();
  const back = performance.now();
  await eventually('nothing waits in the spool', 4 * MAX_REPLAY_MS, () => spool().files === 0);
  const replayed = performance.now() - back;
  clearInterval(watch);
  await visitors.underWay(500);
  await visitors.stop();
  const lines = service.stdout().split('\n').length;
  const maxLines = 20 + awayMs / 1000;
  service.kill('SIGTERM');
  const { code, signal } = await service.ended;
  return [
    ...answers(visitors.replies, left, back),
    {
      what: 'peak size of the spool; empty after the outage',
      figure: `${(peak / 1e6).toFixed(2)} MB; ${seconds(replayed)}`,
      target: `within ${MAX_REPLAY_MS / 1000} s`,
      met: peak > 0 && replayed <= MAX_REPLAY_MS,
    },
    ...(await exactness()),
    {
      what: 'the process',
      figure: `exit ${code ?? signal}, ${service.stderr().length} bytes on stderr, ${lines} log lines`,
      target: `exit 0, 0 bytes, at most ${maxLines}`,
      met: code === 0 && service.stderr() === '' && lines <= maxLines,
    },
  ];
}

function answers(replies: readonly VisitReply[], left: number, back: number): Finding[] {
  const meanwhile = replies.filter(({ sentAt, took }) => sentAt + took >= left && sentAt < back);
  const others = replies.filter(isOther);
  const longest = Math.max(...meanwhile.map(({ took }) => took));
  return [
    {
      what: 'answers during the outage',
      figure: tally(meanwhile.map(({ said }) => said ?? 'none')),
      target: 'pages and redirects, all counted',
      met: meanwhile.length > 0 && !meanwhile.some(isOther),
    },
    {
      what: 'other answers, before, during and after',
      figure: `${tally(others.map(({ said }) => said ?? 'none'))} of ${thousands(replies.length)}`,
      target: 'none',
      met: others.length === 0,
    },
    {
      what: 'longest answer',
      figure: seconds(longest),
      target: `${MAX_ANSWER_MS / 1000} s`,
      met: longest <= MAX_ANSWER_MS,
    },
  ];
}

async function dieMeanwhile({ visits, absence, start, spool, exactness }: Scene, awayMs: number): Promise<Finding[]> {
  const killed = start();
  let url = await killed.listening;
  const visitors = startVisitors(visits, () => url, LOAD);
  await visitors.underWay(2 * visits.paths.length);
  await absence.leave();
  const left = performance.now();
  await sleep(awayMs / 3);
  killed.kill('SIGKILL');
  await killed.ended;
  url = undefined;
  const { bytes } = spool();

  const starts: string[] = [];
  while (performance.now() < left + awayMs) {
    const vain = start();
    const isListening = (await vain.listening) !== undefined;
    if (isListening) vain.kill('SIGKILL');
    const { code } = await vain.ended;
    starts.push(
      isListening ? 'it listens' : `exit ${code}: ${vain.stderr().trim().replace(absence.url, 'postgres://…')}`,
    );
  }
  const kept = spool().bytes;
  await absence.comeBack();
  const next = start();
  url = await next.listening;
  const listens = performance.now();
  await eventually('nothing waits in the spool', 4 * MAX_REPLAY_MS, () => spool().files === 0);
  const replayed = performance.now() - listens;
  await visitors.underWay(500);
  await visitors.stop();
  next.kill('SIGTERM');
  const { code } = await next.ended;
  const others = visitors.replies.filter((reply) => reply.said !== undefined && isOther(reply));
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
    {
      what: 'answers other than counted pages and redirects',
      figure: `${tally(others.map(({ said }) => said))} of ${thousands(visitors.replies.length)}`,
      target: 'none',
      met: others.length === 0,
    },
    ...(await exactness()),
    { what: 'the process afterwards', figure: `exit ${code}`, target: 'exit 0', met: code === 0 },
  ];
}

function named(name: string, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, what: `${name}: ${finding.what}` }));
}
