// Checks that uploads can be stored, and with --thorough that all of their files are there and unchanged.
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { openFileStorage } from '../../files/open.ts';
import { openBucket } from '../../files/s3.ts';
import type { Dialect, Progress } from '../../storage/dialects/dialect.ts';
import { openDialect } from '../../storage/dialects/open.ts';
import { schemaState } from '../../storage/migrations/index.ts';
import { isFolder } from '../../system/disk.ts';
import { damagedFiles, namedDamage, readStored } from '../uploads/damaged-files.ts';
import { certificateRemedy } from './certificate.ts';
import { writing } from './disk.ts';
import { ok, problem, reason, type Verdict } from './finding.ts';

const patience = { connectMs: 3000, answerMs: 5000, idleMs: 5000 };

export async function checkUploads({ bucket, dataDir }: Config): Promise<Verdict[]> {
  const folder = join(dataDir, 'uploads');
  if (!bucket) {
    return [
      (await isFolder(folder)) ? await writing(folder) : ok(`There are no uploads yet; they will be in ${folder}.`),
    ];
  }
  const { name, endpoint, region } = bucket;
  const where = `The bucket ${name} at ${endpoint === undefined ? `Amazon in ${region}` : new URL(endpoint).host}`;
  const fileStorage = openBucket(bucket, folder, patience);
  try {
    await fileStorage.check();
    return [ok(`${where} accepts and deletes files.`)];
  } catch (error) {
    return [problem(`${where} does not accept files: ${reason(error)}.`, remedy(error))];
  } finally {
    fileStorage.close();
  }
}

/** Reads every file. Nothing if the database cannot be used: the check of the store says so. */
export async function checkFiles(config: Config, progress: Progress): Promise<Verdict[]> {
  const dialect = await usableDialect(config.databaseUrl);
  if (!dialect) return [];
  const files = openFileStorage(config);
  try {
    const damaged = await damagedFiles({
      recorded: dialect.read,
      current: dialect.read,
      find: (name, recorded) => readStored(files, name, recorded),
      progress,
    });
    if (damaged.length === 0) return [ok('The files of all uploads are there and unchanged.')];
    return [
      problem(
        `${namedDamage(damaged)}.`,
        'Copy them from a backup, in which they have the same names below "uploads", or delete these uploads.',
      ),
    ];
  } finally {
    files.close();
    await dialect.close();
  }
}

async function usableDialect(databaseUrl: string): Promise<Dialect | undefined> {
  let dialect: Dialect | undefined;
  try {
    dialect = openDialect(databaseUrl, { mayCreate: false, isReadOnly: true, isPatient: true });
    const { applied, pending, unknown } = await schemaState(dialect);
    if (applied.length > 0 && pending.length === 0 && unknown.length === 0) return dialect;
  } catch {
    // As below.
  }
  await dialect?.close();
  return undefined;
}

function remedy(error: unknown): string {
  const { message } = (error as Error).cause as Error;
  if (/SignatureDoesNotMatch|InvalidAccessKeyId/.test(message)) {
    return 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
  }
  if (/AccessDenied|Forbidden/.test(message)) {
    return 'Allow this key to list the bucket and to put, get and delete objects.';
  }
  if (/NoSuchBucket|NotFound/.test(message)) return 'Create the bucket, or check its name in UPLOADS_URL.';
  const ofCertificate = certificateRemedy(error);
  if (ofCertificate !== undefined) return ofCertificate;
  return 'Check the endpoint and the region in UPLOADS_URL, and that this machine can reach them.';
}
