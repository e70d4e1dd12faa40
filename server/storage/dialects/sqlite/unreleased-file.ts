// Recognises the file of an unreleased version before it is opened, which would create a log and a visit queue beside it.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isUnreleased, UnreleasedSchema } from '../../unusable-schema.ts';

export function refuseUnreleasedFile(path: string): void {
  if (existsSync(path) && isUnreleased(migrationsIn(path))) throw new UnreleasedSchema();
}

/** None if they cannot be read: whoever opens the file says why. */
function migrationsIn(path: string): string[] {
  let database: DatabaseSync | undefined;
  try {
    database = openUnchanged(path);
    return database
      .prepare('SELECT name FROM schema_migration')
      .all()
      .map(({ name }) => String(name));
  } catch {
    return [];
  } finally {
    database?.close();
  }
}

/** A read-only connection would create a log as well, if there is none. */
function openUnchanged(path: string): DatabaseSync {
  if (existsSync(`${path}-wal`)) return new DatabaseSync(path, { readOnly: true });
  return new DatabaseSync(new URL('?immutable=1', pathToFileURL(path)), { readOnly: true });
}
