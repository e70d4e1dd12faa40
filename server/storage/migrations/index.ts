// Numbered migrations, all applied in one transaction under the store's lock. If the process is killed, the schema
// stays as it was, and the next start applies them again.
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { type Dialect, NoDatabase, type SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';
import { FIRST_MIGRATION, isUnreleased, NewerSchema, OlderSchema, UnreleasedSchema } from '../unusable-schema.ts';
import { firstSchema } from './0001-schema/index.ts';

/** In the order of their names. Released ones are never edited. */
export const migrations: Record<string, (db: Kysely<Tables>, forms: SchemaForms) => Promise<void>> = {
  [FIRST_MIGRATION]: firstSchema,
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

/** Throws for the schema of an unreleased version. */
export async function schemaState(dialect: Dialect): Promise<SchemaState> {
  const applied = await appliedMigrations(dialect);
  if (isUnreleased(applied)) throw new UnreleasedSchema();
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
