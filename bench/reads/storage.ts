// The size of each kind of visit data per million visits.
import { sql } from 'kysely';
import type { Figure } from '../bench.ts';
import { type Prepared, withStore } from '../database.ts';

const kinds = {
  'counts of periods': ['visit_period'],
  'counts of all time': ['visit_total', 'visit_fresh'],
  'single visits': ['visit_event', 'visit_event_count', 'visit_segment'],
  'visitors seen': ['visit_seen'],
};

export async function storageFigures({ url }: Prepared, count: number): Promise<Figure[]> {
  return withStore(url, async (store) => {
    const sizeOf = async (table: string): Promise<number> => {
      const { rows } =
        store.dialect.name === 'sqlite'
          ? await sql<{ bytes: number }>`
              SELECT sum(pgsize) AS bytes FROM dbstat
              WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = ${table})`.execute(store.read)
          : await sql<{ bytes: number }>`SELECT pg_total_relation_size(${table}) AS bytes`.execute(store.read);
      return rows[0]!.bytes;
    };
    const figures: Figure[] = [];
    for (const [kind, tables] of Object.entries(kinds)) {
      let bytes = 0;
      for (const table of tables) bytes += await sizeOf(table);
      figures.push({
        name: `storage per million visits: ${kind}`,
        figure: `${(bytes / count).toFixed(1)} MB`,
      });
    }
    return figures;
  });
}
