// The processes of a drill or bench, in the scope that stops them: the service as an operator starts it, a bare server to
// compare it with, and the load generator.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/free-port.ts';
import type { BareAnswer } from './bare.ts';
import type { Load, Loaded } from './load.ts';
import type { Cost, Memory, Question } from './questions.ts';

export interface Measurable {
  readonly url: string;
  readonly port: number;
  cpuSeconds(): Promise<number>;
  memory(): Promise<Memory>;
  /** Peak resident memory, in bytes. */
  peakMemory(): Promise<number>;
  /** Its CPU profile during `work`. */
  profile(work: () => Promise<unknown>): Promise<Cost[]>;
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; stderr: string }>;
}

const START_LIMIT_MS = 60_000;
const quietly = ['--disable-warning=ExperimentalWarning'];
/** Neither a rate limit nor load shedding. */
export const unlimited = { RATE_LIMIT: '0', MAX_EVENT_LOOP_DELAY_MS: '60000' };

export function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-trial-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Its DATA_DIR is a folder of its own unless one is given. */
export function startService(
  t: TestContext,
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<Measurable> {
  const environment = { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', DASHBOARD_PORT: '0', DEMO: 'off' };
  return startMeasurable(t, fileURLToPath(new URL('../../bin/fingerpost', import.meta.url)), ['serve'], {
    ...environment,
    DATA_DIR: settings.DATA_DIR ?? temporaryFolder(t),
    LOG_LEVEL: 'warn',
    ...settings,
  });
}

export function startBare(t: TestContext, answers: Record<string, BareAnswer>): Promise<Measurable> {
  const file = join(temporaryFolder(t), `${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(answers));
  const script = fileURLToPath(new URL('bare.ts', import.meta.url));
  return startMeasurable(t, process.execPath, [...quietly, script], { ANSWERS: file });
}

/** `isFirst`: time that it waits for a processor is not measured as the service's. */
export function startLoader(t: TestContext, { isFirst = false } = {}): (load: Load) => Promise<Loaded> {
  const child = startScript(t, new URL('load.ts', import.meta.url), isFirst ? ['first'] : []);
  return async (load) => {
    const loaded = await ask<Loaded>(child, load);
    if (loaded.failures > 0 && !load.mayFail) throw new Error(`${loaded.failures} requests to ${load.url} failed`);
    return loaded;
  };
}

/** A process that answers one message at a time. */
export function startScript(t: TestContext, script: URL, args: string[] = []): ChildProcess {
  const child = fork(fileURLToPath(script), args, { execArgv: quietly, env: { PATH: process.env.PATH } });
  killAfter(t, child);
  return child;
}

/** Rejects if the process ends first. */
export function ask<Answer>(child: ChildProcess, message: object | string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answered = (answer: unknown) => {
      child.off('exit', ended);
      resolve(answer as Answer);
    };
    const ended = () => {
      child.off('message', answered);
      reject(new Error(`${child.spawnargs.at(-1)} ended before it answered`));
    };
    child.once('message', answered).once('exit', ended).send(message);
  });
}

async function startMeasurable(
  t: TestContext,
  command: string,
  args: string[],
  environment: Record<string, string>,
): Promise<Measurable> {
  const port = await freePort();
  const NODE_OPTIONS = `--import=${new URL('questions.ts', import.meta.url)}`;
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, ...environment, PORT: String(port), NODE_OPTIONS },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  killAfter(t, child);
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  for (const each of [port, Number(environment.DASHBOARD_PORT ?? 0)]) {
    if (each > 0)
      await untilListening(child, each).catch(() => Promise.reject(new Error(`It did not start: ${stderr}`)));
  }
  const answer = <T>(question: Question) => ask<T>(child, question);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    cpuSeconds: () => answer<number>('cpu'),
    memory: () => answer<Memory>('memory'),
    peakMemory: () => answer<number>('peak memory'),
    async profile(work) {
      await answer('start profile');
      await work();
      return answer<Cost[]>('end profile');
    },
    async stop(signal) {
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code] = await ended;
      return { code, stderr };
    },
  };
}

function killAfter(t: TestContext, child: ChildProcess): void {
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && performance.now() < deadline) {
    if (await accepts(port)) return;
    await sleep(20);
  }
  throw new Error('not listening');
}

export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
