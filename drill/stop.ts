// The service is stopped repeatedly while clients write and read on many connections.
import { inScope } from '../bench/scope.ts';
import { openStore } from '../server/storage/store.ts';
import { startLastLoad } from '../test/faults/last-load.ts';
import { compare } from '../test/faults/load.ts';
import { type Engine, engines } from '../test/support/engines.ts';
import { startServer, tenantOn } from '../test/support/server.ts';
import { freshDatabase } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';
import { seconds, thousands } from './figures.ts';

const CLIENTS = { kept: 40, fresh: 24 };
const WRITES_BEFORE = 300;
const MAX_STOP_MS = 10_000;

interface Stop {
  answered: number;
  acknowledged: number;
  wrong: string[];
  tookMs: number;
}

export const stop: Drill = async ({ say, quick }) => {
  const times = quick ? 3 : 15;
  const findings: Finding[] = [];
  for (const engine of engines) {
    say(`${times} stops on ${engine.name}`);
    const stops: Stop[] = [];
    for (let time = 0; time < times; time += 1) stops.push(await stopOnce(engine));
    findings.push(...findingsOf(engine.name, stops));
  }
  return findings;
};

function stopOnce(engine: Engine): Promise<Stop> {
  return inScope(async (t) => {
    const databaseUrl = await freshDatabase(t, engine);
    const { accountId, key } = await tenantOn(databaseUrl);
    const server = await startServer(t, { DATABASE_URL: databaseUrl, RATE_LIMIT: '0' });
    const load = startLastLoad(server, key, CLIENTS);
    await load.underWay(WRITES_BEFORE);
    load.signalled();
    const began = performance.now();
    server.kill('SIGTERM');
    const { code, signal } = await server.ended;
    const tookMs = performance.now() - began;

    const wrong = await load.failures();
    if (code !== 0) wrong.push(`it ended with ${code ?? signal}`);
    if (server.stderr() !== '') wrong.push(server.stderr());
    const store = await openStore(databaseUrl, { watch: false });
    const { lost, unasked } = await compare(store, accountId, load.acknowledged);
    await store.close();
    wrong.push(...lost.map((name) => `${name} was acknowledged but is missing`));
    wrong.push(...unasked.map((name) => `${name} is stored but was never answered`));
    return { answered: load.answered(), acknowledged: load.acknowledged.size, wrong, tookMs };
  });
}

function findingsOf(engine: string, stops: readonly Stop[]): Finding[] {
  const sum = (pick: (stop: Stop) => number) => stops.reduce((all, one) => all + pick(one), 0);
  const wrong = stops.flatMap((one) => one.wrong);
  const took = stops.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return [
    {
      what: `${engine}: requests answered in ${stops.length} stops, with ${CLIENTS.kept + CLIENTS.fresh} clients`,
      figure: `${thousands(sum(({ answered }) => answered))}, ${thousands(sum(({ acknowledged }) => acknowledged))} of them writes`,
      met: true,
    },
    {
      what: `${engine}: failed requests, and writes not stored as answered`,
      figure: wrong.length === 0 ? '0' : `${wrong.length}: ${wrong.slice(0, 3).join('; ')}`,
      target: '0',
      met: wrong.length === 0,
    },
    {
      what: `${engine}: from signal to exit`,
      figure: `median ${seconds(took[took.length >> 1]!)}, longest ${seconds(took.at(-1)!)}`,
      target: `within ${MAX_STOP_MS / 1000} s, the default of STOP_TIMEOUT_SECONDS`,
      met: took.at(-1)! <= MAX_STOP_MS,
    },
  ];
}
