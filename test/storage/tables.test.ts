import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tableKinds } from '../../server/storage/table-kinds.ts';
import { engines } from '../support/engines.ts';
import { schemaOf } from '../support/schema.ts';
import { freshStore } from '../support/store.ts';

const listed: string[] = Object.values(tableKinds).flat();
// PostgreSQL has a sequence for ids, and sends notifications of changes.
const notEverywhere = { sqlite: [], postgres: ['changed_counts', 'id_sequence'] };

for (const engine of engines) {
  describe(`tables on ${engine.name}`, () => {
    it('all exist and are of exactly one kind', async (t) => {
      const { columns } = await schemaOf(await freshStore(t, engine));
      const expected = listed.filter((table) => !(notEverywhere[engine.dialect] as string[]).includes(table));
      assert.deepEqual(Object.keys(columns).sort(), expected.sort());
      assert.equal(new Set(listed).size, listed.length, 'a table is listed twice');
    });

    it('with account data have keys and indexes that start with account_id', async (t) => {
      const { columns, indexes } = await schemaOf(await freshStore(t, engine));
      for (const table of tableKinds.owned) {
        assert.equal(columns[table]?.[0], `account_id bigint not null`, `${table} does not start with account_id`);
        assert.equal(
          indexes[table]?.filter((index) => index.primary).length,
          1,
          `${table} has no primary key, or more than one`,
        );
        for (const index of indexes[table]!) {
          assert.equal(index.columns[0], 'account_id', `${index.name} on ${table} is (${index.columns.join(', ')})`);
        }
      }
    });

    it('compare text by code point in any database locale', async (t) => {
      const { columns } = await schemaOf(await freshStore(t, engine));
      const text = {
        sqlite: /^\w+ text( not null( '.*')?)?$/i,
        postgres: /^\w+ text collate C( not null( '.*'::text)?)?$/,
      }[engine.dialect];
      const lookups = [
        'username',
        'api_key_lookup',
        'account_token',
        'visit_exclusion_lookup',
        'statistics_share_lookup',
      ];
      const ours = [...tableKinds.owned, ...tableKinds.signIn, ...lookups, 'visit_salt'];
      for (const table of ours) {
        for (const column of columns[table]!.filter((definition) => !/^\w+ (bigint|integer)/i.test(definition))) {
          assert.match(column, text, `in ${table}`);
        }
      }
    });

    it('keep usernames, e-mail addresses and key hashes unique across accounts', async (t) => {
      const { indexes } = await schemaOf(await freshStore(t, engine));
      const unique = Object.entries(indexes).flatMap(([table, list]) =>
        list.filter((index) => index.unique).map((index) => `${table}(${index.columns.map(unquoted).join(', ')})`),
      );
      for (const expected of [
        'username(username)',
        'person(email)',
        'session(token_hash)',
        'identity(issuer, subject)',
        'passkey(credential_id)',
        'api_key_lookup(key_hash)',
        'account_token(token)',
        'visit_exclusion_lookup(token)',
        'statistics_share_lookup(token_hash)',
        'account(account_id)',
      ]) {
        assert.ok(unique.includes(expected), `${expected} is not unique`);
      }
    });

    it('for look-ups have an index by account, for deleting an account', async (t) => {
      const { indexes } = await schemaOf(await freshStore(t, engine));
      const indexed = {
        username: 'account_id',
        api_key_lookup: 'account_id',
        account_token: 'account_id',
        visit_exclusion_lookup: 'account_id',
        statistics_share_lookup: 'account_id',
        person: 'person_id',
        credential: 'person_id',
        session: 'person_id',
        one_time_token: 'person_id',
        identity: 'person_id',
        passkey: 'person_id',
      };
      for (const [table, column] of Object.entries(indexed)) {
        const first = indexes[table]!.map((index) => unquoted(index.columns[0]!));
        assert.ok(first.includes(column), `no index on ${table} starts with ${column}`);
      }
    });
  });
}

function unquoted(column: string): string {
  return column.replaceAll('"', '');
}
