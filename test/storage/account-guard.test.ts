// What the guard of all tests lets through: `test/support/account-guard/`.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unscopedTables } from '../support/account-guard/account-scope.ts';
import { faultOf } from '../support/account-guard/guard.ts';

const scoped = [
  'select * from "link" where "account_id" = $1 and "id" = $2',
  'select * from link where account_id = ? and (slug = ? or slug = ?)',
  'SELECT * FROM link WHERE (account_id = ? AND id = 1) OR (account_id = ? AND id = 2)',
  'SELECT * FROM link WHERE account_id = $1::bigint',
  'SELECT * FROM link JOIN block_item ON block_item.account_id = link.account_id WHERE link.account_id = ?',
  'SELECT * FROM link LEFT JOIN block ON block.account_id = ? AND block.id = link.id WHERE link.account_id = ?',
  'SELECT * FROM (SELECT value ->> 0 AS account_id FROM json_each(?)) AS asked JOIN link USING (account_id)',
  'SELECT * FROM link WHERE account_id = ? AND EXISTS (SELECT 1 FROM block WHERE block.account_id = link.account_id)',
  'DELETE FROM link WHERE (account_id, id) IN (SELECT account_id, id FROM link WHERE account_id = ? LIMIT 5)',
  'WITH own AS (SELECT account_id, id FROM link WHERE account_id = ?) SELECT * FROM block JOIN own USING (account_id)',
  'SELECT id FROM link WHERE account_id = ? UNION ALL SELECT id FROM block WHERE account_id = ?',
  'UPDATE link SET url = given.url FROM (SELECT value AS url FROM json_each(?)) AS given WHERE link.account_id = ?',
  'INSERT INTO link (account_id, id) VALUES (?, ?), (?, ?) ON CONFLICT (account_id, id) DO UPDATE SET url = excluded.url',
  'INSERT INTO link (id, account_id) SELECT id, account_id FROM block WHERE account_id = ?',
  'select "id" from "session" where "person_id" = ?',
  'SELECT value FROM installation',
  "SELECT 'from link' AS text",
];

const unscoped: [statement: string, ...tables: string[]][] = [
  ['select * from "link" where "id" = $1', 'link'],
  ['DELETE FROM link', 'link'],
  ['SELECT * FROM link WHERE account_id > ?', 'link'],
  ['SELECT * FROM link WHERE account_id <> ?', 'link'],
  ['SELECT * FROM link WHERE NOT (account_id = ?)', 'link'],
  ['SELECT * FROM link WHERE account_id = ? OR id = ?', 'link'],
  ['SELECT * FROM link WHERE account_id = account_id', 'link'],
  ['SELECT id FROM link WHERE account_id = ? EXCEPT SELECT id FROM block', 'block'],
  ['SELECT * FROM json_each(?) AS given JOIN LATERAL (SELECT * FROM block WHERE id = ?) AS mine ON true', 'block'],
  ["SELECT * FROM link WHERE slug = 'account_id = ?'", 'link'],
  ['SELECT CASE WHEN account_id = ? THEN 1 ELSE 0 END FROM link', 'link'],
  ['SELECT * FROM link ORDER BY account_id = ?', 'link'],
  ['SELECT * FROM link JOIN block_item ON block_item.id = link.id WHERE link.account_id = ?', 'block_item'],
  ['SELECT * FROM link LEFT JOIN block ON link.account_id = ? AND block.account_id = ?', 'link'],
  ['SELECT * FROM link AS mine, link AS others WHERE mine.account_id = ?', 'link'],
  ['SELECT * FROM link JOIN block USING (account_id)', 'block', 'link'],
  ['SELECT * FROM link WHERE account_id IN (SELECT account_id FROM block)', 'block', 'link'],
  ['SELECT * FROM link WHERE account_id = ? AND EXISTS (SELECT 1 FROM block WHERE block.id = link.id)', 'block'],
  ['SELECT (SELECT count(*) FROM block) FROM link WHERE account_id = ?', 'block'],
  ['WITH all_links AS (SELECT * FROM link) SELECT * FROM all_links WHERE account_id = ?', 'link'],
  ['SELECT id FROM link WHERE account_id = ? UNION ALL SELECT id FROM block', 'block'],
  ['(SELECT id FROM link) UNION ALL (SELECT id FROM block WHERE account_id = ?)', 'link'],
  ['UPDATE link SET url = ? WHERE id = ?', 'link'],
  ['UPDATE link SET account_id = ?', 'link'],
  ['DELETE FROM link WHERE account_id = ? AND id IN (SELECT id FROM link)', 'link'],
  ['INSERT INTO link (id) VALUES (?)', 'link'],
  ['INSERT INTO link (account_id, id) SELECT account_id, id FROM block', 'block', 'link'],
  ['INSERT INTO link (account_id, id) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET url = excluded.url', 'link'],
  ['select "id" from "session" where "id" = ?', 'session'],
];

describe('The guard of statements on tables of accounts', () => {
  for (const statement of scoped) {
    it(`accepts ${statement}`, () => assert.deepEqual(unscopedTables(statement), []));
  }
  for (const [statement, ...tables] of unscoped) {
    it(`rejects ${statement}`, () => assert.deepEqual(unscopedTables(statement), tables));
  }

  for (const statement of ['TRUNCATE link', 'INSERT OR REPLACE INTO link (id) VALUES (1)', 'SELECT (1', 'VALUES (1)']) {
    it(`cannot be passed by ${statement}, which it does not read`, () => {
      assert.throws(() => unscopedTables(statement));
    });
  }

  it('accepts what is listed only from the file that is listed', () => {
    const statement = 'select "account_id", "former" from "username" where "username" = $1';
    assert.equal(
      faultOf(statement, () => 'storage/accounts/usernames.ts'),
      undefined,
    );
    assert.equal(
      faultOf(statement, () => 'storage/accounts/keys.ts'),
      'A statement in server/storage/accounts/keys.ts names no account for username: select account_id, former from username where username = ?. ' +
        'Add a condition on the account to each of these tables, or, if it is about all accounts, list it in test/support/account-guard/unscoped-statements.ts.',
    );
  });

  it('leaves statements of tests alone', () => {
    assert.equal(
      faultOf('select * from "username"', () => undefined),
      undefined,
    );
  });
});
