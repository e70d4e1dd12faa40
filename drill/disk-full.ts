// The disk under SQLite and DATA_DIR fills up under writes, reads and visits; the service is killed, cannot start for lack
// of space, and then space is freed.
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inScope } from '../bench/scope.ts';
import { openStore } from '../server/storage/store.ts';
import { measureSpool, SPOOL } from '../server/visits/record/spool.ts';
import { compare, type Load, startLoad } from '../test/faults/load.ts';
import { makeNumberedVisits } from '../test/faults/numbered-visits.ts';
import { mountSmallDisk } from '../test/faults/small-disk.ts';
import { startVisitors, type VisitReply } from '../test/faults/visitors.ts';
import { integrityOf } from '../test/faults/whole.ts';
import { eventually } from '../test/support/eventually.ts';
import { type Answer, call, launch, pixelNamed, type Server, startServer, tenantOn } from '../test/support/server.ts';
import { CannotRun, type Drill, type Finding } from './drill.ts';
import { exactness } from './exactness.ts';
import { seconds, tally, thousands } from './figures.ts';

const MEGABYTES = 32;
const CLIENTS = { writers: 8, readers: 8 };
const VISITED_PAGES = 10;
const VISITORS = { clients: 4, pauseMs: 20 };
const TICK_MS = 100;
const MAX_RETURN_MS = 5000;
const LOG_INTERVAL_MS = 5000;

export const diskFull: Drill = ({ say, quick }) =>
  inScope(async (t) => {
    const disk = mountSmallDisk(t, MEGABYTES);
    if (typeof disk === 'string') throw new CannotRun(`${disk}.`);
    const fullMs = quick ? 5000 : 20_000;
    const databaseUrl = `sqlite:${join(disk.folder, 'fingerpost.db')}`;
    const { accountId, key } = await tenantOn(databaseUrl);
    const visits = await makeNumberedVisits(databaseUrl, VISITED_PAGES);
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: disk.folder, RATE_LIMIT: '0', TRUST_PROXY: '1' };
    const server = await startServer(t, settings);
    let isKilled = false;
    const visitors = startVisitors(visits, () => (isKilled ? undefined : server.url), VISITORS);
    const load = startLoad(server, key, CLIENTS);
    await load.underWay(500);
    await visitors.underWay(2 * visits.paths.length);

    say(`a disk of ${MEGABYTES} MB is full for ${fullMs / 1000} s`);
    disk.fill();
    await eventually('a write is rejected', 30_000, () => load.replies.at(-1)?.status === 503);
    disk.fill();
    const from = performance.now();
    const watch = await watchFor(server, fullMs);
    disk.empty();
    const until = performance.now();
    const log = server.stdout();
    const lines = log.split('\n').length;
    const maxLines = 10 + fullMs / 1000;
    await load.underWay(100);
    await visitors.underWay(100);
    const findings = [
      ...answers(load, from, until),
      ...visitFindings(visitors.replies, from, until),
      visitLog(log, fullMs),
    ];

    say('killing and starting the service while the disk is full');
    disk.fill();
    await eventually('a write is rejected', 30_000, () => load.replies.at(-1)?.status === 503);
    server.kill('SIGKILL');
    isKilled = true;
    await server.ended;
    await Promise.all([load.stop(), visitors.stop()]);
    disk.fill();
    const acknowledged = new Map(load.acknowledged);
    const afterKill = await startOnFull(t, databaseUrl, key, acknowledged);
    disk.empty();
    const again = await startServer(t, settings);
    const saved = await again.call('POST /api/v1/pixels', { key, json: pixelNamed('Again') });
    const spool = join(disk.folder, SPOOL);
    await eventually('nothing waits in the spool', 60_000, () => measureSpool(spool).files === 0);
    again.kill('SIGTERM');
    const { code } = await again.ended;
    disk.fill();
    const afterStop = await startOnFull(t, databaseUrl, key, acknowledged);
    disk.empty();

    const store = await openStore(databaseUrl, { watch: false });
    const { lost } = await compare(store, accountId, acknowledged);
    const comparison = await visits.compare(store);
    await store.close();
    const integrity = integrityOf(databaseUrl);
    const { size } = acknowledged;
    return [
      ...findings,
      {
        what: '/health and /ready while full',
        figure: `${tally(watch.health)}; ${tally(watch.ready)}`,
        target: '200; 200, because reads work',
        met: [...watch.health, ...watch.ready].every((status) => status === 200),
      },
      {
        what: 'log lines while full',
        figure: String(lines),
        target: `at most ${maxLines}`,
        met: lines <= maxLines,
      },
      { what: 'a start on the full disk, after a kill', ...afterKill },
      { what: 'a start on the full disk, after a stop', ...afterStop },
      {
        what: 'acknowledged writes that are stored, also after a kill on the full disk',
        figure: `${thousands(size - lost.length)} of ${thousands(size)}`,
        target: 'all',
        met: lost.length === 0,
      },
      ...exactness(visits, comparison),
      {
        what: 'integrity of the file, and the next start',
        figure: `${integrity}; a write ${saved.status}, exit ${code}`,
        target: 'ok; 200, 0',
        met: integrity === 'ok' && saved.status === 200 && code === 0,
      },
    ];
  });

