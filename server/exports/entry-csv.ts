// The entries of a form as CSV.
import { timestamp } from '../../contract/time.ts';
import { formOf } from '../domain/page/forms.ts';
import { everyFormEntry } from '../storage/page/form-entries.ts';
import type { BlockRow, Executor, FormEntryRow } from '../storage/tables.ts';
import { yieldToRequests } from '../system/pauses.ts';
import { CSV_START, csvLine } from './csv.ts';

const BATCH_SIZE = 100;

/** The header line, then the entries in batches. The block of a deleted form is undefined. */
export async function* entryCsv(
  db: Executor,
  accountId: number,
  blockId: number,
  block: BlockRow | undefined,
): AsyncGenerator<string, void, undefined> {
  const names = await namesIn(db, accountId, blockId, block);
  yield CSV_START + csvLine(['id', 'created_at', ...names]);
  for await (const batch of everyFormEntry(db, accountId, blockId, BATCH_SIZE)) {
    yield batch
      .map((entry) => {
        const values = new Map(Object.entries(valuesOf(entry)));
        return csvLine([String(entry.id), timestamp(entry.created_at), ...names.map((name) => values.get(name) ?? '')]);
      })
      .join('');
    await yieldToRequests();
  }
}

export function valuesOf({ fields }: FormEntryRow): Record<string, string> {
  return JSON.parse(fields) as Record<string, string>;
}

/** The current fields of the form, then previous ones that entries have. */
async function namesIn(
  db: Executor,
  accountId: number,
  blockId: number,
  block: BlockRow | undefined,
): Promise<string[]> {
  const names = new Set((block && formOf(block))?.fields.map(({ name }) => name));
  for await (const batch of everyFormEntry(db, accountId, blockId, BATCH_SIZE)) {
    for (const entry of batch) for (const name of Object.keys(valuesOf(entry))) names.add(name);
    await yieldToRequests();
  }
  return [...names];
}
