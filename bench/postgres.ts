// PostgreSQL databases for benches.
import { copyInstallation } from '../server/operations/copy/index.ts';

/** Settings of a server that waits for the disk. A server for tests does not. */
export const durable = { fsync: 'on', full_page_writes: 'on' };

export async function copyDatabase(from: string, to: string): Promise<void> {
  const { signal } = new AbortController();
  await copyInstallation({ from, to, signal, show() {} });
}
