// Which vault it is, as the settings say.
import { join } from 'node:path';
import { openDisk } from './disk.ts';
import type { Vault } from './vault.ts';

export interface VaultSettings {
  dataDir: string;
}

/** Nothing is made or asked for before it is first used. */
export function openVault({ dataDir }: VaultSettings): Vault {
  return openDisk(join(dataDir, 'uploads'));
}
