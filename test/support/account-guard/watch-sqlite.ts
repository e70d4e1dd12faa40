// Checks each statement of a built server on SQLite when it is prepared. Which file made it is unknown there.
import { DatabaseSync } from 'node:sqlite';
import { checkStatement } from './guard.ts';

const migrating = new WeakSet<DatabaseSync>();

const { prototype } = DatabaseSync;
const { prepare } = prototype;
prototype.prepare = function (this: DatabaseSync, sql) {
  // A transaction that changes the schema is a migration: it is about all accounts. It ends the first time that the
  // connection prepares a COMMIT.
  if (/^\s*(?:create|alter|drop)\s/i.test(sql)) migrating.add(this);
  else if (/^\s*commit\b/i.test(sql)) migrating.delete(this);
  if (!migrating.has(this)) checkStatement(sql, () => '');
  return prepare.call(this, sql);
};
