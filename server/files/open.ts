// Which vault it is, as the settings say.
import { join } from 'node:path';
import { openDisk } from './disk.ts';
import { openBucket } from './s3.ts';
import type { Bucket } from './s3-client.ts';
import type { Vault } from './vault.ts';

export interface VaultSettings {
  dataDir: string;
  bucket: Bucket | undefined;
}

/** Nothing is made or asked for before it is first used. */
export function openVault({ dataDir, bucket }: VaultSettings): Vault {
  const folder = join(dataDir, 'uploads');
  return bucket ? openBucket(bucket, folder) : openDisk(folder);
}
