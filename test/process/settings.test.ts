import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { engines } from '../support/engines.ts';
import { launch, startServer } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';

const sqlite = engines[0]!;
const command = fileURLToPath(new URL('../../server/cli/main.ts', import.meta.url));

describe('settings on start', () => {
  it('exit with 78 and one sentence per invalid setting, without passwords', async (t) => {
    const wrong = {
      PORT: '70000',
      PUBLIC_URL: 'links.example',
      DATABASE_URL: 'mysql://fingerpost:hush@db.internal/links',
      TRUST_PROXY: 'everybody',
      LOG_LEVEL: 'loud',
      RATE_LIMIT: '-1',
      METRICS_PORT: 'yes',
      DEMO: 'perhaps',
      MAX_IN_FLIGHT: '0',
      STOP_TIMEOUT_SECONDS: '1.5',
    };
    const started = launch(t, wrong, command, 'serve');
    assert.deepEqual(await started.ended, { code: 78, signal: null });
    assert.equal(started.stdout(), '');
    const lines = started.stderr().trimEnd().split('\n');
    assert.deepEqual(lines.map((line) => line.split(' ', 1)[0]).sort(), Object.keys(wrong).sort());
    for (const line of lines) assert.match(line, /^[A-Z_]+ must be .+[^.]\.$/);
    assert.doesNotMatch(started.stderr(), /hush/);
  });

  it('exit with 1 and a sentence that names a port in use and what to do', async (t) => {
    const port = await takenPort(t);
    const databaseUrl = await freshDatabase(t, sqlite);
    const environment = { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', DEMO: 'off' };

    const service = launch(t, { ...environment, PORT: port }, command, 'serve');
    assert.deepEqual(await service.ended, { code: 1, signal: null });
    assert.equal(
      service.stderr(),
      `The service cannot listen on 127.0.0.1, port ${port}: the port is in use; stop the other program, or set PORT to another port.\n`,
    );

    const metrics = launch(t, { ...environment, PORT: '0', METRICS_PORT: port }, command, 'serve');
    assert.deepEqual(await metrics.ended, { code: 1, signal: null });
    assert.equal(
      metrics.stderr(),
      `The metrics cannot listen on port ${port}: the port is in use; stop the other program, or set METRICS_PORT to another port.\n`,
    );
    assert.doesNotMatch(metrics.stdout(), /listens on/);
  });
});

describe('METRICS_PORT', () => {
  it('is off by default', async (t) => {
    const server = await startServer(t, { DATABASE_URL: await freshDatabase(t, sqlite) });
    assert.equal((await server.call('GET /metrics')).status, 404);
    server.kill('SIGTERM');
    await server.ended;
    assert.doesNotMatch(server.stdout(), /metrics/);
  });
});

async function takenPort(t: TestContext): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  return String((other.address() as { port: number }).port);
}
