// Where the files of an account are in the file storage.
import { findExport } from '../../storage/accounts/account-exports.ts';
import { everyOwnedRow } from '../../storage/accounts/owned-rows.ts';
import type { Executor } from '../../storage/tables.ts';
import { EXPORT_FILE, exportFile } from './export-files.ts';
import { folderOf } from './uploads.ts';

const BATCH = 500;

/** The folders of its uploads and of its export. */
export async function foldersOf(db: Executor, accountId: number): Promise<string[]> {
  const folders: string[] = [];
  for await (const uploads of everyOwnedRow(db, 'upload', accountId, BATCH)) folders.push(...uploads.map(folderOf));
  const exported = await findExport(db, accountId);
  if (exported) folders.push(exportFile(exported).slice(0, -EXPORT_FILE.length));
  return folders;
}
