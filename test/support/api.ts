// The API as a client sees it: an app on a fresh database, accounts with keys, and every answer checked against the
// committed OpenAPI document.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import type { KeyScope } from '../../contract/vocabulary.ts';
import { allJobs } from '../../server/all-jobs.ts';
import { buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { buildDashboard } from '../../server/dashboard.ts';
import { createAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { createKey } from '../../server/domain/accounts/keys.ts';
import type { Passwords } from '../../server/domain/sign-in/passwords/passwords.ts';
import type { FileStorage } from '../../server/files/file-storage.ts';
import { openFileStorage } from '../../server/files/open.ts';
import type { Job } from '../../server/jobs/job.ts';
import { createServices } from '../../server/services.ts';
import { readPublicToken } from '../../server/storage/accounts/account-tokens.ts';
import { openStore, type Store } from '../../server/storage/store.ts';
import { createVisits, type Visits } from '../../server/visits/index.ts';
import { createGeography } from '../../server/visits/record/geography.ts';
import type { Engine } from './engines.ts';
import { enqueuedJobsDone, runOnce, runTrusted } from './jobs.ts';
import { assertDocumented } from './openapi.ts';
import { quickPasswords } from './quick-passwords.ts';

/** Not part of `upkeep`. */
const hourly = ['unused-uploads', 'unfinished-imports'];

/** 2026-11-15T12:00:00.123456Z; advances only when a test sets it. */
export const NOON = Date.UTC(2026, 10, 15, 12) * 1000 + 123_456;

export interface Account {
  id: number;
  username: string;
  key: string;
  /** The public token in URLs of its pictures and uploads. */
  token: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: any;
  text: string;
}

export interface Request {
  key?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  multipart?: Record<string, string>;
  payload?: InjectOptions['payload'];
}

export interface Api {
  app: FastifyInstance;
  /** The dashboard app on the same store, built when it is first asked for. */
  dashboard(): Promise<FastifyInstance>;
  config: Config;
  store: Store;
  files: FileStorage;
  visits: Visits;
  clock: { now: number };
  /** Runs this job that recurs once. */
  runJob(name: string): Promise<void>;
  /** All maintenance of half a minute, and what it asks for. */
  upkeep(): Promise<void>;
  account(username: string): Promise<Account>;
  keyFor(
    account: Pick<Account, 'id'>,
    request?: { scope?: KeyScope; expiresAt?: number | null },
  ): Promise<{ id: number; key: string }>;
  /** `GET /user`, with the path relative to /api/v1. */
  call(request: string, options?: Request): Promise<Answer>;
  close(): Promise<void>;
}

/**
 * For all services of a process: reading the file takes longer than most tests, and every seventy megabytes start a full
 * garbage collection.
 */
const geography = createGeography({ logger: pino({ level: 'silent' }) });

interface OpenOptions {
  dashboardFolder?: string;
  passwords?: Passwords;
}

export async function openApi(
  engine: Pick<Engine, 'freshDatabase'>,
  environment: Record<string, string> = {},
  options: OpenOptions = {},
): Promise<Api> {
  const { databaseUrl, drop } = await engine.freshDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-data-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://links.example',
    LOG_LEVEL: 'silent',
    ...environment,
  });
  const clock = { now: NOON };
  // Test suites keep their variables until the process ends. A closed service is dropped here, so that its memory is not.
  let running: Running | undefined = await startService(config, clock, options);
  const current = () => running ?? assert.fail('The API is closed.');

  async function keyFor(account: { id: number }, request: { scope?: KeyScope; expiresAt?: number | null } = {}) {
    const wanted = { name: 'Test', scope: request.scope ?? 'write', expiresAt: request.expiresAt ?? null } as const;
    return createKey(current().store, account.id, wanted, commandLine, clock.now);
  }

  return {
    get app() {
      return current().app;
    },
    get store() {
      return current().store;
    },
    get files() {
      return current().files;
    },
    get visits() {
      return current().visits;
    },
    config,
    clock,
    keyFor,
    runJob: (name) => current().runJob(name),
    upkeep: () => current().upkeep(),
    dashboard: () => current().dashboard(),
    async account(username) {
      const { store } = current();
      const request = { username, email: `${username}@example.com`, name: `The ${username}` };
      const id = await createAccount(store, request, commandLine, clock.now);
      const token = (await readPublicToken(store.read, id))!;
      return { id, username, key: (await keyFor({ id })).key, token };
    },
    async call(request, options = {}) {
      const [method, path] = request.split(' ') as ['GET', string];
      const response = await current().app.inject({ method, url: `/api/v1${path}`, ...toInject(options) });
      const headers = response.headers as Record<string, string | undefined>;
      const text = response.payload;
      const answer = { status: response.statusCode, headers, text, body: text === '' ? undefined : JSON.parse(text) };
      assertDocumented(method, path, answer);
      return answer;
    },
    async close() {
      await running?.close();
      running = undefined;
      await drop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Running
  extends Pick<Api, 'app' | 'dashboard' | 'store' | 'files' | 'visits' | 'runJob' | 'upkeep' | 'close'> {}

async function startService(
  config: Config,
  clock: Api['clock'],
  { dashboardFolder, passwords = quickPasswords }: OpenOptions,
): Promise<Running> {
  const logger = pino({ level: config.logLevel });
  const now = () => clock.now;
  const store = await openStore(config.databaseUrl, { watch: true });
  const visits = createVisits({ store, clock: now, geography, logger });
  const files = openFileStorage(config);
  const dependencies = { config, store, files, clock: now, geography, visits, logger, dashboardFolder, passwords };
  const services = createServices(dependencies);
  const app = await buildApp(dependencies, services);
  const jobs = allJobs({ ...services, logger });
  const isRecurring = ({ every }: Job) => every !== undefined;
  // Jobs that recur run when a test says so.
  await services.jobs.start(jobs.filter((job) => !isRecurring(job)));
  let dashboard: Promise<FastifyInstance> | undefined;
  return {
    app,
    store,
    files,
    visits,
    async runJob(name) {
      await runOnce(jobs.find((job) => job.name === name)!);
    },
    async upkeep() {
      await visits.upkeep();
      await runTrusted(jobs.filter((job) => isRecurring(job) && !hourly.includes(job.name)));
      await enqueuedJobsDone(store);
    },
    dashboard() {
      dashboard ??= buildDashboard(dependencies, services);
      return dashboard;
    },
    async close() {
      await (await dashboard)?.close();
      await app.close();
      await services.jobs.stop();
      await services.mailer.stop();
      await services.signIn.close();
      await visits.stop();
      files.close();
      await store.close();
    },
  };
}

function toInject({ key, headers, json, form, multipart, payload }: Request): Partial<InjectOptions> {
  const authorization: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const all = { ...authorization, ...headers };
  if (json !== undefined) {
    return { headers: { 'content-type': 'application/json', ...all }, payload: JSON.stringify(json) };
  }
  if (form) {
    const type = 'application/x-www-form-urlencoded';
    return { headers: { 'content-type': type, ...all }, payload: new URLSearchParams(form).toString() };
  }
  if (multipart) {
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    return { headers: { 'content-type': type, ...all }, payload: multipartBody(multipart) };
  }
  return payload === undefined ? { headers: all } : { headers: all, payload };
}

export const BOUNDARY = 'signpost';

export function multipartBody(fields: Record<string, string>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

export function assertError(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.body.code, code);
  assert.equal(answer.body.status, false);
  assert.match(answer.body.response, /^[A-Z`].*[.?]$/s);
}
