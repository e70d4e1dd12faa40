// The folder for incomplete files. It is inside the uploads folder, so that a file can be renamed into place. Backups
// skip it by its name.
import { mkdir, rm } from 'node:fs/promises';
import { PRIVATE_FOLDER, restrictToOwner } from '../system/private-files.ts';
import { claimUnfinished, giveUpUnfinished, removeLeftovers } from './unfinished.ts';

export interface Staging {
  /** Creates the folder if it is missing. */
  folder(): Promise<string>;
  close(): void;
}

export function createStaging(uploads: string): Staging {
  const claimed = claimUnfinished(uploads);
  let tidying: Promise<void> | undefined;

  async function tidy(): Promise<void> {
    restrictToOwner(uploads);
    await removeLeftovers(uploads);
  }

  async function made(): Promise<string> {
    await mkdir(claimed, { recursive: true, mode: PRIVATE_FOLDER });
    tidying ??= tidy();
    await tidying;
    return claimed;
  }

  return {
    folder: made,
    close() {
      giveUpUnfinished(claimed);
      void rm(claimed, { recursive: true, force: true }).catch(() => {});
    },
  };
}
