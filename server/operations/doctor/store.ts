// Checks that the database is reachable, intact, up to date and durable. Nothing is created or changed.
import { join } from 'node:path';
import { MINUTE, type Micros } from '../../../contract/time.ts';
import type { Config } from '../../config.ts';
import { newestActivity } from '../../storage/accounts/accounts.ts';
import { CannotOpen, type Dialect, type Examination, NoDatabase } from '../../storage/dialects/dialect.ts';
import { openDialect } from '../../storage/dialects/open.ts';
import { readCopyMark } from '../../storage/installation.ts';
import { schemaState } from '../../storage/migrations/index.ts';
import { UnreleasedSchema } from '../../storage/unusable-schema.ts';
import { backlogIn } from '../../visits/read/backlog.ts';
import { measureSpool, SPOOL } from '../../visits/record/spool.ts';
import { certificateRemedy } from './certificate.ts';
import { clusterVerdicts } from './cluster.ts';
import { ok, problem, reason, shownBytes, type Verdict, warning } from './finding.ts';
import { jobVerdicts } from './jobs.ts';
import { identityVerdicts } from './provider.ts';
import { upkeepVerdicts } from './upkeep.ts';

/** Named in a finding. */
const MAX_TABLES = 5;
const MAX_BACKLOG: Micros = 5 * MINUTE;

export interface StoreReport {
  store: Verdict[];
  schema: Verdict[];
  durability: Verdict[];
  visits: Verdict[];
  jobs: Verdict[];
  /** What is stored of the OpenID Connect provider. */
  provider: Verdict[];
  /** For the check of the clock. */
  times: { engine: Micros | undefined; newest: Micros | undefined };
}

export async function checkStore(
  { databaseUrl, dataDir, provider }: Config,
  thorough: boolean,
  now: Micros,
): Promise<StoreReport> {
  const report: StoreReport = {
    store: [],
    schema: [],
    durability: [],
    visits: [],
    jobs: [],
    provider: [],
    times: { engine: undefined, newest: undefined },
  };
  let dialect: Dialect | undefined;
  try {
    dialect = openDialect(databaseUrl, { mayCreate: false, isReadOnly: true, isPatient: thorough });
    const examination = await dialect.examine({ thorough });
    report.store = storeVerdicts(examination);
    report.durability = durabilityVerdicts(examination);
    report.times.engine = examination.clock;
    const { isUsable, verdicts } = await schemaVerdicts(dialect);
    report.schema = verdicts;
    if (isUsable) {
      report.store.push(...(await idVerdicts(dialect)), ...(await clusterVerdicts(dialect)));
      report.visits = [await backlogVerdict(dialect, now), ...(await upkeepVerdicts(dialect.read, now))];
      report.jobs = await jobVerdicts(dialect);
      report.provider = await identityVerdicts(dialect.read, provider);
      report.times.newest = await newestActivity(dialect.read);
    }
  } catch (error) {
    report.store.push(unopened(error, dataDir));
  } finally {
    await dialect?.close();
  }
  report.visits.push(...spoolVerdicts(join(dataDir, SPOOL)));
  return report;
}

function unopened(error: unknown, dataDir: string): Verdict {
  if (error instanceof NoDatabase) {
    return warning(
      `There is no database yet: ${reason(error)}.`,
      `The first start creates one. If there should be one, check DATABASE_URL and DATA_DIR, which is ${dataDir}.`,
    );
  }
  if (error instanceof UnreleasedSchema) {
    return problem(error.message, 'Set DATABASE_URL or DATA_DIR to another place, or move the files away.');
  }
  if (error instanceof CannotOpen) return problem(`The database cannot be opened: ${error.message}.`, error.remedy);
  return problem(
    `The database cannot be opened: ${reason(error)}.`,
    certificateRemedy(error) ?? 'Check DATABASE_URL, and that the database exists and this user has access.',
  );
}

function storeVerdicts({ engine, bytes, faults }: Examination): Verdict[] {
  if (faults.length === 0) return [ok(`${engine}, ${shownBytes(bytes)}, intact.`)];
  return faults.map(({ fault, remedy }) => problem(fault, remedy));
}

