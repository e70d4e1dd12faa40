// Runs the first commands of the client's README as written, with a Node on the path that is too old for TypeScript.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createDemo } from '../../server/demo/index.ts';
import { openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('The README of the client', () => {
  it('begins with commands that work with Node 20 on the path', async (t) => {
    const { app, store, visits, clock, config, close } = await openApi(engines[0]!, { PUBLIC_URL: '' });
    t.after(close);
    clock.now = Date.now() * 1000;
    assert.ok(await createDemo({ store, visits, clock: () => clock.now }));
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const environment = { DATABASE_URL: config.databaseUrl, DATA_DIR: config.dataDir };
    const readme = readFileSync(join(root, 'clients/typescript/README.md'), 'utf8');
    const [, commands] = /```sh\n([\s\S]*?)```/.exec(readme)!;

    const bin = mkdtempSync(join(tmpdir(), 'fingerpost-test-node-20-'));
    t.after(() => rmSync(bin, { recursive: true }));
    const node20 = `#!/bin/sh\ncase "$*" in *.ts*) echo 'Unknown file extension ".ts"' >&2; exit 1 ;; esac\nexec "${process.execPath}" "$@"\n`;
    writeFileSync(join(bin, 'node'), node20);
    chmodSync(join(bin, 'node'), 0o755);

    const shell = spawn('sh', ['-ec', commands!.replace('http://localhost:3000', url)], {
      cwd: root,
      env: { ...process.env, ...environment, PATH: `${bin}:${pathOutsideNpm()}` },
    });
    let [stdout, stderr] = ['', ''];
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    shell.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const [code] = await once(shell, 'close');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^The page of demo:\n( {2}\d+ {2}[a-z_]+ {2}.+\n)+.+ Its id is \d+\.\n$/);
  });
});

/** The PATH without what npm scripts prepend. */
function pathOutsideNpm(): string {
  const folders = (process.env.PATH ?? '').split(':');
  return folders.filter((folder) => !folder.endsWith('node_modules/.bin')).join(':');
}
