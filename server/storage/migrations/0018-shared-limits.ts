// Limits that hold for all processes, and the processes themselves.
import type { Kysely } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function sharedLimits(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await forms.createLimitTables(db);
}
