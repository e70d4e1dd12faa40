// Several servers start at once on a database that needs migration: one migrates, the others wait, and all serve.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { inScope } from '../bench/scope.ts';
import { countInstallationIds, firstData, makeFirstVersion, readFirstData } from '../test/storage/first-version.ts';
import { type Engine, engines } from '../test/support/engines.ts';
import { type Schema, schemaOf } from '../test/support/schema.ts';
import { type Server, startServer, tenantOn } from '../test/support/server.ts';
import { freshDatabase, freshStore, storeOn } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';
import { seconds } from './figures.ts';

const MIGRATED = /"Applied database migrations"/;

interface Start {
  migrated: number;
  serving: number;
  tookMs: number;
  wrong: string[];
}

export const starts: Drill = async ({ say, quick }) => {
  const times = quick ? 1 : 5;
  const findings: Finding[] = [];
  for (const engine of engines) {
    const untouched = await inScope(async (t) => schemaOf(await freshStore(t, engine)));
    for (const servers of [2, 8]) {
      for (const hasData of [false, true]) {
        const origin = hasData ? 'one database of the first version' : 'one empty database';
        const what = `${engine.name}: ${servers} servers at once on ${origin}`;
        say(`${what}, ${times} times`);
        const rounds: Start[] = [];
        for (let time = 0; time < times; time += 1) {
          rounds.push(await startAtOnce(engine, servers, hasData, untouched));
        }
        findings.push(findingOf(`${what}, ${times} times`, servers, rounds));
      }
    }
  }
  return findings;
};

function startAtOnce(engine: Engine, count: number, hasData: boolean, untouched: Schema): Promise<Start> {
  return inScope(async (t) => {
    const databaseUrl = await freshDatabase(t, engine);
    if (hasData) await makeFirstVersion(databaseUrl);
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: await mkdtemp(join(tmpdir(), 'data-')) };
    const began = performance.now();
    const servers = await Promise.all(Array.from({ length: count }, () => startServer(t, environment)));
    const tookMs = performance.now() - began;

    const store = await storeOn(t, databaseUrl);
    const wrong: string[] = [];
    if (!isDeepStrictEqual(await schemaOf(store), untouched)) wrong.push('another schema');
    if ((await countInstallationIds(store)) !== 1) wrong.push('not exactly one installation id');
    if (hasData && !isDeepStrictEqual(await readFirstData(store), firstData)) wrong.push('other data');

    const { key } = await tenantOn(databaseUrl, 'somebody');
    const answers = await Promise.all(servers.map((server) => server.call('GET /api/v1/user', { key })));
    for (const server of servers) wrong.push(...(await ending(server)));
    return {
      migrated: servers.filter((server) => MIGRATED.test(server.stdout())).length,
      serving: answers.filter(({ status }) => status === 200).length,
      tookMs,
      wrong,
    };
  });
}

async function ending(server: Server): Promise<string[]> {
  server.kill('SIGTERM');
  const { code, signal } = await server.ended;
  const said = server.stderr();
  return code === 0 && said === '' ? [] : [`one ended with ${code ?? signal} ${said}`];
}

function findingOf(what: string, servers: number, rounds: readonly Start[]): Finding {
  const wrong = rounds.flatMap((round) => round.wrong);
  const span = (values: number[]) => [...new Set(values)].sort((a, b) => a - b).join(' or ');
  return {
    what,
    figure: [
      `${span(rounds.map(({ migrated }) => migrated))} migrated`,
      `${span(rounds.map(({ serving }) => serving))} serve`,
      `after ${seconds(Math.max(...rounds.map(({ tookMs }) => tookMs)))} at most`,
      ...wrong.slice(0, 1),
    ].join(', '),
    target: `1 migrates, ${servers} serve`,
    met: wrong.length === 0 && rounds.every(({ migrated, serving }) => migrated === 1 && serving === servers),
  };
}
