import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPasswordOf } from '../../server/domain/accounts/password-hash.ts';
import { engines } from '../support/engines.ts';
import { storeOn } from '../support/store.ts';
import { installation } from './fingerpost.ts';

const create = (username: string, email: string) => ['account', 'create', '--username', username, '--email', email];
const usernames = (accounts: { username: string }[]) => accounts.map(({ username }) => username);

for (const engine of engines) {
  describe(`fingerpost account on ${engine.name}`, () => {
    it('creates accounts without a prompt and lists them, aligned, in UTC', async (t) => {
      const { run } = await installation(t, engine);
      const empty = await run(['account', 'list']);
      assert.equal(empty.code, 0);
      assert.match(empty.stdout, /^There are no accounts yet\. .+\n$/);

      const ada = await run([...create('ada', 'Ada@Links.example'), '--name', 'Ada Lovelace ☕']);
      assert.deepEqual(ada, {
        code: 0,
        stdout:
          'The account "ada" was created. It has no password yet. For a link with which its owner signs in: fingerpost account link ada\n',
        stderr: '',
      });
      assert.equal((await run(['account', 'create', '--username=zo_e', '--email=z@x'])).code, 0);

      const [heading, first, second, ...rest] = (await run(['account', 'list'])).stdout.split('\n');
      assert.equal(
        heading,
        'ID  USERNAME  STATE   PLAN  CREATED (UTC)        E-MAIL             NAME            REASON',
      );
      assert.match(
        first!,
        /^\d {3}ada {7}active {2}Free {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}ada@links\.example {2}Ada Lovelace ☕$/,
      );
      assert.match(second!, /^\d {3}zo_e {6}active {2}Free {2}[-\d]{10} [:\d]{8} {2}z@x {16}zo_e$/);
      assert.deepEqual(rest, ['']);
    });

    it('lists accounts as JSON in the format of the API', async (t) => {
      const { json } = await installation(t, engine, 'ada');
      const [{ id, created_at, updated_at, plan_due, ...ada }, ...others] = await json(['account', 'list']);
      assert.deepEqual(ada, {
        username: 'ada',
        email: 'ada@links.example',
        name: 'ada',
        plan_name: 'Free',
        is_active: 1,
        suspension_reason: null,
      });
      assert.ok(Number.isSafeInteger(id) && id > 0);
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      assert.equal(updated_at, created_at);
      assert.match(plan_due, /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
      assert.deepEqual(others, []);
    });

    it('rejects names and addresses in use', async (t) => {
      const { run, json } = await installation(t, engine, 'ada', 'bob');
      for (const [args, sentence] of [
        [create('ada', 'new@links.example'), 'The username "ada" is taken.\n'],
        [create('ann', 'ADA@links.example'), 'The e-mail address ada@links.example already has an account.\n'],
        [['account', 'rename', 'ada', 'bob'], 'The username "bob" is taken.\n'],
      ] as const) {
        assert.deepEqual(await run([...args]), { code: 4, stdout: '', stderr: sentence });
      }
      assert.deepEqual(usernames(await json(['account', 'list'])), ['ada', 'bob']);
    });

    it('renames an account, which then has only the new name', async (t) => {
      const { run } = await installation(t, engine, 'ada');
      const renamed = await run(['account', 'rename', 'ada', 'countess']);
      assert.deepEqual(renamed, { code: 0, stdout: 'The account "ada" was renamed to "countess".\n', stderr: '' });
      assert.deepEqual(await run(['account', 'delete', 'ada', '--yes']), {
        code: 3,
        stdout: '',
        stderr: 'The account "ada" was renamed to "countess".\n',
      });
      assert.equal((await run(['account', 'rename', 'countess', 'ada'])).code, 0);
      assert.equal((await run(['account', 'suspend', 'ada'])).code, 0);
    });

    it('suspends and restores an account', async (t) => {
      const { run, json } = await installation(t, engine, 'ada', 'bob');
      assert.equal((await run(['account', 'suspend', 'ada'])).stdout, 'The account "ada" is suspended.\n');
      assert.match((await run(['account', 'list'])).stdout, / ada +suspended .+\n.+ bob +active /);
      assert.equal((await run(['account', 'restore', 'ada'])).stdout, 'The account "ada" is active.\n');
      assert.equal((await json(['account', 'list']))[0].is_active, 1);
    });

    it('switches the consent bar on and off, and rejects other values', async (t) => {
      const { databaseUrl, run, json } = await installation(t, engine, 'ada');
      const store = await storeOn(t, databaseUrl);
      const stored = async () => {
        const { page_options } = await store.read
          .selectFrom('account')
          .select('page_options')
          .executeTakeFirstOrThrow();
        return page_options;
      };
      assert.equal(await stored(), '{}');
      assert.deepEqual(await run(['account', 'consent-bar', 'ada', 'on']), {
        code: 0,
        stdout: 'The consent bar of the account "ada" is on.\n',
        stderr: '',
      });
      assert.equal(await stored(), '{"consent_bar":true}');
      const { message } = await json(['account', 'consent-bar', 'ada', 'off']);
      assert.equal(message, 'The consent bar of the account "ada" is off.');
      assert.equal(await stored(), '{"consent_bar":false}');
      const wrong = await run(['account', 'consent-bar', 'ada', 'ON']);
      assert.deepEqual(wrong, {
        code: 2,
        stdout: '',
        stderr: '"ON" is neither on nor off. See "fingerpost account consent-bar --help".\n',
      });
      const activities = await store.read.selectFrom('activity').select(['type', 'message']).orderBy('id').execute();
      assert.deepEqual(
        activities.slice(1).map(({ type, message }) => [type, message]),
        [
          ['profile_updated', 'The consent bar was switched on.'],
          ['profile_updated', 'The consent bar was switched off.'],
        ],
      );
    });

    it('deletes without a terminal only with --yes', async (t) => {
      const { run, json } = await installation(t, engine, 'ada', 'bob');
      assert.deepEqual(await run(['account', 'delete', 'ada'], 'ada\n'), {
        code: 4,
        stdout: '',
        stderr: 'A deletion cannot be undone, and there is no terminal for a confirmation: use --yes.\n',
      });
      assert.equal((await json(['account', 'list'])).length, 2);
      const { message } = await json(['account', 'delete', 'ada', '--yes']);
      assert.equal(message, 'The account "ada" and all of its data were deleted.');
      assert.deepEqual(usernames(await json(['account', 'list'])), ['bob']);
      assert.equal((await run(create('ada', 'ada@links.example'))).code, 0, 'name and address are free again');
    });

    it('sets passwords that sign-in accepts', async (t) => {
      const { databaseUrl, run } = await installation(t, engine, 'bob', 'cy');
      const made = await run([...create('ada', 'ada@links.example'), '--password-stdin'], 'correct horse\n');
      assert.equal(made.stdout, 'The account "ada" was created.\n');
      const set = ['account', 'password', 'bob', '--password-stdin'];
      assert.deepEqual(await run(set, 'päss wörd\r\n'), {
        code: 0,
        stdout: 'The account "bob" has a new password. Its sessions have ended.\n',
        stderr: '',
      });
      assert.equal((await run(set, 'and another\n\n')).code, 0);

      const store = await storeOn(t, databaseUrl);
      const credentials = await store.read
        .selectFrom('credential')
        .innerJoin('person', 'person.person_id', 'credential.person_id')
        .select(['person.email', 'credential.password_hash'])
        .where('credential.password_hash', 'is not', null)
        .orderBy('person.email')
        .execute();
      const holders = credentials.map(({ email }) => email);
      assert.deepEqual(holders, ['ada@links.example', 'bob@links.example']);
      const [ada, bob] = credentials.map(({ password_hash }) => password_hash!);
      assert.equal(isPasswordOf(ada!, 'correct horse'), true);
      assert.equal(isPasswordOf(ada!, 'correct horse\n'), false);
      assert.equal(isPasswordOf(bob!, 'and another\n'), true, 'one newline is stripped');
      assert.equal(isPasswordOf(bob!, 'päss wörd'), false, 'the previous one is invalid');
    });
  });
}

describe('fingerpost account', () => {
  const engine = engines[0]!;

  it('reports all errors of a new account and creates none', async (t) => {
    const { run, json } = await installation(t, engine);
    const wrong = [...create('A', 'here'), '--name', ' '];
    assert.deepEqual(await run(wrong), {
      code: 4,
      stdout: '',
      stderr: `The username must have 2 to 30 characters: lowercase letters a-z, digits, - and _.
The e-mail address must look like name@host.
The name must have 1 to 100 characters.
`,
    });
    const { code: exitCode, stderr } = await run([...wrong, '--json']);
    const { status, code, response, errors } = JSON.parse(stderr);
    assert.deepEqual({ exitCode, status, code }, { exitCode: 4, status: false, code: 'invalid' });
    assert.deepEqual(Object.keys(errors), ['username', 'email', 'name']);
    assert.equal(response, errors.username[0]);
    assert.deepEqual(await json(['account', 'list']), []);
  });

  it('rejects reserved names and names that impersonate the service', async (t) => {
    const { run } = await installation(t, engine, 'ada');
    const planned = ['report', 'operator', 'appeal', 'you'];
    const reserved = ['api', 'docs', 'health', 'ready', 'pictures', 'admin', ...planned];
    const refusals = await Promise.all(reserved.map((name) => run(create(name, `${name}@links.example`))));
    const stderr = (name: string) => `The username "${name}" is reserved; choose another one.\n`;
    const expected = reserved.map((name) => ({ code: 4, stdout: '', stderr: stderr(name) }));
    assert.deepEqual(refusals, expected);
    assert.deepEqual(await run(['account', 'rename', 'ada', 'health']), expected[2]);
  });

  it('needs standard input or a terminal for a password', async (t) => {
    const { run } = await installation(t, engine, 'ada');
    const bounds = 'The password must have 8 to 128 characters.\n';
    const set = ['account', 'password', 'ada', '--password-stdin'];
    assert.deepEqual(await run(set, 'seven77\n'), { code: 4, stdout: '', stderr: bounds });
    const unasked = await run(['account', 'password', 'ada'], 'correct horse\n');
    assert.equal(unasked.code, 2);
    assert.match(unasked.stderr, /^There is no terminal for a prompt: use --password-stdin\. .+\n$/);
  });

  it('exits with 3 for an unknown account, in every command', async (t) => {
    const { run } = await installation(t, engine);
    const stderr = 'There is no account with the username "nobody".\n';
    for (const args of [
      ['account', 'delete', 'nobody'],
      ['account', 'consent-bar', 'nobody', 'on'],
      ['account', 'password', 'nobody', '--password-stdin'],
      ['key', 'create', 'nobody'],
      ['key', 'revoke', 'nobody', '1'],
      ['plan', 'grant', 'nobody', '--plan', 'pro'],
    ]) {
      assert.deepEqual(await run(args), { code: 3, stdout: '', stderr }, args.join(' '));
    }
    const asJson = await run(['key', 'list', 'nobody', '--json']);
    const body = { status: false, response: stderr.trim(), code: 'not_found' };
    assert.deepEqual([asJson.code, JSON.parse(asJson.stderr)], [3, body]);
  });
});
