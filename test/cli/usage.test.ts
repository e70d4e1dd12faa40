import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { FIRST_MIGRATION } from '../../server/storage/unusable-schema.ts';
import { enginesOf } from '../support/engines.ts';
import { emptyDatabase, storeOn } from '../support/store.ts';
import { fingerpost, root } from './fingerpost.ts';

const folder = mkdtempSync(join(tmpdir(), 'fingerpost-test-'));
after(() => rmSync(folder, { recursive: true }));
const environment = { DATA_DIR: folder };
const oneSentence = /^[^\n]+\.\n$/;

const commands = [
  'serve',
  'migrate',
  'account create',
  'account list',
  'account rename',
  'account suspend',
  'account restore',
  'account consent-bar',
  'account delete',
  'account password',
  'account email',
  'account two-factor off',
  'account usage',
  'key create',
  'key list',
  'key revoke',
  'plan grant',
  'jobs list',
  'jobs retry',
  'doctor',
  'backup',
  'restore',
  'copy',
  'geo status',
];

describe('the help', () => {
  it('names every command and every exit code', async () => {
    const { code, stdout, stderr } = await fingerpost(['--help'], { environment });
    assert.deepEqual([code, stderr], [0, '']);
    const lines = stdout.split('\n');
    for (const word of [...commands, '0', '1', '2', '3', '4', '66', '69', '78', '--json', '--version']) {
      assert.ok(
        lines.some((line) => line.startsWith(`  ${word} `)),
        word,
      );
    }
    assert.deepEqual(await fingerpost(['help'], { environment }), { code, stdout, stderr });
  });

  it('shows the usage and an example of each command', async () => {
    const helps = await Promise.all(commands.map((command) => fingerpost(['help', ...command.split(' ')])));
    for (const [index, command] of commands.entries()) {
      const { code, stdout, stderr } = helps[index]!;
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, new RegExp(`^Usage: fingerpost ${command}`, 'm'));
      assert.match(stdout, new RegExp(`^Example:\n  .*fingerpost ${command}`, 'm'));
      assert.equal(/--json/.test(stdout), command !== 'serve', `${command} and --json`);
    }
  });

  it('is available at every level', async () => {
    const { stdout } = await fingerpost(['help', 'key', 'create']);
    for (const args of [
      ['key', 'create', '--help'],
      ['key', 'create', 'ada', '--scope', 'read', '-h'],
      ['--help', 'key', 'create'],
    ]) {
      assert.deepEqual(await fingerpost(args), { code: 0, stdout, stderr: '' });
    }
    const nouns = await fingerpost(['key', '--help']);
    assert.equal(nouns.code, 0);
    assert.match(nouns.stdout, /^ {2}key create USERNAME \[--scope read\|write\]/m);
  });

  it('shows the version and the commit of a checkout', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
    assert.deepEqual(await fingerpost(['--version']), { code: 0, stdout: `${version} (${commit})\n`, stderr: '' });
  });
});

describe('a mistyped command', () => {
  it('exits with 2, one sentence and a pointer to the help', async () => {
    for (const [args, sentence] of [
      [[], 'A command is missing. See "fingerpost --help".'],
      [['acount'], 'There is no command "acount". See "fingerpost --help".'],
      [['account', 'make'], 'There is no command "account make". See "fingerpost account --help".'],
      [['key'], '"key" needs one of create, list, revoke. See "fingerpost key --help".'],
      [['help', 'keys'], 'There is no command "keys". See "fingerpost --help".'],
      [['account', 'rename', 'ada'], 'NEW-USERNAME must be given. See "fingerpost account rename --help".'],
      [['account', 'list', 'ada'], '"ada" is one argument too many. See "fingerpost account list --help".'],
      [['account', 'create', '--username', 'x'], '--email must be given. See "fingerpost account create --help".'],
      [['account', 'list', '--all'], `Unknown option '--all'. See "fingerpost account list --help".`],
      [['serve', '--json'], `Unknown option '--json'. See "fingerpost serve --help".`],
    ] as const) {
      const { code, stdout, stderr } = await fingerpost([...args], { environment });
      const message = stderr.startsWith('{') ? JSON.parse(stderr).response : stderr.trimEnd();
      assert.deepEqual([code, stdout, message], [2, '', sentence]);
    }
    const { code, stdout, stderr } = await fingerpost(['--json', 'key', 'create', 'ada', '--scope'], { environment });
    assert.deepEqual([code, stdout], [2, '']);
    const { response, ...rest } = JSON.parse(stderr);
    assert.deepEqual(rest, { status: false, code: 'malformed' });
    assert.match(response, /^Option '--scope <value>' argument missing\. See "fingerpost key create --help"\.$/);
  });
});

