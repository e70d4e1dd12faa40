// Whether a value in a statement is the id of an account that the statement names.
import { tableKinds } from '../../../server/storage/table-kinds.ts';
import { isSymbol, keywordOf, type Token, unwrapped } from './sql-tree.ts';

/** The column with the account's id, by table. */
export const accountColumns: ReadonlyMap<string, string> = new Map([
  ...tableKinds.owned.map((table): [string, string] => [table, 'account_id']),
  ...['live_visitor', 'live_stream', 'live_event', 'username', 'api_key_lookup', 'account_token'].map(inAccountId),
  ...['visit_exclusion_lookup', 'statistics_share_lookup'].map(inAccountId),
  ...tableKinds.signIn.map((table): [string, string] => [table, 'person_id']),
]);

function inAccountId(table: string): [string, string] {
  return [table, 'account_id'];
}

/** A column of a result, and whether it has the id of an account that the statement names. */
export interface Output {
  readonly name: string | undefined;
  readonly isAccount: boolean;
}

/** `given` rows came with the statement: whatever they name, the statement names. */
export type Result = readonly Output[] | 'given';

export interface Source {
  readonly alias: string;
  /** A table of accounts. */
  readonly table: string | undefined;
  /** What a subquery returns. Empty for any other table. */
  readonly result: Result;
  readonly isOuter: boolean;
  readonly on: readonly Token[];
  readonly using: readonly string[];
  isScoped: boolean;
}

export interface Scope {
  readonly sources: readonly Source[];
  readonly parent: Scope | undefined;
}

/** The sources of this statement whose account column the expression is. */
export function accountsOf(expression: readonly Token[], { sources }: Scope): Source[] {
  const [name] = expression;
  if (expression.length !== 1 || name?.kind !== 'name') return [];
  const column = name.parts.at(-1)!;
  const alias = name.parts.at(-2);
  return sources.filter(
    (source) =>
      source.table !== undefined &&
      accountColumns.get(source.table) === column &&
      (alias === undefined || alias === source.alias),
  );
}

export function isParameter(expression: readonly Token[]): boolean {
  return withoutCast(expression)[0]?.kind === 'parameter' && withoutCast(expression).length === 1;
}

/** `$1::bigint`, or `ANY ($1::bigint[])`: accounts that the statement names. */
function withoutCast(expression: readonly Token[]): readonly Token[] {
  const [any, among] = expression;
  if (keywordOf(any) === 'any' && among?.kind === 'group') return withoutCast(among.tokens);
  const castAt = expression.findIndex((token) => isSymbol(token, '::'));
  return unwrapped(castAt < 0 ? expression : expression.slice(0, castAt));
}

/** Whether the value is the id of an account that the statement names. */
export function isAccount(expression: readonly Token[], scope: Scope | undefined): boolean {
  if (isParameter(expression)) return true;
  const [name] = withoutCast(expression);
  if (!scope || name?.kind !== 'name' || withoutCast(expression).length !== 1) return false;
  const column = name.parts.at(-1)!;
  const alias = name.parts.at(-2);
  const candidates = scope.sources.filter((source) =>
    alias === undefined ? mayHave(source, column) : alias === source.alias,
  );
  if (candidates.length === 0) return isAccount(expression, scope.parent);
  return candidates.some((source) => columnIsAccount(source, column));
}

export function mayHave({ table, result }: Source, column: string): boolean {
  if (table !== undefined) return accountColumns.get(table) === column;
  return result === 'given' || result.some(({ name }) => name === column);
}

export function columnIsAccount({ table, result, isScoped }: Source, column: string): boolean {
  if (table !== undefined) return isScoped && accountColumns.get(table) === column;
  return result === 'given' || result.some(({ name, isAccount: isNamed }) => name === column && isNamed);
}

export function everyOutput({ table, result, isScoped }: Source): readonly Output[] {
  if (table !== undefined) return [{ name: accountColumns.get(table), isAccount: isScoped }];
  return result === 'given' ? [{ name: 'account_id', isAccount: true }] : result;
}

export function nameOf(token: Token | undefined): string | undefined {
  return token?.kind === 'name' ? token.parts.at(-1) : undefined;
}
