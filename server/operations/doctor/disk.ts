// Free space and permissions of the data folder.
import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ok, problem, reason, shownBytes, type Verdict, warning } from './finding.ts';

const MIN_FREE_BYTES = 1e9;
const MIN_FREE_SHARE = 0.05;
const CRITICAL_FREE_BYTES = 100e6;
const OTHERS = 0o007;

export async function checkDisk(dataDir: string): Promise<Verdict[]> {
  const folder = await nearest(dataDir);
  const verdicts = [await room(folder), await writing(folder)];
  if (folder === dataDir) verdicts.push(...(await rights(dataDir)));
  const amiss = verdicts.filter(({ state }) => state !== 'ok');
  return amiss.length > 0 ? amiss : [verdicts[0]!];
}

/** The folder itself, or its nearest existing parent: the first start creates the rest. */
async function nearest(folder: string): Promise<string> {
  return (await isThere(folder)) || folder === dirname(folder) ? folder : nearest(dirname(folder));
}

export function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function room(folder: string): Promise<Verdict> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
  const free = bavail * bsize;
  const sentence = `${shownBytes(free)} are free in ${folder}.`;
  const remedy = 'Free some space, or set DATA_DIR to a larger disk: nothing can be saved on a full disk.';
  if (free < CRITICAL_FREE_BYTES) return problem(sentence, remedy);
  if (free < MIN_FREE_BYTES || bavail < blocks * MIN_FREE_SHARE) return warning(sentence, remedy);
  if (files > 0 && ffree < files * 0.01) return warning(`The file system of ${folder} has few inodes left.`, remedy);
  return ok(sentence);
}

export async function writing(folder: string): Promise<Verdict> {
  const probe = join(folder, `.fingerpost-doctor-${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(probe, 'wx', 0o600);
    try {
      await file.write('fingerpost');
      await file.sync();
    } finally {
      await file.close();
      await rm(probe, { force: true });
    }
    return ok(`Files can be written in ${folder}.`);
  } catch (error) {
    return problem(
      `Files cannot be written in ${folder}: ${reason(error)}.`,
      'Make the user of the service the owner of the folder, or set DATA_DIR to another folder.',
    );
  }
}

async function rights(folder: string): Promise<Verdict[]> {
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0 || process.platform === 'win32') return [];
  return [warning(`Every user of this machine can read ${folder}.`, `Restrict it: chmod o-rwx ${folder}`)];
}
