import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileType } from './file-types.ts';
import type { FileName, Vault } from './vault.ts';

/** Copies a file inside the vault without loading it into memory. Returns false if there is no such file. */
export async function copyWithin(vault: Vault, from: FileName, to: FileName): Promise<boolean> {
  const opened = await vault.read(from);
  if (opened === undefined) return false;
  const path = join(await vault.staging(), randomBytes(8).toString('hex'));
  try {
    await pipeline(opened.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    await vault.put(to, { path, bytes: opened.bytes }, fileType(to).type);
    return true;
  } finally {
    opened.stream.destroy();
    await rm(path, { force: true });
  }
}
