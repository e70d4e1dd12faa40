// Whether what people upload can be kept where it is to lie.
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { openBucket } from '../../files/s3.ts';
import { isThere, writing } from './disk.ts';
import { ok, problem, reason, type Verdict } from './finding.ts';

const patience = { connectMs: 3000, answerMs: 5000, idleMs: 5000 };

export async function checkUploads({ bucket, dataDir }: Config): Promise<Verdict[]> {
  const folder = join(dataDir, 'uploads');
  if (!bucket) {
    return [
      (await isThere(folder)) ? await writing(folder) : ok(`Nothing was uploaded yet; it will lie in ${folder}.`),
    ];
  }
  const { name, endpoint, region } = bucket;
  const where = `The bucket ${name} at ${endpoint === undefined ? `Amazon in ${region}` : new URL(endpoint).host}`;
  const vault = openBucket(bucket, folder, patience);
  try {
    await vault.check();
    return [ok(`${where} takes files, and lets go of them.`)];
  } catch (error) {
    return [problem(`${where} keeps no files for us: ${reason(error)}.`, remedy(error))];
  } finally {
    vault.close();
  }
}

function remedy(error: unknown): string {
  const { message } = (error as Error).cause as Error;
  if (/SignatureDoesNotMatch|InvalidAccessKeyId/.test(message)) {
    return 'Look at S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.';
  }
  if (/AccessDenied|Forbidden/.test(message)) {
    return 'Let this key list the bucket, and put, get and delete objects in it.';
  }
  if (/NoSuchBucket|NotFound/.test(message)) return 'Make the bucket, or look at its name in UPLOADS_URL.';
  return 'Look at the endpoint and the region in UPLOADS_URL, and at whether this machine may reach them.';
}
