// What belongs to the installation as a whole.
import { sql } from 'kysely';
import type { SchemaForms } from '../../dialects/dialect.ts';

export const installationTables = ({ text, idSequence, queueTables }: SchemaForms) => [
  ...idSequence,
  sql`CREATE TABLE installation (name ${text} NOT NULL PRIMARY KEY, value ${text} NOT NULL)`,
  sql`CREATE TABLE lease (name ${text} NOT NULL PRIMARY KEY, holder ${text} NOT NULL, until bigint NOT NULL)`,
  ...queueTables,
  sql`CREATE TABLE job (id bigint NOT NULL PRIMARY KEY, name ${text} NOT NULL, account_id bigint, payload ${text} NOT NULL,
    state ${text} NOT NULL, due_at bigint NOT NULL, attempts bigint NOT NULL, holder ${text}, leased_until bigint,
    last_error ${text}, created_at bigint NOT NULL, finished_at bigint, key ${text})`,
  sql`CREATE UNIQUE INDEX job_key ON job (key)`,
  // Only those that wait, so that looking for due ones stays cheap.
  sql`CREATE INDEX job_due ON job (name, due_at) WHERE state = 'waiting'`,
  sql`CREATE INDEX job_finished ON job (state, finished_at) WHERE state <> 'waiting'`,
  sql`CREATE INDEX job_account ON job (account_id) WHERE account_id IS NOT NULL`,
];
