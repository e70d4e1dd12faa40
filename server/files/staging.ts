// The folder in which files wait until they are whole. It lies among the uploads, so that a file gets its place by a
// rename; a backup leaves it out by its name.
import { mkdir, rm } from 'node:fs/promises';
import { PRIVATE_FOLDER, restrictToOwner } from '../private-files.ts';
import { claimUnfinished, giveUpUnfinished, removeLeftovers } from './unfinished.ts';

export interface Staging {
  /** Made at each call where it is gone. */
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
