// The first schema: every table as a CREATE TABLE, with its indexes after it. `tables.ts` has the same in TypeScript.
// Until 0.2.0 it is edited in place, and `FIRST_MIGRATION` counts up: databases made before are then refused.
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SchemaForms } from '../../dialects/dialect.ts';
import type { Tables } from '../../tables.ts';
import { accountTables } from './accounts.ts';
import { installationTables } from './installation.ts';
import { pageTables } from './page.ts';
import { signInTables } from './sign-in.ts';
import { visitTables } from './visits.ts';

export async function firstSchema(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  for (const tables of [installationTables, signInTables, accountTables, pageTables, visitTables]) {
    for (const statement of tables(forms)) await statement.execute(db);
  }
  await db.insertInto('installation').values({ name: 'id', value: randomUUID() }).execute();
}