function answers({ replies }: Load, from: number, until: number): Finding[] {
  const meanwhile = replies.filter(({ sentAt, took }) => sentAt >= from && sentAt + took < until);
  const [writes, reads] = [true, false].map((kind) => meanwhile.filter((reply) => reply.writes === kind));
  const longest = Math.max(...meanwhile.map(({ took }) => took));
  const good = replies.find(({ writes, status, sentAt }) => writes && status === 200 && sentAt >= until);
  const back = good ? good.sentAt + good.took - until : Number.POSITIVE_INFINITY;
  const neither = replies.filter(({ status }) => status !== 200 && status !== 503);
  return [
    {
      what: 'writes while full',
      figure: tally(writes!.map(({ status, retryAfter }) => `${status}${retryAfter ? ' with Retry-After' : ''}`)),
      target: '503 with Retry-After',
      met: writes!.length > 0 && writes!.every(({ status, retryAfter }) => status === 503 && retryAfter),
    } as Finding,
    {
      what: 'reads while full',
      figure: tally(reads!.map(({ status }) => status)),
      target: '200',
      met: reads!.length > 0 && reads!.every(({ status }) => status === 200),
    },
    { what: 'longest answer while full', figure: seconds(longest), met: true },
    {
      what: 'first write once there is space',
      figure: seconds(back),
      target: `within ${MAX_RETURN_MS / 1000} s`,
      met: back <= MAX_RETURN_MS,
    },
    {
      what: 'answers other than 200 and 503, over the whole run',
      figure: `${tally(neither.map(({ status, text }) => status ?? text))} of ${thousands(replies.length)}`,
      target: 'none',
      met: neither.length === 0,
    },
  ];
}

function visitFindings(replies: readonly VisitReply[], from: number, until: number): Finding[] {
  const meanwhile = replies.filter(({ sentAt, took }) => sentAt >= from && sentAt + took < until);
  const longest = Math.max(...meanwhile.map(({ took }) => took));
  const isServed = ({ said = '' }: VisitReply) => /^(200|302) (counted|uncounted)$/.test(said);
  const first = replies.find(({ said, sentAt }) => sentAt >= until && said?.endsWith(' counted'));
  const back = first ? first.sentAt + first.took - until : Number.POSITIVE_INFINITY;
  return [
    {
      what: 'pages and redirects while full',
      figure: `${tally(meanwhile.map(({ said }) => said ?? 'none'))}; longest ${seconds(longest)}`,
      target: 'all served',
      met: meanwhile.length > 0 && meanwhile.every(isServed),
    },
    {
      what: 'first counted visit once there is space',
      figure: seconds(back),
      target: `within ${MAX_RETURN_MS / 1000} s`,
      met: back <= MAX_RETURN_MS,
    },
  ];
}

function visitLog(log: string, fullMs: number): Finding {
  const lines = log.match(/Could not record visits: database and spool both failed/g) ?? [];
  const max = 2 + fullMs / LOG_INTERVAL_MS;
  return {
    what: 'log lines about uncounted visits',
    figure: `${lines.length} times`,
    target: `once, and at most ${max} times`,
    met: lines.length >= 1 && lines.length <= max,
  };
}

async function watchFor(server: Server, ms: number) {
  const [health, ready]: [number[], number[]] = [[], []];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    health.push((await server.call('GET /health')).status);
    ready.push((await server.call('GET /ready')).status);
    await sleep(TICK_MS);
  }
  return { health, ready };
}

/** After a kill there may be enough space to read; after a stop there is none. */
async function startOnFull(t: TestContext, databaseUrl: string, key: string, stored: Map<string, number>) {
  const start = launch(t, { DATABASE_URL: databaseUrl, PORT: '0', DEMO: 'off' }, undefined, 'serve');
  const target = 'reads 200, writes 503; or exit 69 and one sentence';
  const listens = start.wrote(/Fingerpost listens on ([^"]+)"/).catch(() => undefined);
  const url = (await Promise.race([listens, start.ended.then(() => undefined)]))?.[1];
  if (url !== undefined) {
    const read = await call(url, 'GET /api/v1/user', { key });
    const write = await writeUntilRejected();
    start.kill('SIGTERM');
    const { code } = await start.ended;
    const figure = `reads ${read.status}, writes ${write.status}, exit ${code}`;
    return { figure, target, met: read.status === 200 && write.status === 503 && code === 0 };
  }
  const { code } = await start.ended;
  const said = start.stderr().trim();
  return {
    figure: `exit ${code}: ${said.replace(databaseUrl, 'sqlite:…')}`,
    target,
    met: code === 69 && /^The database .* cannot be opened: [^\n]*full[^\n]*\.$/.test(said),
  };

  /** The log may have room for a few writes, which must be stored as well. */
  async function writeUntilRejected(): Promise<Answer> {
    for (;;) {
      const name = `On the full disk ${stored.size}`;
      const write = await call(url!, 'POST /api/v1/pixels', { key, json: pixelNamed(name) });
      if (write.status !== 200) return write;
      stored.set(name, write.body.response.id);
    }
  }
}
