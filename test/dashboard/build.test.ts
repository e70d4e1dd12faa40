// `bin/build-web.mjs` and `bin/dev.mjs`, run as npm runs them, on a copy of what they need.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eventually } from '../support/eventually.ts';
import { processEnvironment } from '../support/server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A project with a dashboard of one script; its packages are those of this one, or none. */
function project(t: TestContext, { hasPackages = true } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-build-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of ['bin', 'web', 'contract']) mkdirSync(join(folder, path));
  for (const file of ['bin/build-web.mjs', 'bin/build-steps.mjs']) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'web/index.html'), '<!doctype html><script type="module" src="./main.ts"></script>');
  writeFileSync(join(folder, 'web/main.ts'), `console.log(${JSON.stringify('hello '.repeat(200))} as string);\n`);
  writeFileSync(join(folder, 'web/vite.config.ts'), "export default { base: './', build: { outDir: 'dist' } };\n");
  if (hasPackages) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function build(folder: string, ...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [join(folder, 'bin/build-web.mjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...processEnvironment },
  });
  return { status, said: stdout.trim().split('\n').at(-1) };
}

describe('the build of the dashboard', () => {
  it('makes hashed assets and compresses them, once for the same inputs', (t) => {
    const folder = project(t);
    assert.deepEqual(build(folder, '--install'), { status: 0, said: 'The dashboard is built.' });
    const document = readFileSync(join(folder, 'web/dist/index.html'), 'utf8');
    const [, script] = /src="\.\/(assets\/index-[\w-]+\.js)"/.exec(document)!;
    const path = join(folder, 'web/dist', script!);
    const plain = readFileSync(path, 'utf8');
    assert.match(plain, /hello hello/);
    assert.equal(brotliDecompressSync(readFileSync(`${path}.br`)).toString(), plain);
    assert.equal(gunzipSync(readFileSync(`${path}.gz`)).toString(), plain);

    assert.deepEqual(build(folder, '--install'), { status: 0, said: 'The dashboard is up to date.' });
    const stale = join(folder, 'web/dist/assets/stale-1a2b3c.js');
    writeFileSync(stale, '');
    writeFileSync(join(folder, 'contract/limits.ts'), 'export const most = 1;\n');
    assert.deepEqual(build(folder), { status: 0, said: 'The dashboard is built.' });
    assert.equal(existsSync(stale), false);

    // A build that fails is tried again, and an installation without it is not reported as a whole one.
    writeFileSync(join(folder, 'web/main.ts'), 'const = ;\n');
    assert.equal(build(folder, '--install').status, 1);
    assert.equal(build(folder).status, 1);
    assert.equal(existsSync(join(folder, 'web/dist/.inputs')), false);
  });

  it('is skipped in one sentence where its packages are not installed, and fails only if it was asked for', (t) => {
    const folder = project(t, { hasPackages: false });
    const said =
      'The dashboard is not built: the packages for it are not installed. Run "npm ci" without --omit=dev, or copy web/dist from another machine.';
    assert.deepEqual(build(folder, '--install'), { status: 0, said });
    assert.deepEqual(build(folder), { status: 1, said });
  });
});

describe('npm run dev', () => {
  it('serves the sources and the API at one origin, and stops both', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-dev-'));
    t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const [port, dashboardPort] = [await freePort(), await freePort()];
    const dev = spawn(process.execPath, [join(root, 'bin/dev.mjs')], {
      env: {
        PATH: process.env.PATH,
        ...processEnvironment,
        HOST: '127.0.0.1',
        PORT: String(port),
        DASHBOARD_PORT: String(dashboardPort),
        DATA_DIR: dataDir,
        DEMO: 'off',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => dev.kill('SIGTERM'));
    let said = '';
    dev.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = once(dev, 'exit');
    await eventually('both listen', 60_000, () => /hot reload/.test(said) && /The dashboard listens/.test(said));
    const dashboard = `http://127.0.0.1:${dashboardPort}`;
    const document = await (await fetch(`${dashboard}/sign-in`, { headers: { accept: 'text/html' } })).text();
    assert.match(document, /src="\/@vite\/client"/);
    assert.equal((await fetch(`${dashboard}/api/v1/user`)).status, 401);
    assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200);
    dev.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.match(said, /"msg":"Stopped"/);
    for (const url of [`${dashboard}/`, `http://127.0.0.1:${port}/health`]) await assert.rejects(fetch(url));
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
