// The events of live streams, for accounts that somebody listens to. They are kept for a few minutes.
import type { Kysely } from 'kysely';
import type { SchemaForms } from '../dialects/dialect.ts';
import type { Tables } from '../tables.ts';

export async function liveStreams(db: Kysely<Tables>, forms: SchemaForms): Promise<void> {
  await forms.createLiveStreams(db);
}
