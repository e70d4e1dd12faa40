// Mail as jobs: it survives what happens to a process and a mail server, and is not sent once nobody needs it.
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { DAY, MINUTE } from '../../contract/time.ts';
import { eraseAccount } from '../../server/domain/sign-in/account-deletion.ts';
import { createJobQueue } from '../../server/jobs/queue.ts';
import { mailJob } from '../../server/mail/mail-job.ts';
import { fingerpost } from '../cli/fingerpost.ts';
import { type Api, openApi } from '../support/api.ts';
import { PASSWORD, signUp } from '../support/browser-session.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { jobRows } from '../support/jobs.ts';
import { readMail, tokenIn } from '../support/mail.ts';
import { anonymous, answered, signInStatus } from '../support/recovery.ts';
import { call, startServer, tenantOn } from '../support/server.ts';
import { openSmtpServer, type SmtpServer } from '../support/smtp.ts';
import { freshDatabase, storeOn } from '../support/store.ts';

const PATIENCE_MS = 20_000;
const anyMail = { kind: 'changed', to: 'ada@example.com', language: 'en', at: 1, nonce: 'x', details: {} };

for (const engine of engines) {
  describe(`Mail jobs on ${engine.name}`, () => {
    let [smtp, api] = [undefined as unknown as SmtpServer, undefined as unknown as Api];
    before(async () => {
      smtp = await openSmtpServer();
      api = await openApi(engine, { SMTP_URL: smtp.url });
    });
    after(async () => {
      await api.close();
      await smtp.close();
    });

    const mailsTo = (to: string) =>
      smtp.messages.filter((message) => message.to.includes(to)).map(({ source }) => readMail(source));
    const received = (to: string, count: number) =>
      eventually(`${count} mails to ${to}`, PATIENCE_MS, () => mailsTo(to).length >= count);
    const rowsOf = async (id: number) => (await jobRows(api.store, 'mail')).filter((row) => row.account_id === id);
    const settled = (id: number) =>
      eventually('its mails are done', PATIENCE_MS, async () =>
        (await rowsOf(id)).every(({ state }) => state === 'done'),
      );
    const recover = (email: string) => anonymous(api, 'POST /auth/recover', { email });

    /** The mail server refuses mails to the address until `resume` is called; `wait` waits for one that was refused. */
    function refused(email: string, id: () => number) {
      smtp.recipients.set(email, '451 later');
      const wait = (kind: string) =>
        eventually(`a ${kind} waits`, PATIENCE_MS, async () =>
          (await rowsOf(id())).some(
            (row) => row.last_error !== null && row.holder === null && row.payload.includes(`"${kind}"`),
          ),
        );
      return { wait, resume: () => smtp.recipients.delete(email) };
    }

    it('delays nobody because of others whose server does not answer, or refuses them', async () => {
      for (const name of ['bad1', 'bad2', 'bad3']) smtp.recipients.set(`${name}@example.com`, undefined);
      for (const name of ['bad4', 'bad5', 'bad6']) smtp.recipients.set(`${name}@example.com`, '451 later');
      for (let bad = 1; bad <= 6; bad += 1) await signUp(api, `bad${bad}`);
      const began = performance.now();
      for (const name of ['ann', 'ben', 'cat', 'don']) await signUp(api, name);
      for (const name of ['ann', 'ben', 'cat', 'don']) await received(`${name}@example.com`, 1);
      assert.ok(performance.now() - began < 10_000);
      assert.ok(smtp.attempts >= 10);
    });

    it('is the same mail again if nobody knows whether it arrived', async () => {
      smtp.lostAnswers = 1;
      await signUp(api, 'eva');
      await received('eva@example.com', 2);
      const [first, second] = mailsTo('eva@example.com');
      assert.deepEqual(second!.headers['message-id'], first!.headers['message-id']);
      assert.equal(second!.text, first!.text);
    });

    it('keeps no token, and nothing at all once it is sent', async () => {
      const { id } = await signUp(api, 'fay');
      const { wait, resume } = refused('fay@example.com', () => id);
      await recover('fay@example.com');
      await wait('reset-password');
      const payloads = (await rowsOf(id)).map(({ payload }) => payload);
      resume();
      await received('fay@example.com', 2);
      for (const mail of mailsTo('fay@example.com')) assert.ok(!payloads.join().includes(tokenIn(mail)));
      await settled(id);
      assert.deepEqual(
        (await rowsOf(id)).map(({ payload }) => payload),
        ['{}', '{}'],
      );
      const { stdout } = await fingerpost(['jobs', 'list', '--state', 'done', '--json'], {
        environment: { DATABASE_URL: api.config.databaseUrl },
      });
      assert.doesNotMatch(stdout, /fay/);
    });

    it('is given up if the server refuses it for good, until the operator tries again', async () => {
      smtp.recipients.set('gus@example.com', '550 no such user');
      const { id } = await signUp(api, 'gus');
      await eventually('it has failed', PATIENCE_MS, async () => (await rowsOf(id))[0]?.state === 'failed');
      const [row] = await rowsOf(id);
      assert.equal(row!.attempts, 1);
      assert.doesNotMatch(row!.last_error!, /gus/);
      smtp.recipients.delete('gus@example.com');
      const environment = { DATABASE_URL: api.config.databaseUrl };
      assert.equal((await fingerpost(['jobs', 'retry', String(row!.id)], { environment })).code, 0);
      await received('gus@example.com', 1);
    });

    it('is sent by a process whose clock is days ahead, because the store measures how long it waited', async () => {
      const { id, email } = await signUp(api, 'gil');
      await received(email, 1);
      const { wait, resume } = refused(email, () => id);
      await recover(email);
      await wait('reset-password');
      assert.equal(await signInStatus(api, email, PASSWORD), 200);
      await wait('new-sign-in');
      api.clock.now += 3 * DAY;
      resume();
      await received(email, 3);
      api.clock.now -= 3 * DAY;
      const subjects = mailsTo(email).map(({ subject }) => subject);
      assert.deepEqual(subjects.slice(1).sort(), ['Choose a new password', 'New sign-in to your account']);
    });

    it('is dropped if its link ended: the password was changed, the address too, or an hour passed', async () => {
      const { browser, id, email } = await signUp(api, 'hal');
      await received(email, 1);
      const { wait, resume } = refused(email, () => id);
      await recover(email);
      await wait('reset-password');
      await api.store.note(async (tx) => {
        const earlier = tx.updateTable('job').set((eb) => ({ created_at: eb('created_at', '-', 61 * MINUTE) }));
        await earlier.where('account_id', '=', id).where('state', '=', 'waiting').execute();
      });
      await recover(email);
      await answered(browser, 'POST /account/email/verify');
      await eventually('all are asked for', PATIENCE_MS, async () => (await rowsOf(id)).length === 4);
      await api.store.write(id, (tx) =>
        tx.updateTable('credential').set({ password_hash: 'another' }).where('person_id', '=', id).execute(),
      );
      await eventually('none is being sent', PATIENCE_MS, async () =>
        (await rowsOf(id)).every((row) => row.holder === null),
      );
      resume();
      await settled(id);
      await received(email, 2);
      assert.deepEqual(
        mailsTo(email).map(({ subject }) => subject),
        Array(2).fill('Confirm your e-mail address'),
      );
    });

    it('is dropped if the account was recovered, keeps its page after all, or is erased', async () => {
      const { browser, username, id, email } = await signUp(api, 'ivy');
      await received(email, 1);
      const { wait, resume } = refused(email, () => id);
      await answered(browser, 'POST /account/delete', { username });
      await wait('keep-account');
      await answered(browser, 'POST /account/delete/cancel');
      assert.equal(await signInStatus(api, email, PASSWORD), 200);
      await wait('new-sign-in');
      await api.store.writeInstallation((tx) =>
        tx
          .updateTable('person')
          .set((eb) => ({ generation: eb('generation', '+', 1) }))
          .where('person_id', '=', id)
          .execute(),
      );
      resume();
      await settled(id);
      assert.deepEqual(
        mailsTo(email).map(({ subject }) => subject),
        ['Confirm your e-mail address'],
      );

      const other = await signUp(api, 'jon');
      await received(other.email, 1);
      const hold = refused(other.email, () => other.id);
      await recover(other.email);
      await hold.wait('reset-password');
      const { store, files, config } = api;
      await eraseAccount({ store, files, dataDir: config.dataDir }, other.id);
      hold.resume();
      assert.deepEqual(await rowsOf(other.id), []);
    });
  });

  describe(`Mail of a process on ${engine.name}`, () => {
    it('is sent once by a process that is stopped meanwhile, which begins no other', async (t) => {
      const smtp = await openSmtpServer();
      t.after(() => smtp.close());
      const databaseUrl = await freshDatabase(t, engine);
      await tenantOn(databaseUrl);
      const store = await storeOn(t, databaseUrl);
      const port = await freePort();
      const settings = { DATABASE_URL: databaseUrl, SMTP_URL: smtp.url, DASHBOARD_PORT: String(port), WORKERS: '1' };
      // Longer than jobs that heed the signal are given.
      smtp.delayMs = 4000;
      const first = await startServer(t, settings);
      await first.wrote(/The dashboard listens/);
      const agent = new Agent({ keepAlive: true });
      t.after(() => agent.destroy());
      // It is kept open, so the stop takes two seconds before anything is closed.
      await first.call('GET /health', { agent });
      const headers = { origin: `http://localhost:${port}` };
      const recover = { json: { email: 'ada@example.com' }, headers };
      assert.equal((await call(`http://127.0.0.1:${port}`, 'POST /api/v1/auth/recover', recover)).status, 200);
      await eventually('it is being sent', PATIENCE_MS, () => smtp.messages.length === 1);
      first.kill('SIGTERM');
      await first.wrote(/Stopping/);
      const jobs = createJobQueue({ store });
      await store.writeInstallation((tx) => jobs.enqueue(tx, mailJob, { payload: anyMail }));
      assert.equal((await first.ended).code, 0);
      const rows = await jobRows(store, 'mail');
      assert.deepEqual(
        rows.map(({ state, attempts, last_error }) => [state, attempts, last_error]),
        [
          ['done', 1, null],
          ['waiting', 0, null],
        ],
      );
      assert.equal(smtp.messages.length, 1);
    });

    it('survives kill -9 and a restart', async (t) => {
      const smtp = await openSmtpServer();
      t.after(() => smtp.close());
      const databaseUrl = await freshDatabase(t, engine);
      await tenantOn(databaseUrl);
      const store = await storeOn(t, databaseUrl);
      const port = await freePort();
      const settings = {
        DATABASE_URL: databaseUrl,
        SMTP_URL: smtp.url,
        DASHBOARD_PORT: String(port),
        LOG_LEVEL: 'debug',
      };
      smtp.recipients.set('ada@example.com', '451 later');
      const first = await startServer(t, settings);
      await first.wrote(/The dashboard listens/);
      const headers = { origin: `http://localhost:${port}` };
      const request = { json: { email: 'ada@example.com' }, headers };
      const answer = await call(`http://127.0.0.1:${port}`, 'POST /api/v1/auth/recover', request);
      assert.equal(answer.status, 200, answer.text);
      await eventually('it was tried', PATIENCE_MS, async () => ((await jobRows(store, 'mail'))[0]?.attempts ?? 0) > 0);
      first.kill('SIGKILL');
      await first.ended;
      assert.doesNotMatch(first.stdout(), /ada@example/);
      smtp.recipients.clear();
      assert.equal(smtp.messages.length, 0);
      await startServer(t, settings);
      await eventually('it is sent', 60_000, () => smtp.messages.length > 0);
      assert.match(readMail(smtp.messages[0]!.source).subject, /Choose a new password/);
      await eventually('it is done', PATIENCE_MS, async () => (await jobRows(store, 'mail'))[0]!.state === 'done');
      assert.equal(smtp.messages.length, 1);
    });
  });
}
