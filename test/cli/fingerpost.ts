// The command line in tests: inside this process, or as a child process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { run } from '../../server/cli/run.ts';
import { createAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { openStore } from '../../server/storage/store.ts';
import { createClock } from '../../server/system/clock.ts';
import type { Engine } from '../support/engines.ts';
import { processEnvironment } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const program = join(root, 'bin/fingerpost');

/** Standard tools and the current Node, in case the installation has none. */
export const path = `${dirname(process.execPath)}:/usr/bin:/bin`;

export interface Ending {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Circumstances {
  environment?: Record<string, string>;
  input?: string | Buffer;
}

/** Runs a command inside this process, with exactly this environment. */
export async function fingerpost(
  args: string[],
  { environment = {}, input = '' }: Circumstances = {},
): Promise<Ending> {
  const [stdout, stderr] = [collectingStream(), collectingStream()];
  const code = await run(args, {
    stdin: Readable.from(input.length > 0 ? [Buffer.from(input)] : []),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: environment,
    onStopSignal: () => () => {},
    onReloadSignal() {},
    lowerPriority() {},
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function collectingStream() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

export interface SpawnCircumstances extends Circumstances {
  cwd?: string;
  program?: string;
}

const MAX_MS = 300_000;

/** Runs bin/fingerpost as a child process, for tests where the process itself matters. */
export async function spawnFingerpost(args: string[], circumstances: SpawnCircumstances = {}): Promise<Ending> {
  const child = spawn(circumstances.program ?? program, args, {
    cwd: circumstances.cwd ?? '/',
    env: { PATH: path, ...processEnvironment, ...circumstances.environment },
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
  });
  const ending: Ending = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ending.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ending.stderr += text;
  });
  // A command that reads nothing may end before its input is written.
  child.stdin.on('error', () => {}).end(circumstances.input ?? '');
  [ending.code] = (await once(child, 'close')) as [number | null];
  return ending;
}

export interface Installation {
  databaseUrl: string;
  run(args: string[], input?: string | Buffer): Promise<Ending>;
  /** The response of a command that is expected to succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  json(args: string[]): Promise<any>;
}

/** A new database with these accounts, and commands that run on it. */
export async function installation(t: TestContext, engine: Engine, ...usernames: string[]): Promise<Installation> {
  const databaseUrl = await freshDatabase(t, engine);
  await makeAccounts(databaseUrl, usernames);
  return commandsOn(databaseUrl, fingerpost);
}

/** Commands on this database, run by `command`: `fingerpost`, or `spawnFingerpost`. */
export function commandsOn(databaseUrl: string, command: typeof fingerpost): Installation {
  const run: Installation['run'] = (args, input = '') =>
    command(args, { environment: { DATABASE_URL: databaseUrl }, input });
  return {
    databaseUrl,
    run,
    async json(args) {
      const { code, stdout, stderr } = await run([...args, '--json']);
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
      const { status, response } = JSON.parse(stdout);
      if (status !== true) throw new Error(`${args.join(' ')} printed ${stdout}`);
      return response;
    },
  };
}

async function makeAccounts(databaseUrl: string, usernames: string[]): Promise<void> {
  const store = await openStore(databaseUrl, { watch: false });
  for (const username of usernames) {
    const request = { username, email: `${username}@links.example` };
    await createAccount(store, request, commandLine, createClock()());
  }
  await store.close();
}
