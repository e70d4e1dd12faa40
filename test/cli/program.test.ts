import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Ending, fingerpost, path, program, root, spawnFingerpost } from './fingerpost.ts';

describe('the program bin/fingerpost', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost test '));
  after(() => rmSync(folder, { recursive: true }));
  let expected: Ending;
  before(async () => {
    expected = await fingerpost(['help', 'key', 'create']);
    assert.equal(expected.code, 0);
  });
  const help = (how: Parameters<typeof spawnFingerpost>[1]) => spawnFingerpost(['help', 'key', 'create'], how);

  /** A folder for PATH with an older `node` and the few tools that a shell needs. */
  function olderNode(): string {
    const bin = mkdtempSync(join(folder, 'older '));
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho v20.19.0\n', { mode: 0o755 });
    for (const tool of ['dirname', 'readlink']) {
      symlinkSync(['/usr/bin', '/bin'].map((place) => join(place, tool)).find(existsSync)!, join(bin, tool));
    }
    return bin;
  }

  /** The installation without the optional package that contains Node. */
  function withoutNode(): string {
    const copy = mkdtempSync(join(folder, 'installation '));
    mkdirSync(join(copy, 'bin'));
    copyFileSync(program, join(copy, 'bin/fingerpost'));
    symlinkSync(join(root, 'server'), join(copy, 'server'));
    return join(copy, 'bin/fingerpost');
  }

  it('runs from any directory', async () => {
    assert.deepEqual(await help({ cwd: folder }), expected);
    assert.deepEqual(await help({ cwd: join(root, 'bin'), program: './fingerpost' }), expected);
  });

  it('runs through relative and absolute symbolic links and through PATH', async () => {
    const bin = join(folder, 'links');
    mkdirSync(bin);
    symlinkSync(program, join(bin, 'absolute'));
    symlinkSync('absolute', join(bin, 'fingerpost'));
    assert.deepEqual(await help({ program: '../links/fingerpost', cwd: bin }), expected);
    assert.deepEqual(await help({ program: 'fingerpost', environment: { PATH: `${bin}:${path}` } }), expected);
  });

  it('skips an older Node that is first in PATH', async () => {
    const environment = { PATH: `${olderNode()}:${path}` };
    assert.deepEqual(await help({ environment }), expected);
    assert.deepEqual(await help({ environment, program: withoutNode() }), expected);
  });

  it('names the required version if there is only an older Node', async () => {
    const ending = await help({ environment: { PATH: olderNode() }, program: withoutNode() });
    assert.equal(ending.code, 69);
    assert.equal(ending.stdout, '');
    assert.match(ending.stderr, /^Fingerpost needs Node 24 or newer, and found none\. [^\n]+\n$/);
  });

  it('passes arguments on unchanged', async () => {
    const argument = `two  words $HOME * it's a "b" \\n ü`;
    const { code, stderr } = await spawnFingerpost(['account', 'create', '--name', '', argument]);
    assert.equal(code, 2);
    assert.equal(stderr, `"${argument}" is one argument too many. See "fingerpost account create --help".\n`);
  });
});
