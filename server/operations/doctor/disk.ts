// Free space and permissions of the data folder.
import { stat, statfs } from 'node:fs/promises';
import { nearestFolder, tryWriting } from '../../system/disk.ts';
import { ok, problem, reason, shownBytes, type Verdict, warning } from './finding.ts';

const MIN_FREE_BYTES = 1e9;
const MIN_FREE_SHARE = 0.05;
const CRITICAL_FREE_BYTES = 100e6;
const OTHERS = 0o007;
const FREE_SPACE = 'Free some space, or set DATA_DIR to a larger disk: nothing can be saved on a full disk.';
const PERMISSION = 'Make the user of the service the owner of the folder, or set DATA_DIR to another folder.';
const OTHER_REMEDY = 'Check the disk and the log of the system, or set DATA_DIR to another folder.';
const remedies: Record<string, string> = {
  ENOSPC: FREE_SPACE,
  EDQUOT: 'Raise the quota of the user of the service, free some space, or set DATA_DIR to another disk.',
  EROFS: 'Mount the file system for writing, or set DATA_DIR to another folder.',
  EACCES: PERMISSION,
  EPERM: PERMISSION,
};

export async function checkDisk(dataDir: string): Promise<Verdict[]> {
  const folder = await nearestFolder(dataDir);
  const verdicts = [await room(folder), await writing(folder)];
  if (folder === dataDir) verdicts.push(...(await rights(dataDir)));
  const amiss = verdicts.filter(({ state }) => state !== 'ok');
  return amiss.length > 0 ? amiss : [verdicts[0]!];
}

async function room(folder: string): Promise<Verdict> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
  const free = bavail * bsize;
  const sentence = `${shownBytes(free)} are free in ${folder}.`;
  if (free < CRITICAL_FREE_BYTES) return problem(sentence, FREE_SPACE);
  if (free < MIN_FREE_BYTES || bavail < blocks * MIN_FREE_SHARE) return warning(sentence, FREE_SPACE);
  if (files > 0 && ffree < files * 0.01) {
    return warning(
      `The file system of ${folder} has few inodes left.`,
      'Remove files, or set DATA_DIR to another disk.',
    );
  }
  return ok(sentence);
}

export async function writing(folder: string): Promise<Verdict> {
  try {
    await tryWriting(folder, { isSynced: true });
    return ok(`Files can be written in ${folder}.`);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return problem(`Files cannot be written in ${folder}: ${reason(error)}.`, remedies[code] ?? OTHER_REMEDY);
  }
}

async function rights(folder: string): Promise<Verdict[]> {
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0 || process.platform === 'win32') return [];
  return [warning(`Every user of this machine can read ${folder}.`, `Restrict it: chmod o-rwx ${folder}`)];
}
