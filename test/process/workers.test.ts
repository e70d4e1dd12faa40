// A primary and its workers: replaced without a failed request, after a crash, and with new settings.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fingerpost } from '../cli/fingerpost.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { launch, type Process, type Server, startServer } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';
import { parseExposition } from './metrics/exposition.ts';

const REPLACED_MS = 60_000;
const CLIENTS = 4;
const sqlite = engines[0]!;

interface Workers extends Server {
  environment: Record<string, string>;
}

async function startWorkers(t: TestContext, settings: Record<string, string> = {}): Promise<Workers> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-workers-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const databaseUrl = await freshDatabase(t, sqlite);
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DASHBOARD_PORT: '0', WORKERS: '2', ...settings };
  const server = await startServer(t, environment);
  await server.wrote(/"2 workers serve requests"/);
  return { ...server, environment };
}

function workersOf({ pid }: Process): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** Sends requests, each on a connection of its own, until it is stopped. */
function startClients(server: Server) {
  const failures: unknown[] = [];
  let answered = 0;
  let isStopping = false;
  async function client(): Promise<void> {
    while (!isStopping) {
      const status = await server.call('GET /health').then(
        (answer) => answer.status,
        (error: NodeJS.ErrnoException) => error.code,
      );
      if (status === 200) answered += 1;
      else failures.push(status);
    }
  }
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    async stop() {
      isStopping = true;
      await Promise.all(clients);
      return { failures, answered };
    },
  };
}

describe('workers', () => {
  it('are replaced one by one on a reload, with the new settings and without a failed request', async (t) => {
    const server = await startWorkers(t, { SIGNUP: 'closed' });
    const before = workersOf(server);
    const clients = startClients(server);
    const port = { PORT: '0', HOST: '127.0.0.1', DEMO: 'off', MAX_EVENT_LOOP_DELAY_MS: '60000' };
    const reloaded = await fingerpost(['reload'], { environment: { ...server.environment, ...port, WORKERS: '3' } });
    assert.deepEqual(reloaded, { code: 0, stdout: 'Replaced all workers: 3 now serve requests.\n', stderr: '' });
    const after = workersOf(server);
    assert.equal(after.length, 3);
    assert.deepEqual(
      after.filter((pid) => before.includes(pid)),
      [],
    );

    server.kill('SIGHUP');
    await eventually('SIGHUP replaces them', REPLACED_MS, () => {
      return server.stdout().split('"Replaced all workers: 3 now serve requests."').length === 3;
    });
    assert.deepEqual(
      workersOf(server).filter((pid) => after.includes(pid)),
      [],
    );
    const { failures, answered } = await clients.stop();
    assert.deepEqual(failures, []);
    assert.ok(answered > 0);

    for (const [settings, code, sentence] of [
      [{ DATABASE_URL: 'sqlite:/elsewhere.db' }, 1, 'DATABASE_URL has changed. Restart the service for that.\n'],
      [{ WORKERS: '1' }, 1, 'WORKERS is 1 now. Restart the service for that.\n'],
      [
        { DATA_DIR: '/nowhere' },
        69,
        /^No service with workers runs here: nothing listens on \/nowhere\/control-\S+\.sock\./,
      ],
    ] as const) {
      const refused = await fingerpost(['reload'], { environment: { ...server.environment, ...port, ...settings } });
      assert.equal(refused.code, code);
      if (typeof sentence === 'string') assert.equal(refused.stderr, sentence);
      else assert.match(refused.stderr, sentence);
    }

    server.kill('SIGTERM');
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    assert.equal(server.stderr(), '');
  });

  it('are replaced after a crash, and their metrics are on one port and never fall', async (t) => {
    const server = await startWorkers(t, { METRICS_PORT: '0' });
    const [, url] = await server.wrote(/"metrics on ([^"]+)"/);
    const scrape = async () => parseExposition(await (await fetch(url!)).text());
    const answered = 'fingerpost_request_duration_seconds_count{method="GET",route="/health",status="200"}';
    for (let requests = 0; requests < 20; requests += 1) await server.call('GET /health');
    const seen = await scrape();
    assert.equal(seen.value(answered), 20);
    assert.equal(seen.value('fingerpost_workers_ready'), 2);
    assert.equal(seen.value('fingerpost_journal_rows'), 0);
    assert.deepEqual(
      seen.labelsOf('process_resident_memory_bytes').map(({ worker }) => worker),
      ['primary', '1', '2'],
    );
    assert.deepEqual(
      seen.labelsOf('fingerpost_connections_open').map(({ worker }) => worker),
      ['1', '2'],
    );

    const [killed] = workersOf(server);
    process.kill(killed!, 'SIGKILL');
    await eventually(
      'it is replaced',
      REPLACED_MS,
      async () => (await scrape()).value('fingerpost_workers_ready') === 2,
    );
    assert.equal(workersOf(server).includes(killed!), false);
    assert.equal((await server.call('GET /health')).status, 200);
    const later = await scrape();
    assert.equal(later.value(answered), 21);
    assert.equal(later.value('fingerpost_workers_crashed_total'), 1);
  });

  it('that cannot start end the primary, with the reason and the exit code', async (t) => {
    const running = await startWorkers(t);
    const second = launch(
      t,
      { ...running.environment, PORT: String(running.port), HOST: '127.0.0.1', DEMO: 'off' },
      undefined,
      'serve',
    );
    assert.deepEqual(await second.ended, { code: 1, signal: null });
    const sentence = `The service cannot listen on 127.0.0.1, port ${running.port}: the port is in use; stop the other program, or set PORT to another port.\n`;
    assert.equal(second.stderr(), sentence);
    assert.equal((await running.call('GET /health')).status, 200);
  });
});
