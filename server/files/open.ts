// Opens the configured vault.
import { join } from 'node:path';
import { openDisk } from './disk.ts';
import { openBucket } from './s3.ts';
import type { Bucket } from './s3-client.ts';
import type { Vault } from './vault.ts';

export interface VaultSettings {
  dataDir: string;
  bucket: Bucket | undefined;
}

/** Creates and connects to nothing before the first use. */
export function openVault({ dataDir, bucket }: VaultSettings): Vault {
  const folder = join(dataDir, 'uploads');
  return bucket ? openBucket(bucket, folder) : openDisk(folder);
}
