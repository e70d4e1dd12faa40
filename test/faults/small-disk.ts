// A file system of a few megabytes that tests can fill. Needs Linux and root to mount it.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface SmallDisk {
  readonly folder: string;
  /** Fills all free space. */
  fill(): void;
  empty(): void;
}

/** Returns the reason as text if it cannot be mounted. */
export function mountSmallDisk(t: TestContext, megabytes: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-small-disk-'));
  t.after(() => {
    // Lazy: processes may still use it.
    spawnSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  const { status, stderr, error } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'fingerpost-small-disk', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) return `cannot mount a small disk: ${(stderr || error?.message || '').trim()}`;

  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a');
      for (const bytes of [1 << 20, 1 << 16, 1 << 12]) writeUntilFull(file, Buffer.alloc(bytes));
      closeSync(file);
    },
    empty: () => rmSync(ballast),
  };
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    for (;;) writeSync(file, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
