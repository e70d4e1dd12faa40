// A large installation is copied to PostgreSQL and back under writes; the copy is killed repeatedly.

import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { inScope } from '../bench/scope.ts';
import { type Load, startLoad } from '../test/faults/load.ts';
import { contentsOf, markOn } from '../test/operations/copy/contents.ts';
import { type Engine, engines } from '../test/support/engines.ts';
import { launch, startServer, tenantOn } from '../test/support/server.ts';
import { emptyDatabase } from '../test/support/store.ts';
import { makeLarge } from './copy/large-installation.ts';
import { killCopy, type Run, runCopy } from './copy/runs.ts';
import type { Drill, Finding } from './drill.ts';
import { seconds, thousands } from './figures.ts';

const MAX_MEMORY = 512_000_000;
const visitWriter = fileURLToPath(new URL('../test/faults/children/visit-writer.ts', import.meta.url));

export const copy: Drill = ({ say, quick }) =>
  inScope(async (t) => {
    const { rows, kills } = quick ? { rows: 30_000, kills: 3 } : { rows: 300_000, kills: 10 };
    const [sqlite, postgres] = engines as [Engine, Engine];
    const source = await emptyDatabase(t, sqlite);
    say(`filling a database with ${thousands(rows)} rows`);
    await makeLarge(source, rows);
    const between = await emptyDatabase(t, postgres);
    const up = await move(t, { from: source, to: between, engine: postgres, username: 'ada', kills, say });
    const last = await emptyDatabase(t, sqlite);
    const back = await move(t, { from: between, to: last, engine: sqlite, username: 'grace', kills, say });
    return [...labelled('SQLite → PostgreSQL', up), ...labelled('PostgreSQL → SQLite', back)];
  });

interface Leg {
  from: string;
  to: string;
  /** The engine of the target. */
  engine: Engine;
  /** A new account that writes during the copy. */
  username: string;
  kills: number;
  say(text: string): void;
}

async function move(t: TestContext, { from, to, engine, username, kills, say }: Leg): Promise<Finding[]> {
  say(`copying to ${engine.name}, undisturbed`);
  const { key, accountId } = await tenantOn(from, username);
  const elsewhere = await emptyDatabase(t, engine);
  const whole = await runCopy(t, from, elsewhere);
  const nothing = await runCopy(t, from, elsewhere);

  const server = await startServer(t, { DATABASE_URL: from, RATE_LIMIT: '0' });
  const writer = launch(t, {}, visitWriter, from, String(accountId), '1000');
  writer.say('go');
  const load = startLoad(server, key, { writers: 2, readers: 1 });
  await load.underWay(20);
  const { hits, wereMarked } = await killOften(t, { from, to, kills, longest: whole.ms, say });
  say('copying to the end, while it is written to');
  const resumed = await runCopy(t, from, to);
  await load.stop();
  for (const process of [writer, server]) {
    process.kill('SIGTERM');
    await process.ended;
  }
  say('copying for the last time, with the service stopped');
  const last = await runCopy(t, from, to);
  const isSame = isDeepStrictEqual(await contentsOf(to), await contentsOf(from));
  return [
    ...figures(whole, nothing),
    {
      what: `killed at ${hits} random moments under writes: detected as unfinished each time`,
      figure: wereMarked ? 'yes' : 'no',
      target: 'yes',
      met: wereMarked && hits > 0,
    },
    {
      what: 'resumed and finished under the same writes, which it reports',
      figure: `${seconds(resumed.ms)}, ${thousands(resumed.written)} of ${thousands(resumed.rows)} rows written`,
      target: 'reported',
      met: resumed.source_changed,
    },
    {
      what: 'last run, with the service stopped',
      figure: `${seconds(last.ms)}, ${thousands(last.written)} of ${thousands(last.rows)} rows written`,
      target: 'no writes during the run',
      met: !last.source_changed,
    },
    await answers(t, to, key, load),
    {
      what: 'compared row by row, independently of the copy',
      figure: isSame ? 'the same' : 'not the same',
      target: 'the same',
      met: isSame,
    },
  ];
}

async function killOften(
  t: TestContext,
  {
    from,
    to,
    kills,
    longest,
    say,
  }: { from: string; to: string; kills: number; longest: number; say(text: string): void },
): Promise<{ hits: number; wereMarked: boolean }> {
  let hits = 0;
  let wereMarked = true;
  for (let kill = 1; kill <= kills; kill += 1) {
    const afterMs = Math.random() * longest;
    const wasRunning = await killCopy(t, from, to, afterMs);
    say(`kill ${kill} of ${kills} after ${seconds(afterMs)}${wasRunning ? '' : ': already finished'}`);
    if (!wasRunning) continue;
    hits += 1;
    // Before the mark is written, the target is empty and cannot be mistaken for a copy.
    const mark = await markOn(to).catch(() => undefined);
    wereMarked &&= mark === undefined || mark.state === 'under way';
  }
  return { hits, wereMarked };
}

function figures(whole: Run, nothing: Run): Finding[] {
  const findings: Finding[] = [
    {
      what: `${thousands(whole.rows)} rows copied and verified, undisturbed`,
      figure: `${seconds(whole.ms)}, ${thousands((whole.rows * 1000) / whole.ms)} rows/s`,
      met: true,
    },
    {
      what: 'run again with nothing to do',
      figure: `${seconds(nothing.ms)}, ${nothing.written} rows written`,
      target: '0 rows written',
      met: nothing.written === 0,
    },
  ];
  if (whole.peakBytes !== undefined) {
    findings.push({
      what: 'peak memory of the copy',
      figure: `${thousands(whole.peakBytes / 1e6)} MB`,
      target: `${thousands(MAX_MEMORY / 1e6)} MB`,
      met: whole.peakBytes <= MAX_MEMORY,
    });
  }
  return findings;
}

/** Changes acknowledged by the service on the source are returned by one on the copy. */
async function answers(t: TestContext, to: string, key: string, { acknowledged }: Load): Promise<Finding> {
  // Starting the service changes the copy, so the comparison comes first.
  const server = await startServer(t, { DATABASE_URL: to, RATE_LIMIT: '0' });
  let found = 0;
  for (const [name, id] of acknowledged) {
    const { status, body } = await server.call(`GET /api/v1/pixels/${id}`, { key });
    if (status === 200 && body.response.name === name) found += 1;
  }
  server.kill('SIGTERM');
  await server.ended;
  return {
    what: 'changes acknowledged on the source that a service on the copy returns, with the same key',
    figure: `${thousands(found)} of ${thousands(acknowledged.size)}`,
    target: 'all',
    met: found === acknowledged.size && found > 0,
  };
}

function labelled(leg: string, findings: Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, what: `${leg}: ${finding.what}` }));
}
