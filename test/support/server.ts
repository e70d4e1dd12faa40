// The service as an operator runs it: a child process, found by the URL it logs, stopped by its process id.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { createKey } from '../../server/domain/accounts/keys.ts';
import { openStore } from '../../server/storage/store.ts';
import { createClock } from '../../server/system/clock.ts';

export interface Process {
  readonly pid: number;
  /** The output so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the match once the output contains it; rejects if the process ends first. */
  wrote(pattern: RegExp): Promise<RegExpExecArray>;
  say(text: string): void;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface Server extends Process {
  readonly url: string;
  readonly port: number;
  call(request: string, options?: Call): Promise<Answer>;
}

export interface Call {
  key?: string;
  headers?: Record<string, string>;
  json?: unknown;
  agent?: http.Agent;
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: any;
}

/** A stand-in for a test's context that cleans up after the suite. */
export function suiteScope(): TestContext {
  const tidying: (() => unknown)[] = [];
  after(async () => {
    for (const tidy of tidying.reverse()) await tidy();
  });
  return { after: (tidy: () => unknown) => void tidying.push(tidy) } as TestContext;
}

const { NODE_COMPILE_CACHE, NODE_OPTIONS, TEST_ACCOUNT_GUARD, TEST_PROGRAM } = process.env;
/** The built server, if `run.ts` built it, or its sources. */
const command = TEST_PROGRAM ?? fileURLToPath(new URL('../../server/cli/main.ts', import.meta.url));

/** The compile cache halves the time that loading the code takes. The guard checks the statements of the process. */
export const processEnvironment: Record<string, string> = {
  ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  ...(NODE_OPTIONS && TEST_ACCOUNT_GUARD && { NODE_OPTIONS, TEST_ACCOUNT_GUARD }),
};

/** Of the caller's environment it gets only PATH and what every process of a test has. */
export function launch(
  t: TestContext,
  environment: Record<string, string>,
  script = command,
  ...args: string[]
): Process {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...processEnvironment, ...environment },
  });
  const written = { stdout: '', stderr: '' };
  let hasEnded = false;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
      child.emit('wrote');
    });
  }
  child.stdin.on('error', () => {});
  const ended = once(child, 'close').then(([code, signal]) => {
    hasEnded = true;
    child.emit('wrote');
    return { code, signal };
  });
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid!,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    async wrote(pattern) {
      for (;;) {
        const match = pattern.exec(written.stdout);
        if (match) return match;
        if (hasEnded) assert.fail(`The process ended without ${pattern}: ${written.stdout}${written.stderr}`);
        await once(child, 'wrote');
      }
    },
    say: (text) => child.stdin.write(text),
    kill: (signal) => child.kill(signal),
    ended,
  };
}

/** Starts `fingerpost serve` on a free port; resolves when it listens. */
export async function startServer(t: TestContext, environment: Record<string, string>, script?: URL): Promise<Server> {
  // Load from other tests must not count as overload.
  const patience = { MAX_EVENT_LOOP_DELAY_MS: '60000' };
  const settings = { HOST: '127.0.0.1', PORT: '0', DEMO: 'off', ...patience, ...environment };
  const running = script ? launch(t, settings, fileURLToPath(script)) : launch(t, settings, command, 'serve');
  const [, url, port] = await running.wrote(/"Fingerpost listens on (http:\/\/127\.0\.0\.1:(\d+))"/);
  return { ...running, url: url!, port: Number(port), call: (request, options) => call(url!, request, options) };
}

/** `request` is like `GET /health`, with the full path. Opens a new connection unless an agent is given. */
export function call(url: string, request: string, { key, headers, json, agent, signal }: Call = {}): Promise<Answer> {
  const [method, path] = request.split(' ') as [string, string];
  const body = json === undefined ? undefined : JSON.stringify(json);
  const all = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    http
      .request(url + path, { method, headers: all, agent: agent ?? false, ...(signal ? { signal } : {}) }, (response) =>
        answerOf(response).then(resolve, reject),
      )
      .on('error', reject)
      .end(body);
  });
}

/** Rejects if the answer is incomplete. */
export async function answerOf(response: http.IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const isJson = response.headers['content-type']?.startsWith('application/json');
  return { status: response.statusCode!, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

export interface Tenant {
  accountId: number;
  keyId: number;
  key: string;
}

/** An account with a write key, created directly in the database, as the command line does. */
export async function tenantOn(databaseUrl: string, username = 'ada'): Promise<Tenant> {
  const now = createClock()();
  const store = await openStore(databaseUrl, { watch: false });
  try {
    const request = { username, email: `${username}@example.com`, name: 'Ada' };
    const accountId = await createAccount(store, request, commandLine, now);
    const wanted = { name: 'Test', scope: 'write', expiresAt: null } as const;
    const { id, key } = await createKey(store, accountId, wanted, commandLine, now);
    return { accountId, keyId: id, key };
  } finally {
    await store.close();
  }
}

/** Another key of the account. */
export async function anotherKeyOn(databaseUrl: string, accountId: number): Promise<string> {
  const store = await openStore(databaseUrl, { watch: false });
  try {
    const wanted = { name: 'Another', scope: 'read', expiresAt: null } as const;
    return (await createKey(store, accountId, wanted, commandLine, createClock()())).key;
  } finally {
    await store.close();
  }
}

export function pixelNamed(name: string) {
  return { name, type: 'quora', pixel_id: 'q-1' };
}

export function assertApiError(answer: Pick<Answer, 'status' | 'body' | 'text'>, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body?.code, code, answer.text);
  assert.equal(answer.body.status, false);
  assert.match(answer.body.response, /^[A-Z].*\.$/s);
}
