// Checks that uploads can be stored.
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { isFolder } from '../../disk.ts';
import { openBucket } from '../../files/s3.ts';
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
  const vault = openBucket(bucket, folder, patience);
  try {
    await vault.check();
    return [ok(`${where} accepts and deletes files.`)];
  } catch (error) {
    return [problem(`${where} does not accept files: ${reason(error)}.`, remedy(error))];
  } finally {
    vault.close();
  }
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
