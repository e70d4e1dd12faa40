import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { fingerpost } from '../cli/fingerpost.ts';
import { engines } from '../support/engines.ts';
import { freshDatabase } from '../support/store.ts';

const sqlite = engines[0]!;

describe('settings on start', () => {
  it('exit with 78 and one sentence per invalid setting, without passwords', async () => {
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
    const { code, stdout, stderr } = await fingerpost(['serve'], { environment: wrong });
    assert.equal(code, 78);
    assert.equal(stdout, '');
    const lines = stderr.trimEnd().split('\n');
    assert.deepEqual(lines.map((line) => line.split(' ', 1)[0]).sort(), Object.keys(wrong).sort());
    for (const line of lines) assert.match(line, /^[A-Z_]+ must be .+[^.]\.$/);
    assert.doesNotMatch(stderr, /hush/);
  });

  it('exit with 1 and a sentence that names a port in use and what to do', async (t) => {
    const port = await takenPort(t);
    const databaseUrl = await freshDatabase(t, sqlite);
    const common = { DATABASE_URL: databaseUrl, HOST: '127.0.0.1', DEMO: 'off', LOG_LEVEL: 'silent' };
    for (const [setting, who] of [
      ['PORT', 'The service cannot listen on 127.0.0.1, port'],
      ['DASHBOARD_PORT', 'The dashboard cannot listen on 127.0.0.1, port'],
      ['METRICS_PORT', 'The metrics cannot listen on port'],
    ] as const) {
      const environment = { ...common, PORT: '0', DASHBOARD_PORT: '0', [setting]: port };
      assert.deepEqual(await fingerpost(['serve'], { environment }), {
        code: 1,
        stdout: '',
        stderr: `${who} ${port}: the port is in use; stop the other program, or set ${setting} to another port.\n`,
      });
    }
  });
});

async function takenPort(t: TestContext): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  return String((other.address() as { port: number }).port);
}
