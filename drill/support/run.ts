// Runs the named trials, or all, and prints what they found. Trials use the PostgreSQL server at TEST_DATABASE_URL, as the
// tests do; if none is given, one is started and stopped again.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, constants, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NoPostgres, startPostgres } from '../../test/support/postgres/server.ts';
import { endScopes, inScope } from '../../test/support/scope.ts';
import { CannotRun, type Finding, type Trial, table } from './findings.ts';

const DURATION = { rounds: 5, seconds: 3 };
const QUICK_DURATION = { rounds: 1, seconds: 1 };

type Result = 'met all targets' | 'missed targets' | 'failed' | 'cannot be run here';

/** Ends the process with 1 if a trial failed, or missed a target unless targets depend on how busy the machine is. */
export async function runTrials(
  trials: Readonly<Record<string, Trial>>,
  { mayMiss }: { mayMiss: boolean },
): Promise<never> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false } },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(trials);
  const unknown = names.filter((name) => !Object.hasOwn(trials, name));
  if (unknown.length > 0) {
    console.error(`Unknown: "${unknown.join('", "')}". Choose from ${Object.keys(trials).join(', ')}.`);
    process.exit(2);
  }

  // Files that a trial leaves behind are removed with this folder.
  const temporary = mkdtempSync(join(tmpdir(), 'fingerpost-trial-'));
  process.env.TMPDIR = temporary;
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => endScopes().finally(() => process.exit(128 + constants.signals[signal])));
  }

  const postgres = process.env.TEST_DATABASE_URL ? undefined : await ownPostgres();
  if (postgres) process.env.TEST_DATABASE_URL = postgres.url;
  const day = new Date().toISOString().slice(0, 10);
  console.log(
    `${day}, ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, SQLite ${process.versions.sqlite}`,
  );
  const results = new Map<string, Result>();
  try {
    for (const name of names) results.set(name, await run(name, trials[name]!, values.quick));
  } finally {
    await postgres?.stop();
  }
  console.log(`\n${[...results].map(([name, result]) => `${name}: ${result}`).join('\n')}`);
  const all = [...results.values()];
  process.exit(all.includes('failed') || (!mayMiss && all.includes('missed targets')) ? 1 : 0);
}

async function run(name: string, trial: Trial, quick: boolean): Promise<Result> {
  console.log(`\n${name}`);
  const began = performance.now();
  const say = (text: string) => console.error(`  ${text}`);
  try {
    const duration = quick ? QUICK_DURATION : DURATION;
    const findings: Finding[] = await inScope((t) => trial({ t, quick, say, ...duration }));
    console.log(`${table(findings)}\n(${((performance.now() - began) / 1000).toFixed(0)} s)`);
    return findings.every(({ met = true }) => met) ? 'met all targets' : 'missed targets';
  } catch (error) {
    const lacksPostgres = !process.env.TEST_DATABASE_URL && /TEST_DATABASE_URL/.test(String(error));
    if (!(error instanceof CannotRun) && !lacksPostgres) {
      console.log(error);
      return 'failed';
    }
    console.log(`Cannot be run on this machine: ${(error as Error).message}`);
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
