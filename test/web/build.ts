// The dashboard as `npm run build` makes it, in a folder of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const configFile = fileURLToPath(new URL('../../web/vite.config.ts', import.meta.url));

export async function buildDashboardFiles(scope: Pick<TestContext, 'after'>): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'fingerpost-web-'));
  scope.after(() => rm(outDir, { recursive: true, force: true }));
  await build({ configFile, logLevel: 'error', build: { outDir } });
  return outDir;
}
