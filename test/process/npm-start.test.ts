import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { freshDatabase } from '../support/store.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('npm start', () => {
  it('passes SIGTERM on to the service, which stops and closes its port', async (t) => {
    const databaseUrl = await freshDatabase(t, engines[0]!);
    const dataDir = dirname(databaseUrl.replace('sqlite:', ''));
    const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', DEMO: 'off' };
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, ...settings, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
      // A separate process group, so that nothing is left behind if the signal does not arrive.
      detached: true,
    });
    t.after(() => killGroup(npm.pid!));
    let stdout = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    const ended = once(npm, 'exit');
    const address = () => /Fingerpost listens on (http:\S+?)"/.exec(stdout)?.[1];
    await eventually('it listens', 120_000, () => address() !== undefined);
    const health = () => fetch(`${address()}/health`);
    assert.equal((await health()).status, 200);

    npm.kill('SIGTERM');
    await ended;
    const isClosed = () =>
      health().then(
        () => false,
        () => true,
      );
    await eventually('the port is closed', 30_000, isClosed);
    await eventually('the log says so', 30_000, () => /"msg":"Stopped"/.test(stdout));
  });
});

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}
