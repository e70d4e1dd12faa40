// Rows for every table, with values that are most likely to be lost or changed by a copy: everything the schema allows,
// even if the rules above it do not.
import type { Transaction } from 'kysely';
import type { Store } from '../../../server/storage/store.ts';
import { tableKinds } from '../../../server/storage/table-kinds.ts';
import type { Tables } from '../../../server/storage/tables.ts';
import { schemaOf } from '../../support/schema.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
/** The last two sort differently by UTF-16 code unit and by code point. */
const texts = [
  '',
  ' ',
  'a',
  'B',
  'é',
  'e\u0301',
  '\u202e\ufeff',
  `'";--\\ \\u0000 %_$1 ?1 :x`,
  '\n\r\t\u0001\u007f\u2028',
  '0',
  '1.50',
  'null',
  '[1,"2"]',
  '\uffff',
  '👩‍👩‍👧 \u{10ffff}',
];
const integers = [0, 1, -1, LARGEST, -LARGEST, 2 ** 31, 2 ** 32 + 1, 1794731400123456];

const tables = [...tableKinds.lookup, ...tableKinds.signIn, ...tableKinds.owned, 'visit_salt', 'visit_folded'];
const largeTables = ['person', 'idempotency', 'pixel', 'visit_seen', 'visit_total', 'visit_period', 'visit_event'];
/** More than the first batch of a table. */
export const MANY = 130;
const FEW = 20;
/** In UTF-8, longer than a page of either engine. */
const LONG = 3000;

export async function addHostileRows(store: Store, extraTexts: string[] = []): Promise<void> {
  await store.writeInstallation((tx) => addRows(store, tx, tables, extraTexts));
  await store.dialect.queue.transaction().execute((tx) => addRows(store, tx, tableKinds.queue, extraTexts));
}

async function addRows(
  store: Store,
  tx: Transaction<Tables>,
  names: readonly string[],
  extraTexts: string[],
): Promise<void> {
  const { columns, indexes } = await schemaOf(store);
  for (const table of names) {
    const definitions = columns[table]!.map(parsed);
    const unique = indexes[table]!.filter((index) => index.unique).flatMap((index) => index.columns.map(unquoted));
    const rows = Array.from({ length: largeTables.includes(table) ? MANY : FEW }, (_, number) =>
      Object.fromEntries(
        definitions.map((column, columnIndex) => [
          column.name,
          value(column, { table, number, columnIndex, isUnique: unique.includes(column.name), extraTexts }),
        ]),
      ),
    );
    await insert(tx, table, rows);
  }
}

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
}

function parsed(definition: string): Column {
  const [name, type] = definition.split(' ') as [string, string];
  return { name, type: type.toLowerCase(), isRequired: /not null/i.test(definition) };
}

interface Circumstances {
  table: string;
  number: number;
  columnIndex: number;
  isUnique: boolean;
  extraTexts: string[];
}

function value({ name, type, isRequired }: Column, circumstances: Circumstances): unknown {
  const { table, number, columnIndex, isUnique, extraTexts } = circumstances;
  if (!isRequired && number % 3 === 0) return null;
  const turn = number + columnIndex;
  if (name === 'id' && type !== 'text') return LARGEST - number;
  if (type === 'text') {
    const text = pick([...texts, ...extraTexts], turn);
    // Tables with the same columns differ in their rows.
    return isUnique ? `${text}${number} ${table}` : turn === 7 ? text + '漢'.repeat(LONG) : text;
  }
  if (type === 'integer') return turn % 2;
  return isUnique ? LARGEST - number : pick(integers, turn);
}

function pick<T>(choices: readonly T[], turn: number): T {
  return choices[turn % choices.length]!;
}

function unquoted(column: string): string {
  return column.replaceAll('"', '');
}

async function insert(tx: Transaction<Tables>, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const AT_ONCE = 50;
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await tx
      .insertInto(table as 'account')
      .values(rows.slice(start, start + AT_ONCE) as never)
      .execute();
  }
}
