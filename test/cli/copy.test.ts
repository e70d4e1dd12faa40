// `fingerpost copy` as operators run it: the result, the output, and how it is interrupted and resumed.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPasswordOf } from '../../server/domain/accounts/password-hash.ts';
import pg from 'pg';
import { openApi } from '../support/api.ts';
import { type Engine, engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { launch } from '../support/server.ts';
import { accountRow, emptyDatabase, storeOn } from '../support/store.ts';
import { commandsOn, fingerpost, installation } from './fingerpost.ts';

const [sqlite, postgres] = engines as [Engine, Engine];

describe('fingerpost copy', () => {
  it('moves an installation to postgres and back: keys and passwords work, and ids continue', async (t) => {
    const first = await installation(t, sqlite, 'ada');
    const key = (await first.run(['key', 'create', 'ada'])).stdout.trim();
    await first.run(['account', 'password', 'ada', '--password-stdin'], 'correct horse');

    let from = first.databaseUrl;
    for (const [engine, username] of [
      [postgres, 'grace'],
      [sqlite, 'mary'],
    ] as const) {
      const to = await emptyDatabase(t, engine);
      const { code, stdout, stderr } = await fingerpost(['copy', '--from', from, '--to', to]);
      assert.equal(code, 0, stderr);
      assert.match(stdout, /^TABLE +ROWS +WRITTEN {2}SHA-256\ninstallation +1 +1 {2}[0-9a-f]{12}\n/);
      assert.match(stdout, /\naccount +(\d) +\1 {2}[0-9a-f]{12}\n/);
      assert.match(stdout, /\nall +(\d+) +\1\n$/);
      assert.match(stderr, /^Copied \S+ to \S+ in \d+ s and verified every table\.\n/m);
      assert.match(stderr, /start the service with DATABASE_URL set to the copy\. .* they stay in DATA_DIR\.\n$/);
      assert.ok(!(stdout + stderr).includes(passwordIn(to) ?? passwordIn(from)!));

      const api = await openApi({ freshDatabase: async () => ({ databaseUrl: to, drop: async () => {} }) });
      t.after(() => api.close());
      assert.equal((await api.call('GET /user', { key })).status, 200);
      const copied = await storeOn(t, to);
      const { password_hash } = await copied.read.selectFrom('credential').selectAll().executeTakeFirstOrThrow();
      assert.ok(isPasswordOf(password_hash!, 'correct horse'));

      const taken = await copied.read.selectFrom('activity').select('id').execute();
      const create = ['account', 'create', '--username', username, '--email', `${username}@links.example`, '--json'];
      const made = await fingerpost(create, { environment: { DATABASE_URL: to } });
      assert.ok(JSON.parse(made.stdout).response.id > Math.max(...taken.map(({ id }) => id)), made.stdout);
      from = to;
    }
  });

  for (const engine of engines) {
    it(`copies DATABASE_URL to ${engine.name} and reports everything as JSON`, async (t) => {
      const { run, json } = await installation(t, sqlite, 'ada');
      const to = await emptyDatabase(t, engine);
      const first = await json(['copy', '--to', to]);
      assert.deepEqual(Object.keys(first).sort(), [
        'message',
        'rows',
        'seconds',
        'source_changed',
        'tables',
        'written',
      ]);
      assert.deepEqual([first.rows, first.written, first.source_changed], [7, 7, false]);
      const account = first.tables.find(({ table }: { table: string }) => table === 'account');
      assert.deepEqual(
        { ...account, checksum: account.checksum.length },
        { table: 'account', rows: 1, written: 1, checksum: 64 },
      );

      assert.equal((await json(['copy', '--to', to])).written, 0);
      const onTarget = commandsOn(to, fingerpost);
      await onTarget.json(['account', 'list']);
      await onTarget.json(['key', 'list', 'ada']);
      await onTarget.json(['page', 'export', 'ada']);
      assert.equal((await onTarget.run(['page', 'import', 'ada', '-', '--dry-run'], '{"version":1}')).code, 0);
      assert.equal((await json(['copy', '--to', to])).written, 0, 'looking at a copy does not change it');

      await onTarget.json(['key', 'create', 'ada']);
      const { code, stdout, stderr } = await run(['copy', '--to', to, '--json']);
      assert.deepEqual([code, stdout], [4, '']);
      assert.match(JSON.parse(stderr).response, /^The target is a copy of this installation that has been used since/);
    });
  }

  it('reports errors in database URLs without secrets', async (t) => {
    const { databaseUrl } = await installation(t, sqlite, 'ada');
    const closed = 'postgres://links:secret@127.0.0.1:1/links?password=secret';
    const nowhere = await emptyDatabase(t, sqlite);
    for (const [args, code, sentence] of [
      [['--from', databaseUrl], 2, /^--to must be given\./],
      [['--to', 'mysql://links:secret@db/links'], 4, /^--to must be sqlite:PATH or postgres:\/\/USER:PASSWORD@HOST/],
      [['--from', 'secret', '--to', databaseUrl], 4, /^--from must be sqlite:PATH or /],
      [
        ['--from', databaseUrl, '--to', closed],
        69,
        /^The target postgres:\/\/127\.0\.0\.1:1\/links cannot be opened: .+\.$/,
      ],
      [
        ['--from', closed, '--to', nowhere],
        69,
        /^The source postgres:\/\/127\.0\.0\.1:1\/links cannot be opened: .+\.$/,
      ],
      [
        ['--from', nowhere, '--to', databaseUrl],
        69,
        /^The source sqlite:\S+ cannot be opened: there is no file \S+\.$/,
      ],
      [['--from', databaseUrl, '--to', databaseUrl], 4, /^Source and target are the same database\.$/],
    ] as const) {
      const ending = await fingerpost(['copy', ...args]);
      assert.deepEqual([ending.code, ending.stdout], [code, ''], ending.stderr);
      assert.match(ending.stderr.trimEnd(), sentence);
      assert.ok(!ending.stderr.includes('secret'), ending.stderr);
    }
  });

  it('stops on a signal, prevents the service from starting on an unfinished copy, and resumes', async (t) => {
    const source = await emptyDatabase(t, sqlite);
    const store = await storeOn(t, source);
    await store.writeInstallation(async (tx) => {
      await tx.insertInto('account').values(accountRow(1)).execute();
      const total = { account_id: 1, target_id: 0, dimension: 'total', key: '', visits: 3, uniques: 2 };
      await tx.insertInto('visit_total').values(total).execute();
    });
    const target = await emptyDatabase(t, postgres);
    await (await storeOn(t, target)).close();
    const release = await locked(target, 'visit_total');

    const copying = launch(t, {}, undefined, 'copy', '--from', source, '--to', target);
    await release.awaited();
    copying.kill('SIGINT');
    await release.now();
    assert.deepEqual(await copying.ended, { code: 1, signal: null });
    assert.equal(copying.stdout() + copying.stderr(), 'Interrupted; run the same command again to continue.\n');

    const environment = { DATABASE_URL: target };
    for (const command of ['serve', 'account list', 'migrate']) {
      assert.deepEqual(await fingerpost(command.split(' '), { environment }), {
        code: 78,
        stdout: '',
        stderr:
          'This database is an unfinished copy. Run the same "fingerpost copy" again; it continues where it stopped.\n',
      });
    }

    const { code, stdout, stderr } = await fingerpost(['copy', '--from', source, '--to', target]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /\naccount +1 +0 /);
    assert.equal((await fingerpost(['account', 'list'], { environment })).code, 0);
  });
});

function passwordIn(databaseUrl: string): string | undefined {
  return /:\/\/[^:]+:([^@]+)@/.exec(databaseUrl)?.[1];
}

/** Locks the table against writes until it is released. */
async function locked(databaseUrl: string, table: string) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
  const waiting = `SELECT 1 FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`;
  return {
    awaited: () =>
      eventually(`a writer waits for ${table}`, 120_000, async () => (await client.query(waiting)).rows.length > 0),
    now: () => client.end(),
  };
}
