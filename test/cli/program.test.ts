import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
      symlinkSync(['/usr/bin', '/bin'].map((directory) => join(directory, tool)).find(existsSync)!, join(bin, tool));
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

  it('runs the build, unless a source is newer', async () => {
    const copy = mkdtempSync(join(folder, 'built '));
    const write = (file: string, text: string, age: number) => {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), text);
      const time = Date.now() / 1000 - age;
      utimesSync(join(copy, file), time, time);
    };
    mkdirSync(join(copy, 'bin'));
    copyFileSync(program, join(copy, 'bin/fingerpost'));
    write('package.json', '{"type":"module"}', 60);
    write('contract/time.ts', '', 60);
    write('server/cli/main.ts', 'console.log("sources")', 60);
    const run = async () => (await spawnFingerpost([], { program: join(copy, 'bin/fingerpost') })).stdout.trim();
    assert.equal(await run(), 'sources');
    write('dist/cli/main.js', 'console.log("build")', 30);
    assert.equal(await run(), 'sources', 'the build is not finished');
    write('dist/.inputs', '', 30);
    assert.equal(await run(), 'build');
    for (const file of ['server/cli/main.ts', 'contract/time.ts']) {
      const text = readFileSync(join(copy, file), 'utf8');
      write(file, text, 10);
      assert.equal(await run(), 'sources', file);
      write(file, text, 60);
      assert.equal(await run(), 'build');
    }
  });

  it('finds every program of the server in the build', () => {
    const sources = globSync('server/**/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
    const used = sources.flatMap((text) => [...text.matchAll(/programAt\('(.*?)'\)/g)].map(([, name]) => name!));
    assert.ok(used.length > 5, used.join());
    const builder = readFileSync(join(root, 'bin/build-server.mjs'), 'utf8');
    for (const name of used) {
      assert.ok(existsSync(join(root, 'server', `${name}.ts`)), name);
      assert.ok(builder.includes(`'${name}',`), name);
    }
    // In a build, what is relative to a source file is elsewhere. The configuration of catalogues is not in a build.
    const relative = sources.filter((text) => text.includes('import.meta.url') && !text.includes('@lingui/conf'));
    assert.deepEqual(relative.length, 1, 'only paths.ts');
  });

  it('passes arguments on unchanged', async () => {
    const argument = `two  words $HOME * it's a "b" \\n ü`;
    const { code, stderr } = await spawnFingerpost(['account', 'create', '--name', '', argument]);
    assert.equal(code, 2);
    assert.equal(stderr, `"${argument}" is one argument too many. See "fingerpost account create --help".\n`);
  });
});
