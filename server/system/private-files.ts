// Files and folders that only the service's own user can read: the database, visits, backups and uploads. The modes are
// set here and not left to the umask, which only the systemd unit sets.
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
const OWNER = 0o700;
const OTHERS = 0o077;

/** Creates the folder and its missing parents; returns the first one created. Restricts a folder that exists. */
export function makePrivateFolder(folder: string): string | undefined {
  const first = mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (first === undefined) restrictToOwner(folder);
  return first;
}

/**
 * Creates an empty file if there is none. A file that exists is never opened: closing it would release the locks that
 * SQLite holds on it in this process.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
  } catch {
    // It exists, or the code that opens it reports why it cannot be created.
  }
}

/** Removes the permissions of group and others, if the file exists and is ours. Not every file system has modes. */
export function restrictToOwner(path: string): void {
  try {
    const { mode, uid } = statSync(path);
    if ((mode & OTHERS) !== 0 && uid === process.getuid?.()) chmodSync(path, mode & OWNER);
  } catch {
    // The service works without it; "fingerpost doctor" warns about a folder that others can enter.
  }
}