describe('invalid settings', () => {
  it('exit any command with 78 and a line for each', async () => {
    const wrong = { ...environment, PORT: 'http', DATABASE_URL: 'mysql://links:secret@db/links' };
    for (const command of ['serve', 'migrate', 'account list']) {
      const { code, stdout, stderr } = await fingerpost(command.split(' '), { environment: wrong });
      assert.deepEqual([code, stdout], [78, '']);
      assert.match(stderr, /^PORT must be [^\n]+\nDATABASE_URL must be [^\n]+\n$/);
      assert.ok(!stderr.includes('secret'));
    }
    const { stderr } = await fingerpost(['account', 'list', '--json'], { environment: wrong });
    const { status, code, response, errors } = JSON.parse(stderr);
    assert.deepEqual({ status, code }, { status: false, code: 'invalid' });
    assert.equal(errors.configuration.length, 2);
    assert.equal(response, errors.configuration[0]);
  });
});

describe('a store that cannot be opened', () => {
  it('exits any command with 69 and one sentence without secrets if PostgreSQL does not answer', async () => {
    const databaseUrl = `postgres://links:secret@127.0.0.1:${await closedPort()}/links?password=hidden`;
    for (const command of ['serve', 'migrate', 'account list']) {
      const { code, stdout, stderr } = await fingerpost(command.split(' '), {
        environment: { DATABASE_URL: databaseUrl },
      });
      assert.deepEqual([code, stdout], [69, '']);
      assert.match(stderr, oneSentence);
      assert.match(stderr, /^The database postgres:\/\/127\.0\.0\.1:\d+\/links cannot be opened: .*ECONNREFUSED/);
    }
    const { stderr } = await fingerpost(['account', 'list', '--json'], { environment: { DATABASE_URL: databaseUrl } });
    const { status, code } = JSON.parse(stderr);
    assert.deepEqual({ status, code }, { status: false, code: 'unavailable' });
  });

  it('exits a command with 69 and one sentence if the file is not a database', async () => {
    const notOurs = join(folder, 'letter.txt');
    writeFileSync(notOurs, 'Dear Ada, this is a letter and no database. '.repeat(100));
    for (const [path, command] of [
      [notOurs, 'account list'],
      [folder, 'account list'],
      [join(notOurs, 'fingerpost.db'), 'migrate'],
    ] as const) {
      const { code, stdout, stderr } = await fingerpost(command.split(' '), {
        environment: { DATABASE_URL: `sqlite:${path}` },
      });
      assert.deepEqual([code, stdout], [69, ''], stderr);
      assert.match(stderr, oneSentence);
      assert.ok(stderr.startsWith(`The database sqlite:${path} cannot be opened: `), stderr);
    }
  });

  for (const engine of enginesOf(import.meta.url)) {
    it(`exits any command with 78 and one sentence if a newer version migrated it, on ${engine.name}`, async (t) => {
      const databaseUrl = await emptyDatabase(t, engine);
      const store = await storeOn(t, databaseUrl);
      await sql`INSERT INTO schema_migration (name, timestamp) VALUES ('9999-later', '2099-01-01')`.execute(
        store.dialect.write,
      );
      for (const command of ['serve', 'migrate', 'account list']) {
        const { code, stdout, stderr } = await fingerpost(command.split(' '), {
          environment: { DATABASE_URL: databaseUrl },
        });
        assert.deepEqual([code, stdout], [78, '']);
        assert.match(
          stderr,
          /^The database was made by a newer Fingerpost \(it has the migration "9999-later"[^\n]+\n$/,
        );
      }
    });

    it(`is updated by "migrate" once, on ${engine.name}`, async (t) => {
      const circumstances = { environment: { DATABASE_URL: await emptyDatabase(t, engine) } };
      const first = await fingerpost(['migrate', '--json'], circumstances);
      const { applied, message } = JSON.parse(first.stdout).response;
      assert.deepEqual(applied, [FIRST_MIGRATION]);
      assert.equal(message, `Applied ${applied.join(', ')}.`);
      const second = await fingerpost(['migrate'], circumstances);
      assert.deepEqual(second, {
        code: 0,
        stdout: 'The schema is up to date.\n',
        stderr: '',
      });
    });
  }
});

describe('a service that cannot listen', () => {
  it('exits with 1 and one sentence', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { code, stderr } = await fingerpost(['serve'], {
      environment: {
        ...environment,
        HOST: '127.0.0.1',
        PORT: String(port),
        DASHBOARD_PORT: '0',
        DEMO: 'off',
        LOG_LEVEL: 'silent',
      },
    });
    assert.equal(code, 1);
    assert.match(stderr, oneSentence);
    assert.ok(stderr.startsWith(`The service cannot listen on 127.0.0.1, port ${port}: `), stderr);
  });
});

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
