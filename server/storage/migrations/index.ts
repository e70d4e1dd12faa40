// Numbered migrations, all applied in one transaction under the store's lock. If the process is killed, the schema
// stays as it was, and the next start applies them again.
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { type Dialect, NoDatabase, type SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';
import { first } from './0001-first.ts';
import { installation } from './0002-installation.ts';
import { page } from './0003-page.ts';
import { shaping } from './0004-shaping.ts';
import { visitBatches } from './0005-visit-batches.ts';
import { visitEvents } from './0006-visit-events.ts';
import { publicTokens } from './0007-public-tokens.ts';
import { pageImports } from './0008-page-imports.ts';
import { visitQueue } from './0009-visit-queue.ts';
import { activitySubjects } from './0010-activity-subjects.ts';
import { accountEmail } from './0011-account-email.ts';
import { signIn } from './0012-sign-in.ts';
import { history } from './0013-history.ts';
import { visitPeriods } from './0014-visit-periods.ts';
import { visitSegments } from './0015-visit-segments.ts';
import { sharing } from './0016-sharing.ts';
import { liveStreams } from './0017-live-streams.ts';
import { sharedLimits } from './0018-shared-limits.ts';
import { accountSettings } from './0019-account-settings.ts';
import { recovery } from './0020-recovery.ts';
import { providerIssuers } from './0021-provider-issuers.ts';
import { jobs } from './0022-jobs.ts';

const migrations: Record<string, (db: Kysely<Tables>, forms: SchemaForms) => Promise<void>> = {
  '0001-first': first,
  '0002-installation': installation,
  '0003-page': page,
  '0004-shaping': shaping,
  '0005-visit-batches': visitBatches,
  '0006-visit-events': visitEvents,
  '0007-public-tokens': publicTokens,
  '0008-page-imports': pageImports,
  '0009-visit-queue': visitQueue,
  '0010-activity-subjects': activitySubjects,
  '0011-account-email': accountEmail,
  '0012-sign-in': signIn,
  '0013-history': history,
  '0014-visit-periods': visitPeriods,
  '0015-visit-segments': visitSegments,
  '0016-sharing': sharing,
  '0017-live-streams': liveStreams,
  '0018-shared-limits': sharedLimits,
  '0019-account-settings': accountSettings,
  '0020-recovery': recovery,
  '0021-provider-issuers': providerIssuers,
  '0022-jobs': jobs,
};

const MIGRATION_TABLE = 'schema_migration';

export interface SchemaState {
  applied: string[];
  /** Migrations that this version would apply. */
  pending: string[];
  /** Migrations that a newer version has applied. */
  unknown: string[];
}

/** Called before migrating a database that contains data. If it fails, the schema is not changed. */
export type BeforeMigration = (dialect: Dialect, pending: string[]) => Promise<void>;

/** Applies pending migrations and returns their names. */
export async function migrate(dialect: Dialect, before?: BeforeMigration): Promise<string[]> {
  const state = await schemaState(dialect);
  if (isCurrent(state)) return [];
  if (state.applied.length > 0) await before?.(dialect, state.pending);
  const migrator = new Migrator({
    db: dialect.write,
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
    provider: {
      async getMigrations() {
        return Object.fromEntries(
          Object.entries(migrations).map(([name, up]) => [name, { up: (db) => up(db, dialect.forms) }]),
        );
      },
    },
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    // Another process may have migrated first, even with a newer version.
    if (isCurrent(await schemaState(dialect))) return [];
    throw error;
  }
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
}

/** For callers that may not change the schema. */
export async function assertCurrent(dialect: Dialect): Promise<[]> {
  const state = await schemaState(dialect);
  if (state.applied.length === 0) throw new NoDatabase('the database is empty');
  if (isCurrent(state)) return [];
  throw new OlderSchema(
    `The database schema is older than this version (${state.pending.join(', ')} not applied). Restart the service, or run "fingerpost migrate".`,
  );
}

export async function schemaState(dialect: Dialect): Promise<SchemaState> {
  const applied = await appliedMigrations(dialect);
  return {
    applied,
    pending: Object.keys(migrations).filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !Object.hasOwn(migrations, name)),
  };
}

function isCurrent({ pending, unknown }: SchemaState): boolean {
  if (unknown.length > 0) {
    throw new NewerSchema(
      `The database was made by a newer Fingerpost (it has the migration "${unknown.at(-1)}", unknown here). Start that version, or restore a backup made before it.`,
    );
  }
  return pending.length === 0;
}

async function appliedMigrations(dialect: Dialect): Promise<string[]> {
  const tables = await dialect.write.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === MIGRATION_TABLE)) return [];
  const rows = await dialect.write
    .withTables<{ [MIGRATION_TABLE]: { name: string } }>()
    .selectFrom(MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}

export class NewerSchema extends Error {}
export class OlderSchema extends Error {}
