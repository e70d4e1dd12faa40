// Which tables of accounts a statement reads or changes without naming the account. A table is scoped if its account
// column equals a parameter, a row that came with the statement, or the account column of a table that is scoped itself:
// in WHERE, or in the ON or USING of a join. All branches of an OR must say so.
import {
  accountColumns,
  accountsOf,
  columnIsAccount,
  everyOutput,
  isAccount,
  isParameter,
  mayHave,
  nameOf,
  type Output,
  type Result,
  type Scope,
  type Source,
} from './account-values.ts';
import { clausesOf, isSymbol, keywordOf, parseSql, splitAt, type Token, unwrapped } from './sql-tree.ts';

interface Context {
  readonly parent: Scope | undefined;
  /** Results of WITH, by name. */
  readonly named: ReadonlyMap<string, Result>;
  readonly unscoped: Set<string>;
}

const STATEMENTS = new Set(['select', 'insert', 'update', 'delete', 'with']);
const UNKNOWN = new Set(['replace', 'truncate', 'merge', 'copy', 'table', 'values']);

/** The tables of accounts that the statement touches without naming the account. */
export function unscopedTables(text: string): string[] {
  const [word] = /[a-z]+|\(/i.exec(text) ?? [''];
  if (UNKNOWN.has(word.toLowerCase())) throw new Error(`The account guard cannot read this statement: ${text}`);
  if (word !== '(' && !STATEMENTS.has(word.toLowerCase())) return [];
  const unscoped = new Set<string>();
  readQuery(parseSql(text), { parent: undefined, named: new Map(), unscoped });
  return [...unscoped].sort();
}

function isQuery(tokens: readonly Token[]): boolean {
  return STATEMENTS.has(keywordOf(tokens[0]) ?? '');
}

function readQuery(tokens: readonly Token[], context: Context): Result {
  if (keywordOf(tokens[0]) === 'with') return readWith(tokens, context);
  const results = partsOf(tokens).map((part) => readSingle(unwrapped(part), context));
  return results.reduce((before, after) => {
    if (before === 'given') return after;
    if (after === 'given') return before;
    return before.map(({ name, isAccount }, index) => ({ name, isAccount: isAccount && !!after[index]?.isAccount }));
  });
}

/** Of a UNION and the like. */
function partsOf(tokens: readonly Token[]): Token[][] {
  const isSet = (token: Token | undefined) => ['union', 'intersect', 'except'].includes(keywordOf(token) ?? '');
  const withoutAll = tokens.filter((token, index) => !(keywordOf(token) === 'all' && isSet(tokens[index - 1])));
  return splitAt(withoutAll, 'union')
    .flatMap((part) => splitAt(part, 'intersect'))
    .flatMap((part) => splitAt(part, 'except'));
}

/** `WITH name (columns) AS MATERIALIZED (…), … SELECT …` */
function readWith(tokens: readonly Token[], context: Context): Result {
  const named = new Map(context.named);
  const start = tokens.findIndex((token, index) => index > 0 && isQuery([token]));
  for (const part of splitAt(tokens.slice(1, start), ',')) {
    const names = part.filter((token) => token.kind === 'name' && keywordOf(token) !== 'recursive');
    const body = part.findLast((token) => token.kind === 'group');
    if (names[0]?.kind !== 'name' || body?.kind !== 'group') throw new Error('Unknown form of WITH');
    const [name] = names[0].parts as [string];
    // Until it is read, what a recursive query returns is unknown.
    named.set(name, []);
    named.set(name, readQuery(body.tokens, { ...context, named }));
  }
  return readQuery(tokens.slice(start), { ...context, named });
}

function readSingle(tokens: readonly Token[], context: Context): Result {
  const clauses = clausesOf(tokens);
  const clause = (keyword: string) => clauses.find((each) => each.keyword === keyword)?.tokens;
  const [first] = clauses;
  if (!first) return [];
  if (first.keyword === 'select' && clauses.filter(({ keyword }) => keyword === 'from').length > 1) {
    throw new Error('The account guard cannot read a query with two FROM');
  }
  if (first.keyword === 'insert') return readInsert(clauses, clause, context);
  const changed = first.keyword === 'select' ? [] : first.tokens;
  const sources = [changed, clause('from') ?? [], first.keyword === 'delete' ? (clause('using') ?? []) : []]
    .filter((part) => part.length > 0)
    .flatMap((part) => sourcesIn(part, context));
  const scope: Scope = { sources, parent: context.parent };
  const where = clause('where') ?? [];
  findScoped(scope, where, context);
  for (const { table, isScoped } of sources) if (table && !isScoped) context.unscoped.add(table);
  for (const { on } of sources) readSubqueries(on, scope, context);
  for (const { keyword, tokens: own } of clauses) if (keyword !== 'from') readSubqueries(own, scope, context);
  return outputsOf(first.keyword === 'select' ? first.tokens : (clause('returning') ?? []), scope, context);
}

/** Each row names its account, and replaces only rows of the same account. */
function readInsert(
  clauses: readonly { keyword: string; tokens: Token[] }[],
  clause: (keyword: string) => Token[] | undefined,
  context: Context,
): Result {
  const [, into, columns] = clauses[0]!.tokens;
  if (keywordOf(clauses[0]!.tokens[0]) !== 'into') throw new Error('The account guard reads only INSERT INTO');
  const table = nameOf(into) ?? '';
  const column = accountColumns.get(table);
  const names = columns?.kind === 'group' ? splitAt(columns.tokens, ',').map(([name]) => nameOf(name)) : [];
  const columnIndex = column === undefined ? -1 : names.indexOf(column);
  const select = clauses.findIndex(({ keyword }) => keyword === 'select');
  let isScoped: boolean;
  if (select < 0) {
    const rows = (clause('values') ?? []).filter((token) => token.kind === 'group');
    isScoped = rows.every(({ tokens }) => isParameter(splitAt(tokens, ',')[columnIndex] ?? []));
    for (const { tokens } of rows) readSubqueries(tokens, undefined, context);
  } else {
    const end = clauses.findIndex(({ keyword }) => keyword === 'on' || keyword === 'returning');
    const result = readSingle(flat(clauses.slice(select, end < 0 ? undefined : end)), context);
    isScoped = result === 'given' || result[columnIndex]?.isAccount === true;
  }
  const conflict = clause('on');
  const target = conflict?.find((token) => token.kind === 'group');
  const replaces = clause('set') !== undefined;
  const isInTarget = target && splitAt(target.tokens, ',').some(([name]) => nameOf(name) === column);
  if (column !== undefined && (columnIndex < 0 || !isScoped || (replaces && !isInTarget))) context.unscoped.add(table);
  readSubqueries(clause('set') ?? [], undefined, context);
  return [];
}

function flat(clauses: readonly { keyword: string; tokens: Token[] }[]): Token[] {
  return clauses.flatMap(({ keyword, tokens }): Token[] => [
    { kind: 'name', parts: [keyword], isQuoted: false },
    ...tokens,
  ]);
}

const JOINS = new Set(['join', 'inner', 'left', 'outer', 'cross', 'right', 'full', 'natural']);

/** The sources of `a JOIN b ON …, c`. */
function sourcesIn(tokens: readonly Token[], context: Context): Source[] {
  const sources: Source[] = [];
  let item: Token[] = [];
  let isOuter = false;
  for (const token of [...tokens, { kind: 'symbol', text: ',' } as Token]) {
    const keyword = keywordOf(token);
    const isJoin = keyword !== undefined && JOINS.has(keyword);
    if (!isJoin && !isSymbol(token, ',')) {
      item.push(token);
      continue;
    }
    if (item.length > 0) {
      sources.push(sourceOf(item, isOuter, context));
      [item, isOuter] = [[], false];
    }
    if (keyword === 'right' || keyword === 'full' || keyword === 'natural') throw new Error(`Unknown: ${keyword} join`);
    if (keyword === 'left') isOuter = true;
  }
  return sources;
}

function sourceOf(item: readonly Token[], isOuter: boolean, context: Context): Source {
  const onAt = item.findIndex((token) => ['on', 'using'].includes(keywordOf(token) ?? ''));
  const [what, ...rest] = (onAt < 0 ? item : item.slice(0, onAt)).filter(
    (token) => !['as', 'lateral'].includes(keywordOf(token) ?? ''),
  );
  const condition = onAt < 0 ? [] : item.slice(onAt + 1);
  const isUsing = keywordOf(item[onAt]) === 'using';
  const columns = isUsing && condition[0]?.kind === 'group' ? splitAt(condition[0].tokens, ',') : [];
  const name = nameOf(what);
  const alias = rest.findLast((token) => token.kind === 'name');
  return {
    alias: nameOf(alias) ?? name ?? '',
    table: name !== undefined && accountColumns.has(name) && !context.named.has(name) ? name : undefined,
    result: resultOf(what, rest[0], context),
    isOuter,
    on: isUsing ? [] : condition,
    using: columns.map(([column]) => nameOf(column) ?? ''),
    isScoped: false,
  };
}

function resultOf(what: Token | undefined, next: Token | undefined, context: Context): Result {
  if (what?.kind === 'group') return readQuery(unwrapped(what.tokens), context);
  const name = nameOf(what) ?? '';
  // A function of a parameter, such as json_each(?), or rows that were sent ahead of the statement.
  if (next?.kind === 'group' && next.tokens.some(({ kind }) => kind === 'parameter')) {
    if (hasSubquery([next])) throw new Error(`The account guard cannot read a query in ${name}()`);
    return 'given';
  }
  return name === 'staged_row' ? 'given' : (context.named.get(name) ?? []);
}

/** Marks the sources that conditions scope, until no more are found. */
function findScoped(scope: Scope, where: readonly Token[], context: Context): void {
  for (let found = -1, now = 0; found !== now; ) {
    found = now;
    for (const source of scopedBy(where, scope, context)) source.isScoped = true;
    for (const [index, joined] of scope.sources.entries()) {
      const byJoin = joined.using.length > 0 ? scopedByUsing(index, scope) : scopedBy(joined.on, scope, context);
      // The ON of an outer join leaves rows of the other tables as they are.
      for (const source of byJoin) if (!joined.isOuter || source === joined) source.isScoped = true;
    }
    now = scope.sources.filter(({ isScoped }) => isScoped).length;
  }
}

function scopedByUsing(index: number, { sources }: Scope): Source[] {
  const column = 'account_id';
  if (!sources[index]!.using.includes(column)) return [];
  const sharing = sources.slice(0, index + 1).filter((source) => mayHave(source, column));
  const isNamed = sharing.some((source) => columnIsAccount(source, column));
  return isNamed ? sharing.filter(({ table }) => table) : [];
}

/** The sources whose account column is set by a condition. */
function scopedBy(condition: readonly Token[], scope: Scope, context: Context): Set<Source> {
  const tokens = unwrapped(condition);
  const branches = splitAt(tokens, 'or');
  if (branches.length > 1) {
    const [first, ...others] = branches.map((branch) => scopedBy(branch, scope, context));
    return new Set([...first!].filter((source) => others.every((other) => other.has(source))));
  }
  const conditions = splitAt(tokens, 'and');
  if (conditions.length > 1) {
    return new Set(conditions.flatMap((each) => [...scopedBy(each, scope, context)]));
  }
  const inAt = tokens.findIndex((token) => keywordOf(token) === 'in');
  if (inAt > 0) return scopedByIn(tokens.slice(0, inAt), tokens[inAt + 1], scope, context);
  const [left, right, ...others] = splitAt(tokens, '=');
  if (!left || !right || others.length > 0) return new Set();
  return new Set([
    ...(isAccount(right, scope) ? accountsOf(left, scope) : []),
    ...(isAccount(left, scope) ? accountsOf(right, scope) : []),
  ]);
}

/** `account_id IN (SELECT …)`, or `(account_id, id) IN (SELECT …)`. */
function scopedByIn(left: readonly Token[], right: Token | undefined, scope: Scope, context: Context): Set<Source> {
  if (right?.kind !== 'group' || !isQuery(right.tokens)) return new Set();
  const [tuple] = left;
  const columns = left.length === 1 && tuple?.kind === 'group' ? splitAt(tuple.tokens, ',') : [left];
  const result = readQuery(right.tokens, { ...context, parent: scope, unscoped: new Set() });
  const named = columns.filter((_, index) => result === 'given' || result[index]?.isAccount);
  return new Set(named.flatMap((column) => accountsOf(column, scope)));
}

function outputsOf(list: readonly Token[], scope: Scope, context: Context): Result {
  const isOnlyGiven = scope.sources.every(({ table, result }) => table === undefined && result === 'given');
  if (isOnlyGiven && !hasSubquery(list)) return 'given';
  return splitAt(
    list.filter((token) => keywordOf(token) !== 'distinct'),
    ',',
  ).flatMap((item): Output[] => {
    if (isSymbol(item.at(-1), '*')) return scope.sources.flatMap(everyOutput);
    const asAt = item.findLastIndex((token) => keywordOf(token) === 'as');
    const value = asAt < 0 ? item : item.slice(0, asAt);
    return [{ name: nameOf(item.at(-1)), isAccount: isAccount(value, { ...scope, parent: context.parent }) }];
  });
}

function hasSubquery(tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.kind === 'group' && (isQuery(token.tokens) || hasSubquery(token.tokens)));
}

function readSubqueries(tokens: readonly Token[], scope: Scope | undefined, context: Context): void {
  for (const token of tokens) {
    if (token.kind !== 'group') continue;
    const inner = { ...context, parent: scope ?? context.parent };
    if (isQuery(unwrapped(token.tokens))) readQuery(unwrapped(token.tokens), inner);
    else readSubqueries(token.tokens, scope, context);
  }
}
