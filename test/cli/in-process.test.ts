// `run` inside a process: it returns the exit code and closes everything it opened.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { run } from '../../server/cli/run.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { freshDatabase } from '../support/store.ts';

const engine = engines[0]!;

describe('run(args, io)', () => {
  it('serves until the stop signal, then closes everything and returns 0', async (t) => {
    const port = await freePort();
    const databaseUrl = await freshDatabase(t, engine);
    const file = databaseUrl.replace('sqlite:', '');
    const environment = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dirname(file),
      HOST: '127.0.0.1',
      PORT: String(port),
      DASHBOARD_PORT: '0',
      LOG_LEVEL: 'silent',
    };
    const printed: string[] = [];
    const listeners: (() => void)[] = [];
    const ended = run(['serve'], {
      stdin: Readable.from([]),
      stdout: sink(printed),
      stderr: sink(printed),
      env: environment,
      onStopSignal(listener) {
        listeners.push(listener);
        return () => {};
      },
      onReloadSignal() {},
      lowerPriority() {},
    });
    const greeting = /^\nCreated a demo account, "demo", with made-up visits\./;
    await eventually('it greets', 120_000, () => greeting.test(printed.join('')));
    assert.match(printed.join(''), new RegExp(`^Its page: http://localhost:${port}/demo$`, 'm'));
    assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200);
    const link = /^ {2}(http:\/\/localhost:\d+)\/sign-in\/link\?token=([\w-]{32})$/m;
    await eventually('it prints how to sign in', 120_000, () => link.test(printed.join('')));
    const [, dashboard, token] = link.exec(printed.join(''))!;
    const signedIn = await fetch(`${dashboard}/api/v1/auth/sign-in/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    assert.deepEqual(await signedIn.json(), { status: true, response: { signed_in: true } });

    listeners[0]!();
    assert.equal(await ended, 0);
    await assert.rejects(fetch(`http://127.0.0.1:${port}/health`));
    // SQLite removes the WAL when the last connection closes.
    assert.deepEqual([existsSync(file), existsSync(`${file}-wal`)], [true, false]);
  });

  it('backs up and copies at a low priority, because the service may run at the same time', async (t) => {
    const databaseUrl = await freshDatabase(t, engine);
    const folder = dirname(databaseUrl.replace('sqlite:', ''));
    const lowered = async (...args: string[]) => {
      let count = 0;
      const code = await run(args, {
        stdin: Readable.from([]),
        stdout: sink([]),
        stderr: sink([]),
        env: { DATABASE_URL: databaseUrl, DATA_DIR: folder },
        onStopSignal: () => () => {},
        onReloadSignal() {},
        lowerPriority() {
          count += 1;
        },
      });
      return { code, count };
    };
    assert.deepEqual(await lowered('backup', join(folder, 'backup.tar.gz')), { code: 0, count: 1 });
    assert.deepEqual(await lowered('copy', '--to', `sqlite:${join(folder, 'copy.db')}`), { code: 0, count: 1 });
    assert.deepEqual(await lowered('account', 'list'), { code: 0, count: 0 });
  });
});

function sink(chunks: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
