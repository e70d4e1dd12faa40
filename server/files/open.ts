// Opens the configured file storage.
import { join } from 'node:path';
import { openDisk } from './disk.ts';
import type { FileStorage } from './file-storage.ts';
import { openBucket } from './s3.ts';
import type { Bucket } from './s3-client.ts';

export interface FileStorageSettings {
  dataDir: string;
  bucket: Bucket | undefined;
}

/** Creates and connects to nothing before the first use. */
export function openFileStorage({ dataDir, bucket }: FileStorageSettings): FileStorage {
  const folder = join(dataDir, 'uploads');
  return bucket ? openBucket(bucket, folder) : openDisk(folder);
}
