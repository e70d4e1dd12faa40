// The changes of an import, by table, in the form in which they are written. For a large import, the transaction that
// publishes it is kept short: new rows are written before it, and hidden rows are removed after it (`pending-rows.ts`).
import type { AccountValues } from '../accounts/accounts.ts';
import type { JsonColumns } from '../dialects/dialect.ts';
import type { ContentTable, Value } from '../transfer.ts';
import { hiddenItem, hiddenLink, type IdRange } from './pending-rows.ts';

const ROWS_AT_ONCE = 200;
/** Rows that are only hidden, shown or deleted take less time. */
const ROWS_A_RUN = 500;
/** Contiguous rows are deleted by id range, unless that takes more statements than deleting them by key. */
const MAX_RUNS = 100;

export type Fields = Readonly<Record<string, Value>>;

/** Rows of one table, or their keys. Each part is a JSON array of arrays. */
export interface TableRows {
  readonly table: string;
  readonly columns: JsonColumns;
  readonly parts: readonly string[];
  readonly count: number;
}

/** Deleted rows: as id ranges that contain no other rows, otherwise by key. */
export interface RemovedRows {
  readonly table: string;
  readonly runs: readonly IdRange[];
  readonly keys: TableRows;
}

export interface PageChanges {
  /** Changed columns of the account's row. */
  readonly account: AccountValues;
  /** The ids of all new rows. */
  readonly newIds: readonly IdRange[];
  /** New rows that stay hidden until they are published. */
  readonly ahead: readonly TableRows[];
  readonly inserted: readonly TableRows[];
  /** The key, and the columns that change in any of the rows. */
  readonly changed: readonly TableRows[];
  readonly deleted: readonly RemovedRows[];
  /** Links that the transaction hides. They are deleted afterwards. */
  readonly hiddenLinks: RemovedRows;
  /** Whether hidden rows must be deleted afterwards. */
  readonly leavesRows: boolean;
}

export interface Difference {
  readonly table: ContentTable;
  /** In key order. */
  readonly before: readonly Fields[];
  readonly inserted: Fields[];
  readonly changed: { readonly row: Fields; readonly before: Fields }[];
  readonly deleted: Fields[];
}

/** Compares all rows of an account in one table before and after, in key order. */
export function differenceOf(table: ContentTable, before: readonly Fields[], after: readonly Fields[]): Difference {
  const key = keyColumn(table);
  const earlier = new Map(before.map((row) => [row[key], row]));
  const later = new Set(after.map((row) => row[key]));
  const difference: Difference = { table, before, inserted: [], changed: [], deleted: [] };
  for (const row of after) {
    const known = earlier.get(row[key]);
    if (!known) difference.inserted.push(row);
    else if (Object.keys(row).some((column) => row[column] !== known[column])) {
      difference.changed.push({ row, before: known });
    }
  }
  difference.deleted.push(...before.filter((row) => !later.has(row[key])));
  return difference;
}

type PageTable = 'block' | 'block_item' | 'link' | 'link_former_slug' | 'pixel';
export type Differences = Readonly<Record<PageTable, Difference>>;

