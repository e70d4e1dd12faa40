// The subject of an activity, as a kind and an id. Earlier activities only name it in their message and keep null.
import type { Kysely } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function activitySubjects(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await db.schema.alterTable('activity').addColumn('subject_kind', forms.text).execute();
  await db.schema.alterTable('activity').addColumn('subject_id', 'bigint').execute();
}
