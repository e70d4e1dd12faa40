// Where archives of exported data are in the file storage, beside uploads. They are never served as uploads.
import { createHash } from 'node:crypto';
import { fileName } from '../../files/file-storage.ts';

/** No upload has this name. */
export const EXPORT_FILE = 'all-data.tgz';

/** Not a secret: it is read with a token only. */
export function exportFile({ account_id, id }: { account_id: number; id: number }): string {
  const digest = createHash('sha256').update(`export ${account_id} ${id}`).digest('hex');
  return fileName({ digest, accountId: account_id, file: EXPORT_FILE });
}