function durabilityVerdicts({ durability }: Examination): Verdict[] {
  const unsafe = durability.filter(({ isSafe }) => !isSafe);
  if (unsafe.length === 0) {
    return [
      ok(
        `Acknowledged writes are durable: ${durability.map(({ setting, value }) => `${setting} ${value}`).join(', ')}.`,
      ),
    ];
  }
  return unsafe.map(({ setting, value, remedy = '' }) => problem(`${setting} is ${value}.`, remedy));
}

async function schemaVerdicts(dialect: Dialect): Promise<{ isUsable: boolean; verdicts: Verdict[] }> {
  const foreign = await foreignTables(dialect);
  if (foreign.length > 0) {
    const named = `${foreign.slice(0, MAX_TABLES).join(', ')}${foreign.length > MAX_TABLES ? ', …' : ''}`;
    const other = problem(
      `The database belongs to another application: it has its tables (${named}), and none of Fingerpost.`,
      'Check DATABASE_URL: Fingerpost needs a database of its own. If the database was overwritten, stop the service and restore a backup.',
    );
    return { isUsable: false, verdicts: [other] };
  }
  const { applied, pending, unknown } = await schemaState(dialect);
  if (unknown.length > 0) {
    const newer = problem(
      `A newer Fingerpost has changed the schema (${unknown.join(', ')}).`,
      'Start that version, or restore a backup made before it.',
    );
    return { isUsable: false, verdicts: [newer] };
  }
  if (pending.length > 0) {
    const what =
      applied.length === 0
        ? 'The database is empty.'
        : `The schema is out of date (${pending.join(', ')} not applied).`;
    const lost = applied.length === 0 ? ' If it had data, stop the service and restore a backup instead.' : '';
    const remedy = `The next start applies the migrations, or "fingerpost migrate".${lost}`;
    return { isUsable: false, verdicts: [warning(what, remedy)] };
  }
  const copy = await readCopyMark(dialect.read);
  if (copy?.state === 'under way') {
    const unfinished = problem('The database is an unfinished copy.', 'Run the same "fingerpost copy" again.');
    return { isUsable: false, verdicts: [unfinished] };
  }
  return { isUsable: true, verdicts: [ok(`The schema is up to date (${applied.at(-1)}).`)] };
}

/** The tables of a database in which Fingerpost has none. */
async function foreignTables(dialect: Dialect): Promise<string[]> {
  const tables = await dialect.read.introspection.getTables();
  const names = tables.filter(({ isView }) => !isView).map(({ name }) => name);
  // The tables of migrations are there before the others.
  return names.includes('account') ? [] : names.filter((name) => !/^schema_migration(_lock)?$/.test(name)).sort();
}

/** In a database that was assembled by hand, the id sequence can be behind. */
async function idVerdicts(dialect: Dialect): Promise<Verdict[]> {
  const { highest } = await dialect.read
    .selectFrom('account')
    .select(({ fn }) => fn.max('account_id').as('highest'))
    .executeTakeFirstOrThrow();
  if ((highest ?? 0) <= (await dialect.lastId(dialect.read))) return [];
  return [
    problem(
      'New records would get ids that are in use.',
      'The database was not copied completely. Copy or restore it again, with "fingerpost copy" or "fingerpost restore".',
    ),
  ];
}

function spoolVerdicts(folder: string): Verdict[] {
  const { files, bytes } = measureSpool(folder);
  if (files === 0) return [];
  return [
    warning(
      `Visits are in the spool until the database is available (${shownBytes(bytes)} in ${folder}).`,
      'They are counted when the service runs and the database answers; do not move the files.',
    ),
  ];
}

async function backlogVerdict(dialect: Dialect, now: Micros): Promise<Verdict> {
  const { visits, oldest } = await backlogIn(dialect);
  if (oldest === undefined || now - oldest < MAX_BACKLOG) return ok('Every recorded visit is counted.');
  const minutes = Math.round((now - oldest) / MINUTE);
  return warning(
    `Recorded visits are not counted (at least ${visits}), the oldest for ${minutes} minutes.`,
    'They are counted when the service runs. If it is running, its log says why they are not.',
  );
}
