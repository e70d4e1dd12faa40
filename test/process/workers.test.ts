// A primary and its workers: replaced without a failed request, after a crash, and with new settings.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fingerpost } from '../cli/fingerpost.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { launch, type Process, type Server, startServer, suiteScope, tenantOn } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';
import { startKeptClients } from './kept-connections.ts';
import { parseExposition } from './metrics/exposition.ts';

const REPLACED_MS = 60_000;
const CLIENTS = 4;
const PAUSE_MS = 20;
const sqlite = engines[0]!;

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
      await sleep(PAUSE_MS);
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
  const scope = suiteScope();
  let server: Server;
  let environment: Record<string, string>;
  before(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-workers-'));
    scope.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const ports = { HOST: '127.0.0.1', PORT: '0', DASHBOARD_PORT: '0', METRICS_PORT: '0' };
    const patience = { MAX_EVENT_LOOP_DELAY_MS: '60000' };
    const databaseUrl = await freshDatabase(scope, sqlite);
    await tenantOn(databaseUrl);
    environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off', WORKERS: '3', ...ports, ...patience };
    server = await startServer(scope, environment);
    scope.after(async () => {
      server.kill('SIGTERM');
      assert.deepEqual(await server.ended, { code: 0, signal: null });
      assert.equal(server.stderr(), '');
    });
    await server.wrote(/"3 workers serve requests"/);
  });

  it('are replaced one by one on a reload, with the new settings and without a failed request', async () => {
    const before = workersOf(server);
    const clients = startClients(server);
    const kept = startKeptClients(server.url, ['GET /health', 'GET /ada'], { clients: 8, maxPauseMs: PAUSE_MS });
    const said = 'Replaced all workers: 2 now serve requests.';
    const timesSaid = () => server.stdout().split(`"${said}"`).length - 1;
    const reloaded = await fingerpost(['reload'], { environment: { ...environment, WORKERS: '2' } });
    assert.deepEqual(reloaded, { code: 0, stdout: `${said}\n`, stderr: '' });
    const after = workersOf(server);
    assert.equal(after.length, 2);
    assert.deepEqual(
      after.filter((pid) => before.includes(pid)),
      [],
    );

    await eventually('the reload is logged', REPLACED_MS, () => timesSaid() === 1);
    server.kill('SIGHUP');
    await eventually('SIGHUP replaces them', REPLACED_MS, () => timesSaid() === 2);
    assert.deepEqual(
      workersOf(server).filter((pid) => after.includes(pid)),
      [],
    );
    const { failures, answered } = await clients.stop();
    assert.deepEqual([...failures, ...(await kept.stop())], []);
    assert.ok(answered > 0);
    assert.ok(kept.answered() > 500, `only ${kept.answered()} requests were sent`);

    for (const [settings, code, sentence] of [
      [{ DATABASE_URL: 'sqlite:/elsewhere.db' }, 1, 'DATABASE_URL has changed. Restart the service for that.\n'],
      [{ WORKERS: '1' }, 1, 'WORKERS is 1 now. Restart the service for that.\n'],
      [
        { DATA_DIR: '/nowhere' },
        69,
        /^No service with workers runs here: nothing listens on \/nowhere\/control-\S+\.sock\./,
      ],
    ] as const) {
      const refused = await fingerpost(['reload'], { environment: { ...environment, ...settings } });
      assert.equal(refused.code, code);
      if (typeof sentence === 'string') assert.equal(refused.stderr, sentence);
      else assert.match(refused.stderr, sentence);
    }
  });

  it('are replaced after a crash, and their metrics are on one port and never fall', async () => {
    const [, url] = await server.wrote(/"metrics on ([^"]+)"/);
    const scrape = async () => parseExposition(await (await fetch(url!)).text());
    const answered = 'fingerpost_request_duration_seconds_count{method="GET",route="/health",status="200"}';
    const crashed = 'fingerpost_workers_crashed_total';
    const first = await scrape();
    for (let requests = 0; requests < 20; requests += 1) await server.call('GET /health');
    const seen = await scrape();
    const workers = workersOf(server);
    assert.equal(seen.value(answered), (first.value(answered) ?? 0) + 20);
    assert.equal(seen.value('fingerpost_workers_ready'), workers.length);
    await eventually('all visits are counted', 20_000, async () => {
      return (await scrape()).value('fingerpost_journal_rows') === 0;
    });
    const open = seen.labelsOf('fingerpost_connections_open').map(({ worker }) => worker);
    assert.equal(open.length, workers.length);
    assert.deepEqual(
      seen.labelsOf('process_resident_memory_bytes').map(({ worker }) => worker),
      ['primary', ...open],
    );

    process.kill(workers[0]!, 'SIGKILL');
    await eventually('it is replaced', REPLACED_MS, async () => {
      const now = await scrape();
      return (
        now.value(crashed) === seen.value(crashed)! + 1 && now.value('fingerpost_workers_ready') === workers.length
      );
    });
    assert.equal(workersOf(server).includes(workers[0]!), false);
    assert.equal((await server.call('GET /health')).status, 200);
    assert.equal((await scrape()).value(answered), seen.value(answered)! + 1);
  });

  it('that cannot start end the primary, with the reason and the exit code', async (t) => {
    const settings = { ...environment, PORT: String(server.port), WORKERS: '2' };
    const second = launch(t, settings, undefined, 'serve');
    assert.deepEqual(await second.ended, { code: 1, signal: null });
    const sentence = `The service cannot listen on 127.0.0.1, port ${server.port}: the port is in use; stop the other program, or set PORT to another port.\n`;
    assert.equal(second.stderr(), sentence);
    assert.equal((await server.call('GET /health')).status, 200);
  });
});
