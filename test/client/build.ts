// Builds the client as `npm run build` does, into a temporary folder.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('../../clients/typescript/', import.meta.url));
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const notShipped = new Set(['generate.ts', 'generator', 'example.ts', 'dist']);

export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-client-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Returns the folder of the installed package. It is built elsewhere, because tsc skips files in node_modules. */
export function buildClient(project: string, generated?: string): string {
  const source = join(project, 'client');
  const installed = join(project, 'node_modules/@fingerpost/client');
  for (const folder of [source, installed]) mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(home).filter((file) => !notShipped.has(file)))
    cpSync(join(home, name), join(source, name));
  if (generated !== undefined) writeFileSync(join(source, 'generated.ts'), generated);
  compile(source);
  for (const name of ['package.json', 'dist']) cpSync(join(source, name), join(installed, name), { recursive: true });
  return installed;
}

export function compile(folder: string): void {
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder, '--skipDefaultLibCheck'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
}
