// An account that used everything is erased: neither the database nor the data folder names it afterwards.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { DAY } from '../../../contract/time.ts';
import { removeAccount } from '../../../server/domain/accounts/accounts.ts';
import { insertInvitation } from '../../../server/storage/accounts/invitations.ts';
import { fingerpost } from '../../cli/fingerpost.ts';
import { type MarkedAccount, markedAccount } from '../../fuzz/marked-account.ts';
import { contentsOf } from '../../operations/copy/contents.ts';
import { type Api, openApi } from '../../support/api.ts';
import { openBrowser, PASSWORD } from '../../support/browser-session.ts';
import { passTime } from '../../support/days.ts';
import { enginesOf } from '../../support/engines.ts';
import { mailsTo, mailTo, tokenIn } from '../../support/mail.ts';
import { changeAddress, provenPerson } from '../../support/recovery.ts';
import { prepareSessionOwner } from '../../support/session-operations.ts';
import { signedInByLink } from '../../support/signed-in.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Erasing an account on ${engine.name}`, () => {
    let api: Api;
    let other: MarkedAccount;
    before(async () => {
      api = await openApi(engine);
      other = await markedAccount(api, 'quetzal', 6_000_000);
    });
    after(() => api.close());

    /** Uses whatever leaves rows and files of an account. */
    async function usedAccount(mark: string, firstId: number): Promise<MarkedAccount> {
      const account = await markedAccount(api, mark, firstId);
      const { browser } = await prepareSessionOwner(api, account);
      const done = async (request: string, json?: object, by = browser) => {
        const { status, text } = await by.call(request, json && { json });
        assert.equal(status, 200, text);
      };
      const email = `${mark}@example.com`;
      await done('POST /passkeys/options');
      await done('POST /account/email', { email: `${mark}-new@example.com` });
      const stranger = openBrowser(api);
      await stranger.call('POST /auth/sign-in', { json: { email, password: 'a wrong guess' } });
      await done('POST /auth/recover', { email }, stranger);
      const { text } = await mailTo(api.config.dataDir, email, 'Choose a new password');
      await done('POST /auth/reset', { token: tokenIn({ text }), password: PASSWORD }, openBrowser(api));
      await done('POST /auth/recover', { email }, stranger);
      await done('POST /account/export', undefined, await signedInByLink(api, account));
      await api.upkeep();
      await leaveRows(account, email);
      await mailTo(api.config.dataDir, `${mark}-new@example.com`, 'Confirm your new e-mail address');
      return account;
    }

    /** Tokens of sign-ins that were begun; and one of another account, or of nobody, beside each. */
    async function leaveRows({ id }: MarkedAccount, email: string): Promise<void> {
      const rows = [
        ['one', id, JSON.stringify({ passwordState: 'x' })],
        ['two', id, JSON.stringify({ email })],
        ['other one', other.id, JSON.stringify({ passwordState: 'x' })],
        ['other two', null, JSON.stringify({ challenge: 'x' })],
      ] as const;
      const { store, clock } = api;
      await store.writeInstallation(async (tx) => {
        for (const [token_hash, person_id, contents] of rows) {
          const times = { created_at: clock.now, expires_at: clock.now + 60 * DAY };
          const token = { token_hash, kind: 'second-factor', person_id, generation: 0, address_id: null, contents };
          await tx
            .insertInto('one_time_token')
            .values({ ...token, ...times })
            .execute();
        }
        for (const token_hash of [`hash ${id}`, `other ${id}`]) {
          const to = token_hash.startsWith('other') ? `x${email}` : email;
          await insertInvitation(tx, { token_hash, email: to, created_at: clock.now, expires_at: clock.now + DAY });
        }
      });
    }

    /** Lines of tables and files that name the account. The rows beside its own belong to others. */
    async function leftOf({ mark }: MarkedAccount): Promise<string[]> {
      const contents = await contentsOf(api.config.databaseUrl);
      for (const table of ['attempt', 'rate_window', 'live_stream', 'live_event']) {
        const { rows } = await sql`SELECT * FROM ${sql.table(table)}`.execute(api.store.dialect.queue);
        contents[table] = rows.map((row) => JSON.stringify(row));
      }
      const rows = Object.entries(contents).flatMap(([table, lines]) => lines.map((line) => `${table}: ${line}`));
      return [...rows, ...filesIn(api.config.dataDir)].filter((line) => mark.test(line) && !/"other/.test(line));
    }

    async function assertErased(account: MarkedAccount): Promise<void> {
      assert.deepEqual(await leftOf(account), []);
      const others = await api.store.read
        .selectFrom('one_time_token')
        .select('token_hash')
        .where('token_hash', 'like', 'other%')
        .execute();
      assert.equal(others.length, 2, 'rows of others');
      await api.store.writeInstallation((tx) => tx.deleteFrom('one_time_token').execute());
      assert.equal((await api.app.inject('/quetzal')).statusCode, 200);
    }

    it('leaves nothing 14 days after its owner deleted it', async () => {
      const account = await usedAccount('zanzibar', 5_000_000);
      assert.ok((await leftOf(account)).length > 50, 'it is there');
      assert.ok(mailsTo(api.config.dataDir, 'zanzibar@example.com').length >= 3);
      const browser = await signedInByLink(api, account);
      const deleted = await browser.call('POST /account/delete', { json: { username: 'zanzibar' } });
      assert.equal(deleted.status, 200, deleted.text);
      await passTime(api, api.clock.now + 14 * DAY);
      await api.visits.aggregateAll();
      await api.upkeep();
      await assertErased(account);
    });

    it('leaves no link that names an earlier address', async () => {
      const { browser, email, id } = await provenPerson(api, 'okapi');
      assert.ok(await changeAddress(api, browser, email, 'new@okapi.example'));
      assert.ok(await changeAddress(api, browser, 'new@okapi.example', 'newer@okapi.example'));
      await removeAccount(api.store, id);
      const contents = await contentsOf(api.config.databaseUrl);
      assert.doesNotMatch(JSON.stringify(contents.one_time_token ?? []), /okapi|held-address/);
    });

    it('leaves nothing when the operator deletes it', async () => {
      const account = await usedAccount('kinkajou', 7_000_000);
      const { databaseUrl, dataDir } = api.config;
      const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
      const { code, stderr } = await fingerpost(['account', 'delete', 'kinkajou', '--yes'], { environment });
      assert.equal(code, 0, stderr);
      await api.visits.aggregateAll();
      await assertErased(account);
    });
  });
}

/** The names of all files, and the contents of those that are no database. */
function filesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return `${path.slice(folder.length)} ${/\.db(-wal|-shm)?$/.test(name) ? '' : readFileSync(path, 'utf8')}`;
  });
}
