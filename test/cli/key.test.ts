import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../support/engines.ts';
import { installation } from './fingerpost.ts';

const KEY = /^fp_[0-9A-Za-z]{38}$/;

for (const engine of engines) {
  describe(`fingerpost key on ${engine.name}`, () => {
    it('prints only the new key on standard output, once', async (t) => {
      const { run, json } = await installation(t, engine, 'ada');
      const created = await run(['key', 'create', 'ada']);
      const key = created.stdout.trimEnd();
      assert.equal(created.code, 0);
      assert.match(key, KEY);
      assert.equal(created.stdout, `${key}\n`);
      assert.match(created.stderr, /^Key \d+ may write until it is revoked\. It is not shown again\.\n$/);

      const { stdout } = await run(['key', 'list', 'ada']);
      assert.ok(!stdout.includes(key) && !JSON.stringify(await json(['key', 'list', 'ada'])).includes(key));
      const [heading, row] = stdout.split('\n');
      assert.match(
        heading!,
        /^ID {2}KEY {7}SCOPE {2}STATE {3}CREATED \(UTC\) {8}EXPIRES \(UTC\) {2}LAST USED \(UTC\) {2}NAME$/,
      );
      assert.ok(row!.includes(`  ${key.slice(0, 7)}…  write  active  `), row);
      assert.ok(row!.endsWith('  never          never            Command line'), row);
    });

    it('accepts and prints scope, name and expiry', async (t) => {
      const { json, run } = await installation(t, engine, 'ada');
      const options = ['--scope', 'read', '--name', ' Nightly report ', '--expires', '2199-01-31T12:30:00.25+01:00'];
      const { id, key, message, ...rest } = await json(['key', 'create', 'ada', ...options]);
      assert.match(key, KEY);
      assert.equal(message, `Key ${id} may read until 2199-01-31 11:30:00 UTC. It is not shown again.`);
      const given = { name: 'Nightly report', scope: 'read', expires_at: '2199-01-31T11:30:00.250000Z' };
      assert.deepEqual(rest, given);

      const [{ created_at, ...listed }] = await json(['key', 'list', 'ada']);
      const hint = `${key.slice(0, 7)}…`;
      assert.deepEqual(listed, { id, ...given, state: 'active', hint, last_used_at: null, revoked_at: null });
      assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      assert.match((await run(['key', 'list', 'ada'])).stdout, / 2199-01-31 11:30:00 {2}never {12}Nightly report\n$/);
    });

    it('revokes a key once, and no key of another account', async (t) => {
      const { json, run } = await installation(t, engine, 'ada', 'bob');
      const { id } = await json(['key', 'create', 'ada']);
      for (const [username, key] of [
        ['bob', `${id}`],
        ['ada', '999999'],
        ['ada', 'fp_x'],
        ['ada', '9'.repeat(30)],
      ] as const) {
        const stderr = `The account has no key ${key} that can be revoked.\n`;
        assert.deepEqual(await run(['key', 'revoke', username, key]), { code: 3, stdout: '', stderr });
      }
      assert.equal((await json(['key', 'list', 'ada']))[0].state, 'active');

      const revoked = await run(['key', 'revoke', 'ada', `${id}`]);
      assert.deepEqual(revoked, { code: 0, stdout: `Key ${id} of the account "ada" was revoked.\n`, stderr: '' });
      const [{ state, revoked_at }] = await json(['key', 'list', 'ada']);
      assert.equal(state, 'revoked');
      assert.match(revoked_at, /Z$/);
      assert.equal((await run(['key', 'revoke', 'ada', `${id}`])).code, 3);
    });
  });
}

describe('fingerpost key', () => {
  it('rejects invalid options and creates no key', async (t) => {
    const { run } = await installation(t, engines[0]!, 'ada');
    for (const [option, value, sentence] of [
      ['scope', 'admin', /^--scope must be one of read, write \(it is "admin"\)\.$/],
      ['expires', '2020-01-01', /^--expires must be in the future \(it is "2020-01-01"\)\.$/],
      ['expires', 'soon', /^--expires must be a day .+ \(it is "soon"\)\.$/],
      ['name', 'x'.repeat(101), /^The name must have 1 to 100 characters\.$/],
    ] as const) {
      const refused = await run(['key', 'create', 'ada', `--${option}`, value, '--json']);
      assert.deepEqual([refused.code, refused.stdout], [4, '']);
      const { response, code, errors } = JSON.parse(refused.stderr);
      assert.match(response, sentence);
      assert.deepEqual({ code, errors }, { code: 'invalid', errors: { [option]: [response] } });
    }
    const { stdout } = await run(['key', 'list', 'ada']);
    assert.equal(stdout, 'The account "ada" has no keys. Create one: fingerpost key create ada\n');
  });
});
