// SQL as a tree of tokens, for `account-scope.ts`: parentheses and CASE … END are groups, and `a.b` is one name.

export type Token =
  | { kind: 'name'; parts: readonly string[]; isQuoted: boolean }
  | { kind: 'parameter' }
  | { kind: 'literal' }
  | { kind: 'symbol'; text: string }
  | { kind: 'group'; tokens: readonly Token[]; isCase: boolean };

const PATTERN =
  /\s+|--[^\n]*|"((?:[^"]|"")*)"|('(?:[^']|'')*'|\d+(?:\.\d+)?)|(\$\d+|\?)|([A-Za-z_]\w*)|(::|[<>!=|-]{1,3}|[^\w\s])/gy;

export function parseSql(text: string): Token[] {
  const groups: { tokens: Token[]; isCase: boolean }[] = [{ tokens: [], isCase: false }];
  const close = () => {
    const { tokens, isCase } = groups.pop()!;
    groups.at(-1)!.tokens.push({ kind: 'group', tokens, isCase });
  };
  for (const [whole, quoted, literal, parameter, word, symbol] of text.matchAll(PATTERN)) {
    const { tokens } = groups.at(-1)!;
    if (symbol === '(' || word?.toLowerCase() === 'case') groups.push({ tokens: [], isCase: symbol === undefined });
    else if (symbol === ')' || word?.toLowerCase() === 'end') close();
    else if (quoted !== undefined || word !== undefined) addName(tokens, quoted ?? word!, quoted !== undefined);
    else if (literal !== undefined) tokens.push({ kind: 'literal' });
    else if (parameter !== undefined) tokens.push({ kind: 'parameter' });
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', text: whole });
  }
  if (groups.length !== 1) throw new Error(`Unbalanced parentheses: ${text}`);
  return groups[0]!.tokens;
}

function addName(tokens: Token[], name: string, isQuoted: boolean): void {
  const [before, dot] = tokens.slice(-2);
  if (before?.kind === 'name' && isSymbol(dot, '.')) {
    tokens.splice(-2, 2, { kind: 'name', parts: [...before.parts, name], isQuoted: true });
  } else tokens.push({ kind: 'name', parts: [name], isQuoted });
}

export function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text;
}

/** The keyword in lower case, if the token can be one. */
export function keywordOf(token: Token | undefined): string | undefined {
  return token?.kind === 'name' && !token.isQuoted ? token.parts[0]!.toLowerCase() : undefined;
}

/** At the keyword or symbol, outside of groups. */
export function splitAt(tokens: readonly Token[], separator: string): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (keywordOf(token) === separator || isSymbol(token, separator)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

const CLAUSES = new Set(
  'select insert update delete from where group having order limit offset window for returning set values on using'.split(
    ' ',
  ),
);

export interface Clause {
  readonly keyword: string;
  readonly tokens: Token[];
}

/** `SELECT a FROM b WHERE c` as three clauses. `ON` and `USING` of a join stay in their `FROM`. */
export function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  for (const [index, token] of tokens.entries()) {
    const keyword = keywordOf(token);
    const isDistinctFrom = keyword === 'from' && keywordOf(tokens[index - 1]) === 'distinct';
    const isInFrom = (keyword === 'on' || keyword === 'using') && clauses.at(-1)?.keyword === 'from';
    const isDeleteFrom = keyword === 'from' && clauses.at(-1)?.keyword === 'delete' && !clauses.at(-1)!.tokens.length;
    const isAfter = keyword === 'update' && ['on', 'for'].includes(clauses.at(-1)?.keyword ?? '');
    if (keyword && CLAUSES.has(keyword) && !isDistinctFrom && !isInFrom && !isAfter) {
      if (!isDeleteFrom) clauses.push({ keyword, tokens: [] });
    } else clauses.at(-1)?.tokens.push(token);
  }
  return clauses;
}

/** Without parentheses around the whole. */
export function unwrapped(tokens: readonly Token[]): readonly Token[] {
  const [only] = tokens;
  return tokens.length === 1 && only?.kind === 'group' && !only.isCase ? unwrapped(only.tokens) : tokens;
}
