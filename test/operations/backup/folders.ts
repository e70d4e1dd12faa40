// An installation in its own folders, and another one to restore it to.
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { makeBackup } from '../../../server/operations/backup/backup.ts';
import { restoreBackup } from '../../../server/operations/backup/restore.ts';
import { openStore } from '../../../server/storage/store.ts';
import { accountRow } from '../../support/store.ts';

export interface Installation {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly databaseFile: string;
}

/** Does not exist yet, as on a new machine. */
export function installationIn(folder: string, name: string): Installation {
  const dataDir = join(folder, name);
  const databaseFile = join(dataDir, 'fingerpost.db');
  return { dataDir, databaseFile, databaseUrl: `sqlite:${databaseFile}` };
}

export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-test-backup-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an account and these uploads. */
export async function installed({ databaseUrl, dataDir }: Installation, uploads: Record<string, string | Buffer> = {}) {
  await withStore(databaseUrl, (store) =>
    store.write(1, (tx) =>
      tx
        .insertInto('account')
        .values(accountRow(1, { username: 'ada' }))
        .execute(),
    ),
  );
  await addUploads(dataDir, uploads);
}

export async function addUploads(dataDir: string, uploads: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(uploads)) {
    const file = join(dataDir, 'uploads', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

export async function withStore<T>(
  databaseUrl: string,
  work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
): Promise<T> {
  const store = await openStore(databaseUrl, { watch: false });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** 2026-11-15T08:30:00.123456Z */
export const clock = () => 1794731400123456;

export function backup({ databaseUrl, dataDir }: Pick<Installation, 'databaseUrl' | 'dataDir'>, file: string) {
  return makeBackup({ databaseUrl, dataDir, bucket: undefined, file, clock, report: () => {}, allowDamaged: false });
}

export function restore(file: string, { databaseUrl, dataDir }: Pick<Installation, 'databaseUrl' | 'dataDir'>) {
  return restoreBackup({ file, databaseUrl, dataDir, report: () => {} });
}

/** All files below the folder, including hidden ones; empty if there is no folder. */
export function allIn(folder: string): string[] {
  try {
    return (readdirSync(folder, { recursive: true }) as string[]).sort();
  } catch {
    return [];
  }
}
