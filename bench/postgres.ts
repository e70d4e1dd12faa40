import { copyInstallation } from '../server/operations/copy/index.ts';

export async function copyDatabase(from: string, to: string): Promise<void> {
  const { signal } = new AbortController();
  await copyInstallation({ from, to, signal, show() {} });
}
