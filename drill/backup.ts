// A backup of a large installation under writes, and its restore elsewhere.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore } from '../server/storage/store.ts';
import { compare, type Load, startLoad } from '../test/faults/load.ts';
import { startPostgres } from '../test/support/postgres/server.ts';
import { inScope } from '../test/support/scope.ts';
import { launch, startServer, type Tenant, tenantOn } from '../test/support/server.ts';
import { type Finding, labelled, quantile, seconds, type Trial, tally, thousands } from './support/findings.ts';
import { makeLarge } from './support/large-installation.ts';
import { temporaryFolder } from './support/processes.ts';

const CLIENTS = { writers: 4, readers: 4 };
const UPLOADS = 500;

interface Size {
  rows: number;
  uploadBytes: number;
  quietMs: number;
}

export const backup: Trial = async ({ say, quick }) => {
  const size: Size = quick
    ? { rows: 50_000, uploadBytes: 10_000_000, quietMs: 3000 }
    : { rows: 1_500_000, uploadBytes: 50_000_000, quietMs: 15_000 };
  const findings: Finding[] = [];
  for (const name of ['sqlite', 'postgres']) {
    findings.push(...labelled(name, await inScope((t) => rehearse(t, name, size, say))));
  }
  return findings;
};

async function rehearse(t: TestContext, name: string, size: Size, say: (text: string) => void): Promise<Finding[]> {
  const folder = temporaryFolder(t);
  const holdsDatabase = name === 'sqlite';
  const databaseFile = join(folder, 'here', 'fingerpost.db');
  const databaseUrl = holdsDatabase ? `sqlite:${databaseFile}` : await ownPostgres(t);
  const here = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'here') };
  const file = join(folder, 'backup.tar.gz');
  const tenant = await tenantOn(databaseUrl);
  if (holdsDatabase) {
    say(`filling a database with ${thousands(size.rows)} rows`);
    await makeLarge(databaseUrl, size.rows);
  }
  makeUploads(here.DATA_DIR, size.uploadBytes);
  const bytes = size.uploadBytes + (holdsDatabase ? statSync(databaseFile).size : 0);

  const server = await startServer(t, { ...here, RATE_LIMIT: '0' });
  const load = startLoad(server, tenant.key, CLIENTS);
  await load.underWay(100);
  const quietFrom = performance.now();
  await sleep(size.quietMs);
  const before = new Map(load.acknowledged);
  say(`backing up ${megabytes(bytes)} of ${name}`);
  const began = performance.now();
  const saved = await run(t, here, 'backup', file, '--json');
  const ended = performance.now();
  await load.stop();

  // The backup does not contain a PostgreSQL database, so that one stays in use.
  const there = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'there') };
  if (holdsDatabase) there.DATABASE_URL = `sqlite:${join(there.DATA_DIR, 'fingerpost.db')}`;
  say('restoring it elsewhere');
  const restored = await run(t, there, 'restore', file, '--json');
  return [
    {
      what: 'backup, verified and renamed',
      figure: `${megabytes(bytes)} in ${seconds(saved.took)}, ${megabytes((bytes * 1000) / saved.took)}/s; the file has ${megabytes(statSync(file).size)}`,
      target: 'exit 0',
      met: saved.code === 0,
    },
    ...underLoad(load, { quietFrom, began, ended }),
    { what: 'restore', figure: seconds(restored.took), target: 'exit 0', met: restored.code === 0 },
    sameUploads(here.DATA_DIR, there.DATA_DIR),
    ...(holdsDatabase ? await comparedWith(t, there, tenant, before, load) : []),
  ];
}

async function ownPostgres(t: TestContext): Promise<string> {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  return postgres.url;
}

function underLoad(
  { replies }: Load,
  { quietFrom, began, ended }: Record<'quietFrom' | 'began' | 'ended', number>,
): Finding[] {
  const sentBetween = (from: number, to: number) => replies.filter(({ sentAt }) => sentAt >= from && sentAt < to);
  const [quiet, meanwhile] = [sentBetween(quietFrom, began), sentBetween(began, ended)];
  const failed = meanwhile.filter(({ status }) => status !== 200);
  const figuresOf = (some: Load['replies'], ms: number) => {
    const writes = some.filter((reply) => reply.writes).map(({ took }) => took);
    return `${thousands((some.length * 1000) / ms)}/s, ${quantile(writes, 0.99).toFixed(0)} ms`;
  };
  return [
    {
      what: 'failed requests during the backup',
      figure: `${tally(failed.map(({ status, text }) => status ?? text))} of ${thousands(meanwhile.length)}`,
      target: 'none',
      met: failed.length === 0 && meanwhile.length > 0,
    },
    {
      what: 'requests per second and 99th percentile of writes: before; during',
      figure: `${figuresOf(quiet, began - quietFrom)}; ${figuresOf(meanwhile, ended - began)}`,
    },
  ];
}

async function comparedWith(
  t: TestContext,
  there: { DATABASE_URL: string; DATA_DIR: string },
  { accountId, key }: Tenant,
  before: ReadonlyMap<string, number>,
  load: Load,
): Promise<Finding[]> {
  const store = await openStore(there.DATABASE_URL, { watch: false });
  const { lost } = await compare(store, accountId, before);
  const { unasked, found } = await compare(store, accountId, load.acknowledged);
  await store.close();
  const server = await startServer(t, there);
  const { status } = await server.call('GET /api/v1/user', { key });
  return [
    {
      what: 'writes acknowledged before it began that were restored',
      figure: `${thousands(before.size - lost.length)} of ${thousands(before.size)}, and ${thousands(found - before.size + lost.length)} of those made during it; ${unasked.length} unexpected`,
      target: 'all; 0',
      met: lost.length === 0 && unasked.length === 0,
    },
    { what: 'a key on the restored service', figure: String(status), target: '200', met: status === 200 },
  ];
}

async function run(t: TestContext, environment: Record<string, string>, ...args: string[]) {
  const began = performance.now();
  const running = launch(t, environment, undefined, ...args);
  const { code } = await running.ended;
  if (code !== 0) console.error(running.stderr());
  return { code, took: performance.now() - began };
}

function makeUploads(dataDir: string, bytes: number): void {
  mkdirSync(join(dataDir, 'uploads'), { recursive: true });
  for (let number = 0; number < UPLOADS; number += 1) {
    writeFileSync(join(dataDir, 'uploads', `${number}.webp`), randomBytes(bytes / UPLOADS));
  }
}

function sameUploads(here: string, there: string): Finding {
  const names = readdirSync(join(here, 'uploads'));
  const restored = new Set(readdirSync(join(there, 'uploads')));
  const content = (folder: string, name: string) => readFileSync(join(folder, 'uploads', name));
  const same = names.filter((name) => restored.has(name) && content(there, name).equals(content(here, name)));
  const figure = `${same.length} of ${names.length}`;
  return { what: 'identical uploads', figure, target: 'all', met: same.length === names.length };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
