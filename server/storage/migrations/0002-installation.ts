// Facts about the installation as a whole, starting with its id.
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function installation(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await db.schema
    .createTable('installation')
    .addColumn('name', forms.text, (column) => column.primaryKey().notNull())
    .addColumn('value', forms.text, (column) => column.notNull())
    .execute();
  await db.insertInto('installation').values({ name: 'id', value: randomUUID() }).execute();
}
