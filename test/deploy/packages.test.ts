// An installation without the code of sharp for this platform, as npm leaves it on a Node that is too old.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from '../support/server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('An installation without the code of sharp for this platform', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-packages-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  before(() => {
    for (const path of ['bin', 'contract', 'server', 'package.json']) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    // A package looks for others from where it really is, so sharp is copied.
    const packages = join(root, 'node_modules');
    mkdirSync(join(folder, 'node_modules/@img'), { recursive: true });
    cpSync(join(packages, 'sharp'), join(folder, 'node_modules/sharp'), { recursive: true });
    for (const name of readdirSync(packages).filter((one) => one !== 'sharp' && one !== '@img')) {
      symlinkSync(join(packages, name), join(folder, 'node_modules', name));
    }
    symlinkSync(join(packages, '@img/colour'), join(folder, 'node_modules/@img/colour'));
  });

  it('is refused by npm ci in one sentence', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'bin/check-packages.mjs')], {
      encoding: 'utf8',
      env: { npm_config_user_agent: 'npm/9.2.0 node/v18.20.4 linux x64 workspaces/false' },
    });
    assert.deepEqual([status, stdout], [1, '']);
    assert.equal(
      stderr,
      'npm left out parts of sharp for this platform, because it runs on Node 18.20.4 (20.19 is needed) or with --omit=optional: run "npx --yes --package=node@24 --package=npm@11 -- npm ci" instead.\n',
    );
  });

  it('is reported by doctor', () => {
    const { status, stdout } = spawnSync(join(folder, 'bin/fingerpost'), ['doctor'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...processEnvironment, DATA_DIR: join(folder, 'data'), PORT: '0' },
    });
    assert.equal(status, 1);
    assert.match(stdout, /^problem {2}pictures +Pictures cannot be decoded: uploads of pictures fail\.$/m);
    assert.match(stdout, /^ok {7}runtime +Node 24\.\d+\.\d+\.$/m);
  });
});
