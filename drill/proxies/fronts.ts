// nginx and Caddy with the shipped configurations. Only ports, certificate and file paths are replaced; each runs on
// loopback, as `nobody` if we are root, for one part of the drill.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { freePort } from '../../test/support/free-port.ts';
import { CannotRun } from '../support/findings.ts';
import { accepts } from '../support/processes.ts';

export const SITE = 'links.example';

export interface Front {
  readonly name: string;
  readonly httpPort: number;
  readonly httpsPort: number;
  /** Its self-signed certificate. */
  readonly ca: Buffer;
  /** Its log so far. */
  log(): string;
}

export interface ServicePorts {
  readonly pages: number;
  readonly dashboard: number;
}

export type StartFront = (t: TestContext, ports: ServicePorts) => Promise<Front>;

interface FrontSetup {
  readonly folder: string;
  readonly httpPort: number;
  readonly httpsPort: number;
}

type Replacement = readonly [shipped: string, here: string];

const START_MS = 10_000;
const STOP_MS = 5000;
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
const user: { uid?: number; gid?: number } = process.getuid?.() === 0 ? nobody() : {};

export const startNginx: StartFront = async (t, ports) => {
  const name = `nginx ${version('nginx', '-v')}`;
  const setup = await makeSetup(t);
  const { folder, httpPort, httpsPort } = setup;
  write(
    setup,
    'site.conf',
    replaced(readFileSync(shipped('nginx.conf'), 'utf8'), [
      ['127.0.0.1:3000', `127.0.0.1:${ports.pages}`],
      ['127.0.0.1:3001', `127.0.0.1:${ports.dashboard}`],
      ['listen 80;', `listen 127.0.0.1:${httpPort};`],
      ['listen 443 ssl', `listen 127.0.0.1:${httpsPort} ssl`],
      ['listen [::]:80;', ''],
      ['listen [::]:443 ssl http2;', ''],
      [`/etc/letsencrypt/live/${SITE}/`, `${folder}/`],
      ['/var/log/nginx/', `${folder}/`],
    ]),
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${folder};`);
  const main = `
    daemon off;
    pid ${folder}/nginx.pid;
    error_log stderr alert;
    events {}
    http { ${temporary.join(' ')} include ${folder}/site.conf; }`;
  const process = run(t, setup, 'nginx', ['-e', 'stderr', '-p', folder, '-c', write(setup, 'nginx.conf', main)]);
  await listening(setup, process);
  const errors = join(folder, 'error.log');
  return front(name, setup, () => process.log() + (existsSync(errors) ? readFileSync(errors, 'utf8') : ''));
};

export const startCaddy: StartFront = async (t, service) => {
  const name = `Caddy ${version('caddy', 'version')}`;
  const setup = await makeSetup(t);
  const { folder, httpPort, httpsPort } = setup;
  const sites = [`{$PUBLIC_URL:https://${SITE}} {\n`, `{$DASHBOARD_URL:https://my.${SITE}} {\n`];
  const tls = `\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n`;
  const ports = `http_port ${httpPort}\n\thttps_port ${httpsPort}\n\tdefault_bind 127.0.0.1\n\tadmin off\n\t`;
  const config = write(
    setup,
    'Caddyfile',
    replaced(readFileSync(shipped('Caddyfile'), 'utf8'), [
      ['servers {', `${ports}servers {`],
      ...sites.map((site) => [site, site + tls] as const),
    ]),
  );
  const process = run(t, setup, 'caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    UPSTREAM: `127.0.0.1:${service.pages}`,
    DASHBOARD_UPSTREAM: `127.0.0.1:${service.dashboard}`,
  });
  await listening(setup, process);
  return front(name, setup, process.log);
};

function shipped(file: string): URL {
  return new URL(`../../deploy/${file}`, import.meta.url);
}

/** Throws if there is nothing to replace, because the drill would no longer test the shipped configuration. */
function replaced(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`The shipped configuration no longer has "${from}".`);
    return result.replaceAll(from, to);
  }, text);
}

function version(program: string, argument: string): string {
  const { error, stdout, stderr } = spawnSync(program, [argument], { encoding: 'utf8', env: { PATH } });
  if (error) throw new CannotRun(`${program} is not installed: apt-get install ${program}`);
  return /\d+\.\d+\.\d+/.exec(stdout + stderr)?.[0] ?? 'of an unknown version';
}

async function makeSetup(t: TestContext): Promise<FrontSetup> {
  // Not in the drill's own folder, which other users cannot read.
  const folder = mkdtempSync('/tmp/fingerpost-front-');
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const setup = { folder, httpPort: await freePort(), httpsPort: await freePort() };
  const files = ['-keyout', 'privkey.pem', '-out', 'fullchain.pem'];
  const names = ['-subj', `/CN=${SITE}`, '-addext', `subjectAltName=DNS:${SITE},DNS:my.${SITE}`, '-days', '2'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const made = spawnSync('openssl', ['req', '-x509', ...key, ...files, ...names], { cwd: folder, encoding: 'utf8' });
  if (made.error) throw new CannotRun('openssl is not installed: apt-get install openssl');
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  for (const path of ['.', 'privkey.pem', 'fullchain.pem']) give(join(folder, path));
  return setup;
}

function front(name: string, { folder, httpPort, httpsPort }: FrontSetup, log: () => string): Front {
  return { name, httpPort, httpsPort, ca: readFileSync(join(folder, 'fullchain.pem')), log };
}

function write({ folder }: FrontSetup, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  give(path);
  return path;
}

interface Running {
  readonly child: ChildProcess;
  readonly log: () => string;
}

function run(t: TestContext, { folder }: FrontSetup, program: string, args: string[], environment = {}): Running {
  const child = spawn(program, args, {
    ...user,
    cwd: folder,
    env: { PATH, HOME: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const ended = once(child, 'close');
  t.after(async () => {
    child.kill('SIGTERM');
    const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(deadline);
  });
  return { child, log: () => log };
}

async function listening({ httpPort, httpsPort }: FrontSetup, { child, log }: Running): Promise<void> {
  for (const port of [httpPort, httpsPort]) {
    await eventually(`${child.spawnfile} listens`, START_MS, async () => {
      if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended: ${log()}`);
      return accepts(port);
    });
  }
}

function nobody(): { uid: number; gid: number } {
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  if (!uid || !gid) throw new CannotRun('there is no user "nobody" for the proxies to run as');
  return { uid: Number(uid), gid: Number(gid) };
}

function give(path: string): void {
  if (user.uid !== undefined) chownSync(path, user.uid, user.gid!);
}
