// Migrations are killed before and after each of their statements, on an empty database and in an upgrade, and run again:
// the schema must equal that of an undisturbed migration, and the data must still exist.
import { isDeepStrictEqual } from 'node:util';
import { inScope } from '../bench/scope.ts';
import { openStore, type Store } from '../server/storage/store.ts';
import { countInstallationIds, firstData, makeFirstVersion, readFirstData } from '../test/storage/first-version.ts';
import { startScript } from '../test/support/child.ts';
import { type Engine, engines } from '../test/support/engines.ts';
import { type Schema, schemaOf } from '../test/support/schema.ts';
import { emptyDatabase, freshStore } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';

const AT_ONCE = 2;
const QUICK_STEP = 10;
const dieMigrating = new URL('../test/storage/children/die-migrating.ts', import.meta.url);

interface Origin {
  what: string;
  prepare(databaseUrl: string): Promise<void>;
  /** Whether it has data that must be kept. */
  hasData: boolean;
}

const origins: Origin[] = [
  { what: 'an empty database', prepare: async () => {}, hasData: false },
  { what: 'a database of the first version, with data', prepare: makeFirstVersion, hasData: true },
];

export const migrations: Drill = async ({ say, quick }) => {
  const findings: Finding[] = [];
  for (const engine of engines) {
    const untouched = await inScope(async (t) => schemaOf(await freshStore(t, engine)));
    for (const origin of origins) {
      const statements = await countStatements(engine, origin);
      const points = (['before', 'after'] as const)
        .flatMap((when) => Array.from({ length: statements }, (_, index) => ({ when, nth: index + 1 })))
        .filter((_, index) => !quick || index % QUICK_STEP === 0);
      say(`${engine.name}, ${origin.what}: ${statements} statements, ${points.length} kills`);
      const wrong: string[] = [];
      const queue = points.values();
      const worker = async () => {
        for (const { when, nth } of queue) {
          const fault = await killAndRunAgain(engine, origin, when, nth, untouched);
          if (fault) wrong.push(`${when} statement ${nth}: ${fault}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      findings.push({
        what: `${engine.name}, ${origin.what}: killed and run again`,
        figure: `${points.length - wrong.length} of ${points.length} times the same schema${origin.hasData ? ' and data' : ''}${wrong[0] ? ` (${wrong[0]})` : ''}`,
        target: 'every time',
        met: points.length > 0 && wrong.length === 0,
      });
    }
  }
  return findings;
};

function countStatements(engine: Engine, { prepare }: Origin): Promise<number> {
  return inScope(async (t) => {
    const databaseUrl = await emptyDatabase(t, engine);
    await prepare(databaseUrl);
    const { code, output } = await startScript(t, dieMigrating, databaseUrl, 'after', '0').ended;
    if (code !== 0) throw new Error(output);
    return Number(output);
  });
}

function killAndRunAgain(
  engine: Engine,
  { prepare, hasData }: Origin,
  when: 'before' | 'after',
  nth: number,
  untouched: Schema,
): Promise<string | undefined> {
  return inScope(async (t) => {
    const databaseUrl = await emptyDatabase(t, engine);
    await prepare(databaseUrl);
    const { signal, output } = await startScript(t, dieMigrating, databaseUrl, when, String(nth)).ended;
    if (signal !== 'SIGKILL') return `it was not killed: ${output}`;
    let store: Store;
    try {
      store = await openStore(databaseUrl, { watch: false });
    } catch (error) {
      return `the second run failed: ${(error as Error).message}`;
    }
    try {
      if (!isDeepStrictEqual(await schemaOf(store), untouched)) return 'another schema';
      if ((await countInstallationIds(store)) !== 1) return 'not exactly one installation id';
      if (hasData && !isDeepStrictEqual(await readFirstData(store), firstData)) return 'other data';
      return undefined;
    } finally {
      await store.close();
    }
  });
}
