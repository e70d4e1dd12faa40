// npm run drill [-- [NAME…] [--quick] [--write] [--strict]]
// Runs the named drills, or all, and prints what they found; --write puts it into docs/results/NAME.md. A drill that
// fails or misses a target ends the run with 1. One that cannot run on this machine is reported, and ends the run with 3
// if --strict is given. Drills use the PostgreSQL server at TEST_DATABASE_URL, as the tests do; if none is given, one is
// started and stopped again.
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endScopes } from '../bench/scope.ts';
import { NoPostgres, startPostgres } from '../test/support/postgres/server.ts';
import { backup } from './backup.ts';
import { cluster } from './cluster.ts';
import { copy } from './copy.ts';
import { diskFull } from './disk-full.ts';
import { CannotRun, type Drill } from './drill.ts';
import { guesses } from './guesses.ts';
import { hostile } from './hostile.ts';
import { importing } from './import.ts';
import { kills } from './kills.ts';
import { maintenance } from './maintenance.ts';
import { migrations } from './migrations.ts';
import { nodes } from './nodes.ts';
import { overload } from './overload.ts';
import { proxies } from './proxies.ts';
import { reload } from './reload.ts';
import { machine, table, writeFindings } from './results.ts';
import { starts } from './starts.ts';
import { stop } from './stop.ts';
import { storeAway } from './store-away.ts';
import { tally } from './tally.ts';
import { visitsAway } from './visits-away.ts';

const drills: Record<string, Drill> = {
  'store-away': storeAway,
  'visits-away': visitsAway,
  'disk-full': diskFull,
  hostile,
  guesses,
  kills,
  nodes,
  cluster,
  stop,
  reload,
  migrations,
  starts,
  overload,
  import: importing,
  maintenance,
  copy,
  backup,
  proxies,
  tally,
};

type Result = 'passed' | 'failed' | 'cannot be run here';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
  },
});
const names = positionals.length > 0 ? positionals : Object.keys(drills);
const unknown = names.filter((name) => !Object.hasOwn(drills, name));
if (unknown.length > 0) {
  refuse(`Unknown drill "${unknown.join('", "')}"; choose from ${Object.keys(drills).join(', ')}.`);
}

// Files that a drill leaves behind are removed with this folder.
const temporary = mkdtempSync(join(tmpdir(), 'fingerpost-drill-'));
process.env.TMPDIR = temporary;
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => endScopes().finally(() => process.exit(128 + constants.signals[signal])));
}

const postgres = process.env.TEST_DATABASE_URL ? undefined : await ownPostgres();
if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
console.log(machine());
const results = new Map<string, Result>();
try {
  for (const name of names) results.set(name, await run(name));
} finally {
  await postgres?.stop();
}
console.log(`\n${[...results].map(([name, result]) => `${name}: ${result}`).join('\n')}`);
const all = [...results.values()];
process.exit(all.includes('failed') ? 1 : values.strict && all.includes('cannot be run here') ? 3 : 0);

async function run(name: string): Promise<Result> {
  console.log(`\n${name}`);
  const began = performance.now();
  try {
    const findings = await drills[name]!({ say: (text) => console.error(`  ${text}`), quick: values.quick });
    console.log(`${table(findings)}\n(${((performance.now() - began) / 1000).toFixed(0)} s)`);
    if (values.write) await writeFindings(name, findings);
    return findings.every(({ met }) => met) ? 'passed' : 'failed';
  } catch (error) {
    const lacksPostgres = !process.env.TEST_DATABASE_URL && /TEST_DATABASE_URL/.test(String(error));
    if (!(error instanceof CannotRun) && !lacksPostgres) {
      console.log(error);
      return 'failed';
    }
    console.log(`Cannot run the drill "${name}" on this machine: ${(error as Error).message}`);
    return 'cannot be run here';
  }
}

async function ownPostgres() {
  try {
    return await startPostgres();
  } catch (error) {
    if (error instanceof NoPostgres) console.error(error.message);
    else throw error;
  }
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
