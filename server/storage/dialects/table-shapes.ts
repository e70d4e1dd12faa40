// Groups the columns that an engine lists into tables.
import type { ColumnKind, TableShape } from './dialect.ts';

export interface ListedColumn {
  table: string;
  column: string;
  type: string;
  /** Position in the primary key. */
  place: number | null;
}

export function shapesOf(listed: readonly ListedColumn[], kinds: ReadonlyMap<string, ColumnKind>): TableShape[] {
  const tables = Map.groupBy(listed, ({ table }) => table);
  return [...tables].map(([name, columns]) => ({
    name,
    columns: new Map(columns.map(({ column, type }) => [column, kinds.get(type)])),
    key: columns
      .filter(({ place }) => place !== null)
      .sort((a, b) => a.place! - b.place!)
      .map(({ column }) => column),
  }));
}
