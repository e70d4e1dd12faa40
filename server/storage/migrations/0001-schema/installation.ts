// What belongs to the installation as a whole.
import { sql } from 'kysely';
import type { SchemaForms } from '../../dialects/dialect.ts';

export const installationTables = ({ text, idSequence, queueTables }: SchemaForms) => [
  ...idSequence,
  sql`CREATE TABLE installation (name ${text} NOT NULL PRIMARY KEY, value ${text} NOT NULL)`,
  sql`CREATE TABLE lease (name ${text} NOT NULL PRIMARY KEY, holder ${text} NOT NULL, until bigint NOT NULL)`,
  ...queueTables,
];
