// Finds where the server's sources restrict a statement to an account.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const server = new URL('../../../server/', import.meta.url);

export interface AccountFilter {
  /** In `server/`. */
  readonly file: string;
  readonly url: string;
  readonly line: number;
  /** From and up to which character. */
  readonly start: number;
  readonly end: number;
  /** What is left without it. */
  readonly without: string;
}

const CALL = /\.(?:where|whereRef|on|onRef)\(/g;
/** The first arguments of such a call, if it compares an account. */
const COMPARISON = /^(?:sql\.ref<number>\()?['"`](?:[\w${}]+\.)?(?:account_id|person_id)['"`]\)?, '=', /;
/** The same in SQL. */
const RAW = [
  /(?:\b\w+\.)?\baccount_id = (?:\$\{(?:accountId|account_id)\}|\w+\.account_id)/g,
  /\$\{sql\.ref\(`\$\{table\}\.account_id`\)\} = \$\{accountId\}/g,
  /\baccount_id IN \(SELECT account_id FROM \$\{.*?\} AS \w+\)/g,
];
/** Part of a key that is compared with rows that came with the statement. */
const PART_OF_KEY = [/(?<=USING \()account_id, /g, /(?<=\()account_id, (?=[\w, ]+\) IN \(\n\s*SELECT account_id, )/g];
const NOT_SERVING = /^storage\/migrations\//;

export function accountFilters(): AccountFilter[] {
  return globSync('**/*.ts', { cwd: fileURLToPath(server) })
    .filter((file) => !NOT_SERVING.test(file))
    .sort()
    .flatMap((file) => {
      const url = new URL(file, server);
      const text = readFileSync(url, 'utf8');
      return [...callsIn(text), ...rawIn(text)]
        .sort((a, b) => a.start - b.start)
        .map((found) => ({ file, url: url.href, line: text.slice(0, found.start).split('\n').length, ...found }));
    });
}

type Found = Pick<AccountFilter, 'start' | 'end' | 'without'>;

function callsIn(text: string): Found[] {
  return [...text.matchAll(CALL)].flatMap(({ index: start, 0: call }) => {
    const end = endOfCall(text, start + call.length);
    const given = text.slice(start + call.length, end).trimStart();
    return COMPARISON.test(given) ? { start, end, without: '' } : [];
  });
}

function endOfCall(text: string, from: number): number {
  let depth = 1;
  let end = from;
  for (; depth > 0; end += 1) {
    if (text[end] === '(') depth += 1;
    else if (text[end] === ')') depth -= 1;
  }
  return end;
}

function rawIn(text: string): Found[] {
  const found = (patterns: readonly RegExp[], without: string) =>
    patterns
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .map(({ index: start, 0: { length } }) => ({ start, end: start + length, without }));
  return [...found(RAW, 'true'), ...found(PART_OF_KEY, '')];
}
