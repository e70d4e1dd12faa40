// What the operator does for the owner of an account, or to it, beside a running service: what the owner sees then.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSharedCounters, type SharedCounters } from '../../server/limits/shared-counters.ts';
import type { Executor } from '../../server/storage/tables.ts';
import { type Api, assertError, openApi } from '../support/api.ts';
import { PASSWORD } from '../support/browser-session.ts';
import { enginesOf } from '../support/engines.ts';
import { mailsTo, tokenIn } from '../support/mail.ts';
import {
  addPasskey,
  addSecondFactor,
  anonymous,
  answered,
  changeAddress,
  mail,
  passkeyStatus,
  provenPerson,
  resetLink,
  signedInWith,
  signInStatus,
} from '../support/recovery.ts';
import { register, signedIn } from '../support/signed-in.ts';
import { upload } from '../support/upload-form.ts';
import { fingerpost } from './fingerpost.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHANGED = 'Your e-mail address was changed';

for (const engine of enginesOf(import.meta.url)) {
  describe(`What the operator does to an account on ${engine.name}`, () => {
    let api: Api;
    /** What says that a process serves. */
    let serving: SharedCounters;
    before(async () => {
      api = await openApi(engine, { SIGNUP: 'open' });
      // The command has a clock of its own.
      api.clock.now = Date.now() * 1000;
      serving = createSharedCounters(api.store);
      await serving.start({ hasOthers: false });
    });
    after(async () => {
      await serving.stop();
      await api.close();
    });

    async function run(...args: string[]) {
      const { databaseUrl, dataDir } = api.config;
      return fingerpost(args, { environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } });
    }

    async function json(...args: string[]) {
      const { code, stdout, stderr } = await run(...args, '--json');
      assert.equal(code, 0, stderr);
      return JSON.parse(stdout).response;
    }

    async function activities(id: number): Promise<string[]> {
      const rows = await api.store.read
        .selectFrom('activity')
        .select(['message', 'browser'])
        .where('account_id', '=', id)
        .orderBy('id', 'desc')
        .limit(3)
        .execute();
      return rows.filter(({ browser }) => browser === 'Command line').map(({ message }) => message);
    }

    it('finds an account by its address, in any case', async () => {
      const ada = await register(api, 'ada');
      await register(api, 'bob');
      const found = await json('account', 'list', '--email', 'ADA@example.com');
      assert.deepEqual(
        found.map((one: { id: number; username: string; email: string }) => [one.id, one.username, one.email]),
        [[ada.id, 'ada', 'ada@example.com']],
      );
      assert.match(
        (await run('account', 'list', '--email', 'bob@example.com')).stdout,
        /^ID .*\n\d+ +bob +active [^\n]+\n$/,
      );
      assert.deepEqual(await run('account', 'list', '--email', 'nobody@example.com'), {
        code: 3,
        stdout: '',
        stderr: 'There is no account with the e-mail address nobody@example.com.\n',
      });
    });

    it('tells the reason of a suspension to the owner and to the operator, until the account is restored', async () => {
      const cy = await register(api, 'cy');
      const suspension = await run('account', 'suspend', 'cy', '--reason', '  Links to stolen goods  ');
      assert.deepEqual(suspension, { code: 0, stdout: 'The account "cy" is suspended.\n', stderr: '' });
      const refused = await anonymous(api, 'POST /auth/sign-in', { email: cy.email, password: PASSWORD });
      assertError(refused, 403, 'forbidden');
      assert.equal(refused.body.response, 'This account is suspended. Reason: "Links to stolen goods".');
      const wrong = await anonymous(api, 'POST /auth/sign-in', { email: cy.email, password: 'not the password' });
      assert.doesNotMatch(wrong.text, /stolen|suspended/, 'nobody else learns it');
      const { stdout } = await run('account', 'link', 'cy');
      const token = stdout.trim().split('token=')[1]!;
      assert.match(
        (await anonymous(api, 'POST /auth/sign-in/link', { token })).body.response,
        /Reason: "Links to stolen goods"\.$/,
      );
      const [listed] = await json('account', 'list', '--email', cy.email);
      assert.deepEqual([listed.is_active, listed.suspension_reason], [0, 'Links to stolen goods']);
      assert.match((await run('account', 'list')).stdout, / cy +suspended .* Links to stolen goods$/m);
      assert.deepEqual(await activities(cy.id), [
        'The account was suspended. Reason: "Links to stolen goods".',
        'The account was created.',
      ]);

      assert.equal((await run('account', 'restore', 'cy')).code, 0);
      assert.equal((await json('account', 'list', '--email', cy.email))[0].suspension_reason, null);
      assert.equal((await run('account', 'suspend', 'cy')).code, 0);
      const again = await anonymous(api, 'POST /auth/sign-in', { email: cy.email, password: PASSWORD });
      assert.equal(again.body.response, 'This account is suspended.');
      for (const reason of ['', ' ', 'two\nlines', 'x'.repeat(501)]) {
        const { code, stderr } = await run('account', 'suspend', 'cy', '--reason', reason);
        assert.deepEqual([code, stderr], [4, 'The reason must have 1 to 500 characters, in one line.\n']);
      }
    });

    it('changes an address: it is proven, and everything that was issued before ends', async () => {
      const dee = await provenPerson(api, 'dee');
      const passkey = await addPasskey(dee.browser, 'Laptop');
      const undo = await changeAddress(api, dee.browser, 'dee@example.com', 'dee@two.example');
      const reset = await resetLink(api, 'dee@two.example');
      await answered(dee.browser, 'POST /account/email', { email: 'dee@three.example' });
      const pending = tokenIn(await mail(api, 'dee@three.example', 'Confirm your new e-mail address'));

      assert.deepEqual(await json('account', 'email', 'dee', 'Dee@Four.example'), {
        id: dee.id,
        email: 'dee@four.example',
        message: 'The account "dee" has the e-mail address dee@four.example. Its sessions have ended.',
      });
      assertError(await dee.browser.call('GET /user'), 401, 'unauthenticated');
      const password = 'seven green signposts';
      assertError(await anonymous(api, 'POST /auth/undo', { token: undo! }), 422, 'invalid');
      assertError(await anonymous(api, 'POST /auth/email/undo', { token: undo! }), 422, 'invalid');
      assertError(await anonymous(api, 'POST /auth/reset', { token: reset, password }), 422, 'invalid');
      assertError(await anonymous(api, 'POST /auth/email/confirm', { token: pending }), 422, 'invalid');
      assert.equal(await signInStatus(api, 'dee@two.example', PASSWORD), 401);

      const browser = await signedInWith(api, 'dee@four.example', PASSWORD);
      const account = await answered(browser, 'GET /account');
      assert.deepEqual(
        [account.email, account.email_verified, account.pending_email],
        ['dee@four.example', true, null],
      );
      assert.notEqual(account.recovered_at, null, 'the owner reviews what is there');
      assert.equal(await passkeyStatus(api, passkey), 200);
      assert.ok((await activities(dee.id)).includes('The account was recovered.'));
      const told = await mail(api, 'dee@two.example', CHANGED);
      assert.match(told.text, /The person who runs this server did this\. If you did not ask for it, contact them\./);
      assert.doesNotMatch(told.text, /token=|dee@four\.example/);
      // With the password and with the passkey.
      await mail(api, 'dee@four.example', 'New sign-in to your account', 2);
      assert.equal(mailsTo(api.config.dataDir, 'dee@four.example').length, 2);
    });

    it('logs the change of an address, and sends no mail to one that nobody has proven', async () => {
      const eli = await register(api, 'eli');
      assert.equal((await run('account', 'email', 'eli', 'eli@two.example')).code, 0);
      assert.deepEqual(await activities(eli.id), [
        'The account was recovered.',
        'The e-mail address was changed to eli@two.example.',
        'The account was created.',
      ]);
      assert.deepEqual(mailsTo(api.config.dataDir, 'eli@example.com'), []);
    });

    it('leaves the mail to the service, whether or not the mail server answers', async () => {
      const { email } = await provenPerson(api, 'fox');
      assert.deepEqual(await run('account', 'email', 'fox', 'fox@two.example'), {
        code: 0,
        stdout: 'The account "fox" has the e-mail address fox@two.example. Its sessions have ended.\n',
        stderr: '',
      });
      await mail(api, email, CHANGED);
      assert.equal(await signInStatus(api, email, PASSWORD), 401);
      assert.equal(await signInStatus(api, 'fox@two.example', PASSWORD), 200);
    });

    it('says that the mail waits, if there is one and no process of the service runs', async () => {
      await provenPerson(api, 'gil');
      await serving.stop();
      const { stdout } = await run('account', 'email', 'gil', 'gil@two.example');
      const done = 'The account "gil" has the e-mail address gil@two.example. Its sessions have ended.';
      assert.equal(stdout, `${done} The service is not running: the mail about it is sent when it starts.\n`);
      await register(api, 'hob');
      assert.match((await run('account', 'email', 'hob', 'hob@two.example')).stdout, /sessions have ended\.\n$/);
      serving = createSharedCounters(api.store);
      await serving.start({ hasOthers: false });
    });

    it('refuses an address that is taken, malformed or the same, and changes nothing', async () => {
      const { browser } = await provenPerson(api, 'fay');
      await register(api, 'gus');
      for (const [address, sentence] of [
        ['GUS@example.com', 'The e-mail address gus@example.com has an account already.'],
        ['nobody', 'The e-mail address must look like name@host.'],
        ['fay@example.com', 'The account has the e-mail address fay@example.com already.'],
      ]) {
        const { code, stdout, stderr } = await run('account', 'email', 'fay', address!);
        assert.deepEqual([code, stdout, stderr], [4, '', `${sentence}\n`]);
      }
      assert.equal((await browser.call('GET /account')).body.response.email, 'fay@example.com');
      const mails = mailsTo(api.config.dataDir, 'fay@example.com').map(({ subject }) => subject);
      assert.deepEqual(mails, ['Confirm your e-mail address']);
    });

    it('turns off two-factor authentication, and tells the owner, who can take it back', async () => {
      const hal = await provenPerson(api, 'hal');
      const off = () => run('account', 'two-factor', 'off', 'hal');
      assert.deepEqual(await off(), { code: 4, stdout: '', stderr: 'Two-factor authentication is off.\n' });
      await addSecondFactor(api, hal.browser);
      // Commands have the system's clock. A link puts back only what had been on for seven days.
      const old = (tx: Executor) =>
        tx.updateTable('credential').set({ totp_added_at: 0 }).where('person_id', '=', hal.id);
      await api.store.write(hal.id, (tx) => old(tx).execute());
      const message = 'Two-factor authentication of the account "hal" is off.';
      assert.deepEqual(await json('account', 'two-factor', 'off', 'hal'), { id: hal.id, message });
      const browser = await signedInWith(api, hal.email, PASSWORD);
      assert.equal((await answered(browser, 'GET /account')).two_factor, false);
      assert.deepEqual(await activities(hal.id), ['Two-factor authentication was turned off.']);
      const told = await mail(api, hal.email, 'Two-factor authentication was turned off');
      await anonymous(api, 'POST /auth/undo', { token: tokenIn(told) });
      assert.equal((await off()).code, 0, 'it is on again');
    });

    it('shows what an account uses', async () => {
      const ida = await register(api, 'ida');
      const browser = await signedIn(api, ida);
      await answered(browser, 'POST /blocks', { block: 'heading', name: 'Hello' });
      const { key } = await api.keyFor(ida);
      const file = upload(key, ['file', Buffer.from('Ten letters'), 'note.txt']);
      assert.equal((await api.call('POST /uploads', file)).status, 200);
      const visit = { accountId: ida.id, targetId: 0, address: '192.0.2.1', userAgent: FIREFOX };
      for (const _ of [1, 2, 3]) await api.visits.record(visit);
      await api.visits.aggregateAll();
      const usage = await json('account', 'usage', 'ida');
      assert.deepEqual(usage.blocks, { used: 1, limit: 100 });
      assert.deepEqual(usage.upload_bytes, { used: 11, limit: 500_000_000 });
      assert.deepEqual([usage.id, usage.page_views, usage.link_clicks], [ida.id, 3, 0]);
      const { id: _, message: __, page_views: ___, link_clicks: ____, ...shared } = usage;
      assert.deepEqual(shared, await answered(browser, 'GET /account/usage'));
      const { stdout, stderr } = await run('account', 'usage', 'ida');
      assert.match(stdout, /^disk space {4}0 MB of 500 MB\nblocks {8}1 of 100\n/);
      assert.match(stdout, /\npage views {4}3\nlink clicks {3}0\n$/);
      assert.equal(stderr, 'Visits of the last seconds may not be counted yet.\n');
    });
  });
}
