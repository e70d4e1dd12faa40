// A backup of a large installation under writes, and its restore elsewhere.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inScope } from '../bench/scope.ts';
import { openStore } from '../server/storage/store.ts';
import { compare, type Load, startLoad } from '../test/faults/load.ts';
import { startPostgres } from '../test/support/postgres/server.ts';
import { launch, startServer, tenantOn } from '../test/support/server.ts';
import type { Drill, Finding } from './drill.ts';
import { seconds, tally, thousands } from './figures.ts';

const CLIENTS = { writers: 4, readers: 4 };
const UPLOADS = 500;
const ROWS_AT_ONCE = 250_000;
const command = fileURLToPath(new URL('../server/cli/main.ts', import.meta.url));

interface Size {
  seen: number;
  periods: number;
  uploadBytes: number;
  quietMs: number;
}

export const backup: Drill = async ({ say, quick }) => {
  const size: Size = quick
    ? { seen: 500_000, periods: 250_000, uploadBytes: 10_000_000, quietMs: 4000 }
    : { seen: 4_000_000, periods: 1_500_000, uploadBytes: 50_000_000, quietMs: 15_000 };
  const findings: Finding[] = [];
  for (const name of ['sqlite', 'postgres']) findings.push(...(await inScope((t) => rehearse(t, name, size, say))));
  return findings;
};

async function rehearse(t: TestContext, name: string, size: Size, say: (text: string) => void): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const holdsDatabase = name === 'sqlite';
  const databaseFile = join(folder, 'here', 'fingerpost.db');
  const databaseUrl = holdsDatabase ? `sqlite:${databaseFile}` : await ownPostgres(t);
  const here = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'here') };
  const file = join(folder, 'backup.tar.gz');
  const { accountId, key } = await tenantOn(databaseUrl);
  if (holdsDatabase) {
    say('filling a database');
    fill(databaseFile, size);
  }
  makeUploads(here.DATA_DIR, size.uploadBytes);
  const bytes = size.uploadBytes + (holdsDatabase ? statSync(databaseFile).size : 0);

  const server = await startServer(t, { ...here, RATE_LIMIT: '0' });
  const load = startLoad(server, key, CLIENTS);
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

  const { size: packed } = statSync(file);
  const findings: Finding[] = [
    {
      what: 'backup, verified and renamed',
      figure: `${megabytes(bytes)} in ${seconds(saved.took)}, ${megabytes((bytes * 1000) / saved.took)}/s; the file has ${megabytes(packed)}`,
      target: 'exit 0',
      met: saved.code === 0,
    },
    ...underLoad(load, { quietFrom, began, ended }),
    { what: 'restore', figure: seconds(restored.took), target: 'exit 0', met: restored.code === 0 },
    sameUploads(here.DATA_DIR, there.DATA_DIR),
  ];
  if (holdsDatabase) findings.push(...(await comparedWith(t, there, { accountId, key }, before, load)));
  return findings.map((finding) => ({ ...finding, what: `${name}: ${finding.what}` }));
}

async function ownPostgres(t: TestContext): Promise<string> {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  return postgres.url;
}

function underLoad({ replies }: Load, { quietFrom, began, ended }: Record<'quietFrom' | 'began' | 'ended', number>) {
  const sentBetween = (from: number, to: number) => replies.filter(({ sentAt }) => sentAt >= from && sentAt < to);
  const [quiet, meanwhile] = [sentBetween(quietFrom, began), sentBetween(began, ended)];
  const failed = meanwhile.filter(({ status }) => status !== 200);
  const rate = (count: number, ms: number) => `${thousands((count * 1000) / ms)}/s`;
  return [
    {
      what: 'failed requests during the backup',
      figure: `${failed.length === 0 ? 'none' : tally(failed.map(({ status, text }) => status ?? text))} of ${thousands(meanwhile.length)}`,
      target: 'none',
      met: failed.length === 0 && meanwhile.length > 0,
    },
    {
      what: 'requests per second and 99th percentile of writes: before; during',
      figure: `${rate(quiet.length, began - quietFrom)}, ${slowest(quiet)}; ${rate(meanwhile.length, ended - began)}, ${slowest(meanwhile)}`,
      met: true,
    },
  ];
}

function slowest(replies: Load['replies']): string {
  const took = replies
    .filter(({ writes }) => writes)
    .map((reply) => reply.took)
    .sort((a, b) => a - b);
  return `${Math.round(took[Math.floor(took.length * 0.99)] ?? Number.NaN)} ms`;
}

async function comparedWith(
  t: TestContext,
  there: { DATABASE_URL: string; DATA_DIR: string },
  { accountId, key }: { accountId: number; key: string },
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
  const running = launch(t, environment, command, ...args);
  const { code } = await running.ended;
  if (code !== 0) console.error(running.stderr());
  return { code, took: performance.now() - began };
}

/** Visits of many accounts, the largest part of an old installation. */
function fill(file: string, { seen, periods }: Size): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA synchronous = OFF');
  const numbers = (from: number, to: number) =>
    `WITH RECURSIVE number(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM number WHERE n < ${to - 1})`;
  for (let from = 0; from < seen; from += ROWS_AT_ONCE) {
    database.exec(`INSERT INTO visit_seen (account_id, day, target_id, visitor)
      ${numbers(from, Math.min(from + ROWS_AT_ONCE, seen))}
      SELECT 1000 + n / 20000, printf('2026-%02d-%02d', 1 + n % 11, 1 + n % 28), 0, lower(hex(randomblob(16))) FROM number`);
  }
  for (let from = 0; from < periods; from += ROWS_AT_ONCE) {
    database.exec(`INSERT INTO visit_period (account_id, target_id, dimension, tier, start, counts)
      ${numbers(from, Math.min(from + ROWS_AT_ONCE, periods))}
      SELECT 1000 + n / 20000, 0, '', 0, 1790000000000000 + n * 900000000,
        '["city",["City number ' || (n % 8) || '",' || (abs(random()) % 100) || ',1]]' FROM number`);
  }
  database.close();
}

function makeUploads(dataDir: string, bytes: number): void {
  mkdirSync(join(dataDir, 'uploads'), { recursive: true });
  for (let number = 0; number < UPLOADS; number += 1) {
    writeFileSync(join(dataDir, 'uploads', `${number}.webp`), randomBytes(bytes / UPLOADS));
  }
}

function sameUploads(here: string, there: string): Finding {
  const names = readdirSync(join(here, 'uploads'));
  const content = (folder: string, name: string) => {
    try {
      return readFileSync(join(folder, 'uploads', name));
    } catch {
      return undefined;
    }
  };
  const same = names.filter((name) => content(there, name)?.equals(content(here, name)!));
  const figure = `${same.length} of ${names.length}`;
  return { what: 'identical uploads', figure, target: 'all', met: same.length === names.length };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
