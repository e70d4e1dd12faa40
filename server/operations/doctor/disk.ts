// Room and rights for what is kept in files.
import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ok, problem, reason, shownBytes, type Verdict, warning } from './finding.ts';

const LEAST_FREE_BYTES = 1e9;
const LEAST_FREE_SHARE = 0.05;
const TOO_FEW_BYTES = 100e6;
const OTHERS = 0o007;

export async function checkDisk(dataDir: string): Promise<Verdict[]> {
  const folder = await nearest(dataDir);
  const verdicts = [await room(folder), await writing(folder)];
  if (folder === dataDir) verdicts.push(...(await rights(dataDir)));
  const amiss = verdicts.filter(({ state }) => state !== 'ok');
  return amiss.length > 0 ? amiss : [verdicts[0]!];
}

/** The folder itself, or the first of those above it that is there: the first start makes the rest. */
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
  const remedy = 'Free some space, or set DATA_DIR to a larger disk: on a full one nothing can be saved.';
  if (free < TOO_FEW_BYTES) return problem(sentence, remedy);
  if (free < LEAST_FREE_BYTES || bavail < blocks * LEAST_FREE_SHARE) return warning(sentence, remedy);
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
      `Nothing can be written in ${folder}: ${reason(error)}.`,
      'Give the folder to the user that the service runs as, or set DATA_DIR to one of theirs.',
    );
  }
}

async function rights(folder: string): Promise<Verdict[]> {
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0 || process.platform === 'win32') return [];
  return [warning(`Every user of this machine can look into ${folder}.`, `Close it to others: chmod o-rwx ${folder}`)];
}
