// The processes of a bench: started, queried, and always stopped by their process ids.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BareAnswer } from './processes/bare.ts';
import type { Load, Loaded } from './processes/load.ts';
import type { Cost, Memory, Question } from './processes/questions.ts';

export interface Server {
  readonly url: string;
  readonly pid: number;
  cpuSeconds(): Promise<number>;
  memory(): Promise<Memory>;
  /** Peak resident memory, in bytes. */
  peakMemory(): Promise<number>;
  /** Its CPU profile during `work`. */
  profile(work: () => Promise<unknown>): Promise<Cost[]>;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];
const START_LIMIT_MS = 60_000;
const quietly = ['--disable-warning=ExperimentalWarning'];

export async function startBare(folder: string, answers: Record<string, BareAnswer>): Promise<Server> {
  const file = join(folder, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(answers));
  return startServer(process.execPath, [...quietly, fileOf('processes/bare.ts')], { ANSWERS: file });
}

/** As an operator starts it, but without rate limit and load shedding. */
export async function startService(databaseUrl: string, settings: Record<string, string> = {}): Promise<Server> {
  return startServer(fileOf('../bin/fingerpost'), ['serve'], {
    DATA_DIR: await dataFolder(),
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DEMO: 'off',
    RATE_LIMIT: '0',
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    ...settings,
  });
}

/** Separate from the DATA_DIR of the installation. */
async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-bench-data-'));
  folders.push(folder);
  return folder;
}

export function startLoader(): (load: Load) => Promise<Loaded> {
  const child = start(process.execPath, [...quietly, fileOf('processes/load.ts')], {});
  return async (load) => {
    const loaded = (await ask(child, load)) as Loaded;
    if (loaded.failures > 0) throw new Error(`${loaded.failures} requests to ${load.url} failed`);
    return loaded;
  };
}

export async function stopProcesses(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }),
  );
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function startServer(command: string, args: string[], environment: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const child = start(command, args, {
    DASHBOARD_PORT: '0',
    ...environment,
    PORT: String(port),
    NODE_OPTIONS: `--import=${new URL('processes/questions.ts', import.meta.url)}`,
  });
  await untilListening(child, port);
  const { DASHBOARD_PORT } = environment;
  if (DASHBOARD_PORT) await untilListening(child, Number(DASHBOARD_PORT));
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    cpuSeconds: async () => (await ask(child, 'cpu' satisfies Question)) as number,
    memory: async () => (await ask(child, 'memory' satisfies Question)) as Memory,
    peakMemory: async () => (await ask(child, 'peak memory' satisfies Question)) as number,
    async profile(work) {
      await ask(child, 'start profile' satisfies Question);
      await work();
      return (await ask(child, 'end profile' satisfies Question)) as Cost[];
    },
  };
}

function start(command: string, args: string[], environment: Record<string, string>): ChildProcess {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

function ask(child: ChildProcess, message: Question | Load): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const answered = (answer: unknown) => {
      child.off('exit', ended);
      resolve(answer);
    };
    const ended = () => {
      child.off('message', answered);
      reject(new Error(`${child.spawnargs.at(-1)} ended before it answered`));
    };
    child.once('message', answered).once('exit', ended).send(message);
  });
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    if (await accepts(port)) return;
    await sleep(20);
  }
  throw new Error(`${child.spawnargs.at(-1)} did not start`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
