// A PostgreSQL server for the tests, from an npm package. Tests can stop and freeze it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  environment,
  give,
  instead,
  NoPostgres,
  nativeFolder,
  runnableBinaries,
  temporaryFolder,
  type User,
  unprivilegedUser,
} from './binaries.ts';

export { NoPostgres };

export interface PostgresServer {
  readonly url: string;
  /** Stops it, but keeps its data and port for `resume`. `kill` ends all its processes at once, like a power failure. */
  halt(how: 'fast' | 'immediate' | 'kill'): Promise<void>;
  resume(): Promise<void>;
  /** Suspends all its processes: connections stay open and new ones are accepted, but nothing is answered. */
  freeze(): Promise<void>;
  thaw(): void;
  stop(): Promise<void>;
}

const START_ATTEMPTS = 3;
const LEAVE = 7;
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;

// Stops the server and removes its folder when standard input is closed, which also happens when the runner is killed.
// After a halt it keeps the folder until then; a line of input means that another guardian takes over.
const guardian = `
  folder=$1; shift
  exec 3<&0
  "$@" 3<&- & server=$!
  { read -r _ <&3 && exit ${LEAVE}; kill -QUIT "$server"; kill -CONT "$server"; } 2>/dev/null & reader=$!
  wait "$server"; status=$?
  if [ -e "$folder/halted" ]; then
    wait "$reader"
    if [ $? -eq ${LEAVE} ]; then exit 0; fi
  fi
  kill "$reader" 2>/dev/null
  rm -rf "$folder"
  exit "$status"`;

export interface PostgresOptions {
  /** Where `bin` is. The npm package if it is not given. */
  folder?: string;
  settings?: Readonly<Record<string, string | number>>;
  /** How it recognizes users who connect through a port. Only this user and root can reach its socket. */
  auth?: 'password' | 'trust';
}

export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const native = options.folder ?? (await nativeFolder());
  const user = unprivilegedUser();
  for (let attempt = 1; ; attempt += 1) {
    const folder = mkdtempSync(join(temporaryFolder(user), 'fingerpost-test-postgres-'));
    try {
      return await startIn(folder, native, user, options);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      // Another process may have taken the free port.
      const portTaken = /address already in use/i.test((error as Error).message);
      if (!portTaken || attempt === START_ATTEMPTS) throw error;
    }
  }
}

async function startIn(
  folder: string,
  native: string,
  user: User,
  { settings: given, auth = 'password' }: PostgresOptions,
): Promise<PostgresServer> {
  give(folder, user);
  const bin = runnableBinaries(native, folder, user);
  const data = join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  give(passwordFile, user);

  const cluster = ['--encoding=UTF8', '--locale=C', '--username=postgres'];
  // A password would be hashed 4,096 times for each connection, which takes longer than the rest of connecting.
  cluster.push('--auth-local=trust', `--auth-host=${auth}`);
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
    unix_socket_directories: folder,
    dynamic_shared_memory_type: 'mmap',
    max_connections: 200,
    fsync: 'off',
    full_page_writes: 'off',
    ...given,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const guarded = ['-c', guardian, 'postgres-guardian', folder, join(bin, 'postgres'), '-D', data, ...options];
  const halted = join(folder, 'halted');

  async function start(): Promise<ChildProcess> {
    const child = spawn('/bin/sh', guarded, {
      cwd: folder,
      env: environment,
      ...user,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    child.stdin.on('error', () => {});
    try {
      await readiness(child);
      return child;
    } catch (error) {
      await stopServer(child, folder);
      throw error;
    }
  }

  // Through its Unix socket, which takes less CPU time. The port is for proxies and other servers.
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres?host=${encodeURIComponent(folder)}`;
  const mainProcess = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  let server = await start();
  let frozen: number[] = [];
  return {
    url,
    async halt(how) {
      writeFileSync(halted, '');
      const pid = mainProcess();
      const pids = how === 'kill' ? [pid, ...childrenOf(pid)] : [pid];
      for (const each of pids) signal(each, signals[how]);
      for (const each of pids) while (signal(each, 0)) await sleep(10);
    },
    async resume() {
      const left = once(server, 'exit');
      server.stdin!.end('leave\n');
      await left;
      rmSync(halted);
      server = await start();
    },
    async freeze() {
      frozen = await stopProcesses(url, mainProcess());
    },
    thaw,
    stop() {
      thaw();
      return stopServer(server, folder);
    },
  };

  function thaw(): void {
    for (const pid of frozen.splice(0)) signal(pid, 'SIGCONT');
  }
}

/** The main process first, so that it starts no more. */
async function stopProcesses(url: string, mainProcess: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  signal(mainProcess, 'SIGSTOP');
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  for (const { pid } of rows) signal(pid, 'SIGSTOP');
  client.end().catch(() => {});
  return [mainProcess, ...rows.map(({ pid }) => pid)];
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

/** Returns false if the process no longer exists. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
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
  // Later log lines are errors that tests cause on purpose; reading them keeps the server from blocking.
  server.stderr!.removeAllListeners('data').resume();
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  const running = server.pid !== undefined && server.exitCode === null && server.signalCode === null;
  server.stdin?.end();
  if (running) await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
