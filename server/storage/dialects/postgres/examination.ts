// The health check of a PostgreSQL server.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { Examination } from '../dialect.ts';

const durable: Record<string, { isSafe(value: string): boolean; remedy: string }> = {
  fsync: {
    isSafe: (value) => value === 'on',
    remedy: 'Set fsync = on: without it a power cut can corrupt the database.',
  },
  full_page_writes: {
    isSafe: (value) => value === 'on',
    remedy: 'Set full_page_writes = on: without it a power cut can corrupt the database.',
  },
  synchronous_commit: {
    isSafe: (value) => value !== 'off',
    remedy: 'Set synchronous_commit = on: without it a crash can lose acknowledged changes.',
  },
};

export async function examineServer(db: Kysely<Tables>): Promise<Examination> {
  const { rows } = await sql<{
    version: string;
    bytes: number;
    clock: number;
    encoding: string;
    replica: boolean;
    readonly: string;
  }>`
    SELECT current_setting('server_version') AS version,
      pg_database_size(current_database()) AS bytes,
      (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS clock,
      current_setting('server_encoding') AS encoding,
      pg_is_in_recovery() AS replica,
      current_setting('default_transaction_read_only') AS readonly`.execute(db);
  const { version, bytes, clock, encoding, replica, readonly } = rows[0]!;
  const faults: Examination['faults'] = [];
  if (encoding !== 'UTF8') {
    faults.push({
      fault: `The database is encoded in ${encoding}.`,
      remedy: 'Create a database with ENCODING UTF8 and copy this one into it.',
    });
  }
  if (replica || readonly === 'on') {
    faults.push({ fault: 'The database is read-only.', remedy: 'Point DATABASE_URL at the primary server.' });
  }
  return { engine: `PostgreSQL ${version}`, bytes, durability: await durability(db), faults, clock };
}

async function durability(db: Kysely<Tables>): Promise<Examination['durability']> {
  const settings = Object.keys(durable);
  const { rows } = await sql<{ name: string; setting: string }>`
    SELECT name, setting FROM pg_settings WHERE name IN (${sql.join(settings)}) ORDER BY name`.execute(db);
  return rows.map(({ name, setting }) => ({
    setting: name,
    value: setting,
    isSafe: durable[name]!.isSafe(setting),
    remedy: durable[name]!.remedy,
  }));
}