export function pageChanges(account: AccountValues, differences: Differences, newIds: readonly number[]): PageChanges {
  const { block, block_item: item, link, link_former_slug: formerSlug } = differences;
  const all = Object.values(differences);
  const isLarge = all.some(({ inserted, deleted }) => inserted.length + deleted.length > ROWS_AT_ONCE);

  const newBlocks = new Set(block.inserted.map(({ id }) => id));
  const goneBlocks = new Set(block.deleted.map(({ id }) => id));
  // A slug that another link frees in the same import cannot be written early, and that link cannot be deleted later.
  const freed = new Set(
    [...link.deleted, ...link.changed.map(({ before }) => before), ...formerSlug.deleted].map(slugOf),
  );
  const claimed = new Set(
    [...link.inserted, ...link.changed.map(({ row }) => row), ...formerSlug.inserted].map(slugOf),
  );
  // Only new ids are published. An item that restores a deleted link has that link's id, and a version has all ids.
  const fresh = new Set<Value>(newIds);
  const linksAhead = split(link.inserted, ({ id, slug }) => isLarge && fresh.has(id!) && !freed.has(slug!));
  const idsAhead = new Set(linksAhead.yes.map(({ id }) => id));
  const itemsAhead = split(item.inserted, ({ id }) => isLarge && fresh.has(id!));
  const formerAhead = split(formerSlug.inserted, ({ slug, link_id }) => idsAhead.has(link_id!) && !freed.has(slug!));

  const linksLeft = split(link.deleted, ({ slug }) => isLarge && !claimed.has(slug!));
  const itemsLeft = split(item.deleted, ({ block_id }) => isLarge && goneBlocks.has(block_id!));
  return {
    account,
    newIds: runsOf(newIds),
    // In this order: a former slug must not lead to a link that does not exist yet.
    ahead: [
      // An item without its block is hidden anyway.
      rowsOf(
        item.table,
        itemsAhead.yes.map((row) => (newBlocks.has(row.block_id!) ? row : hiddenItem(row))),
      ),
      rowsOf(link.table, linksAhead.yes.map(hiddenLink)),
      rowsOf(formerSlug.table, formerAhead.yes),
    ],
    inserted: [
      rowsOf(block.table, block.inserted),
      rowsOf(item.table, itemsAhead.no),
      rowsOf(link.table, linksAhead.no),
      rowsOf(formerSlug.table, formerAhead.no),
      rowsOf(differences.pixel.table, differences.pixel.inserted),
    ],
    changed: all.map(changedRows),
    deleted: [
      removed(block, block.deleted),
      removed(item, itemsLeft.no),
      removed(link, linksLeft.no),
      removed(formerSlug, formerSlug.deleted),
      removed(differences.pixel, differences.pixel.deleted),
    ],
    hiddenLinks: removed(link, linksLeft.yes),
    leavesRows: linksLeft.yes.length + itemsLeft.yes.length > 0,
  };
}

/** `ids` are in order. */
function runsOf(ids: readonly number[]): IdRange[] {
  const runs: IdRange[] = [];
  for (let start = 0; start < ids.length; start += ROWS_A_RUN) {
    runs.push({ first: ids[start]!, last: ids[Math.min(start + ROWS_A_RUN, ids.length) - 1]! });
  }
  return runs;
}

function slugOf({ slug }: Fields): Value {
  return slug!;
}

function split(rows: readonly Fields[], isYes: (row: Fields) => boolean): { yes: Fields[]; no: Fields[] } {
  const { yes = [], no = [] } = Object.groupBy(rows, (row) => (isYes(row) ? 'yes' : 'no'));
  return { yes, no };
}

function rowsOf({ name, columns }: ContentTable, rows: readonly Fields[]): TableRows {
  return tableRows(name, columns, rows);
}

/** `rows` is a subset of the deleted rows. */
function removed({ table, before, deleted }: Difference, rows: readonly Fields[]): RemovedRows {
  const key = keyColumn(table);
  const [going, now] = [deleted, rows].map((some) => new Set(some.map((row) => row[key])));
  const runs: { first: number; last: number }[] = [];
  let free = 0;
  for (const { [key]: id } of before) {
    if (now!.has(id)) {
      if (free > 0) runs.at(-1)!.last = id as number;
      else runs.push({ first: id as number, last: id as number });
      free = free > 0 ? free - 1 : ROWS_A_RUN - 1;
    } else if (!going!.has(id)) free = 0;
  }
  const areFew = table.columns[key] === 'integer' && runs.length <= MAX_RUNS;
  const columns = { [key]: table.columns[key]! };
  return { table: table.name, runs: areFew ? runs : [], keys: tableRows(table.name, columns, areFew ? [] : rows) };
}

function changedRows({ table, changed }: Difference): TableRows {
  const key = keyColumn(table);
  const differs = (column: string) => changed.some(({ row, before }) => row[column] !== before[column]);
  const columns = Object.entries(table.columns).filter(([column]) => column === key || differs(column));
  const rows = changed.map(({ row }) => row);
  return tableRows(table.name, Object.fromEntries(columns), rows);
}

function tableRows(table: string, columns: JsonColumns, rows: readonly Fields[]): TableRows {
  const names = Object.keys(columns);
  const texts: string[] = [];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE);
    texts.push(JSON.stringify(some.map((row) => names.map((name) => row[name]!))));
  }
  return { table, columns, parts: texts, count: rows.length };
}

/** The key column after account_id, which every key starts with. */
function keyColumn({ columns, keyLength }: ContentTable): string {
  return Object.keys(columns)[keyLength - 1]!;
}
