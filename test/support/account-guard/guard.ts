// Fails every statement of the server that reads or changes a table of accounts without naming the account, unless it is
// on the list. `run.ts` has it loaded into all processes of a run, and reports what failed in any of them.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unscopedTables } from './account-scope.ts';
import { type UnscopedStatement, unscopedStatements } from './unscoped-statements.ts';

const LIST = 'test/support/account-guard/unscoped-statements.ts';
/** The folder for what processes find. */
const folder = process.env.TEST_ACCOUNT_GUARD;
const MAX_CACHED = 2000;
const tablesByStatement = new Map<string, readonly string[]>();
const used = new Set<string>();

type Caller = () => string | undefined;

/** `caller` returns the file in `server/` that makes the statement, '' if that is unknown, or undefined for a test's own. */
export function checkStatement(sql: string, caller: Caller): void {
  const fault = faultOf(sql, caller);
  if (fault === undefined) return;
  // Also if the error is caught and only logged.
  if (folder) appendFileSync(join(folder, 'failed'), `${fault}\n`);
  throw new Error(fault);
}

export function faultOf(sql: string, caller: Caller): string | undefined {
  const tables = unscopedTablesOf(sql);
  const file = tables.length > 0 ? caller() : undefined;
  if (file === undefined || file.startsWith('storage/migrations/')) return undefined;
  const text = normalized(sql);
  const known = unscopedStatements.find((one) => (file === '' || file === one.file) && matches(one, text));
  if (!known) {
    const what = `A statement in server/${file} names no account for ${tables.join(' and ')}: ${text}.`;
    return `${what} Add a condition on the account to each of these tables, or, if it is about all accounts, list it in ${LIST}.`;
  }
  noteUse(known.why);
  return undefined;
}

function unscopedTablesOf(sql: string): readonly string[] {
  const tables = tablesByStatement.get(sql) ?? unscopedTables(sql);
  if (tablesByStatement.size >= MAX_CACHED) tablesByStatement.clear();
  tablesByStatement.set(sql, tables);
  return tables;
}

function matches({ statement }: UnscopedStatement, text: string): boolean {
  return typeof statement === 'string' ? statement === text : statement.test(text);
}

/** As the list has them: the same for both engines, and for lists of any length. */
function normalized(sql: string): string {
  return sql
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '?')
    .replace(/\?(?:, \?)+/g, '?')
    .trim();
}

function noteUse(why: string): void {
  if (folder && !used.has(why)) appendFileSync(join(folder, 'used'), `${why}\n`);
  used.add(why);
}

/** What the processes of a run have found. */
export function failuresIn(run: string): string[] {
  return linesOf(join(run, 'failed'));
}

/** Entries of the list that no test of the run has used. */
export function unusedIn(run: string): string[] {
  const all = linesOf(join(run, 'used'));
  return unscopedStatements
    .filter(({ why, isOnCluster }) => !all.includes(why) && (!isOnCluster || process.env.TEST_CITUS_URL))
    .map(
      ({ why, file }) => `No test makes the statement "${why}" of server/${file}. Test it, or remove it from ${LIST}.`,
    );
}

function linesOf(file: string): string[] {
  return existsSync(file) ? [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))] : [];
}
