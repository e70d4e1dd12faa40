// Mails that owners have asked for, through a mail server on loopback.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createJobQueue } from '../../../server/jobs/queue.ts';
import { scheduleSummaries } from '../../../server/notifications/jobs/weekly-summaries.ts';
import { readAccountSettings } from '../../../server/storage/accounts/account-settings.ts';
import { setProvenAddress } from '../../../server/storage/people/people.ts';
import { PAGE } from '../../../server/storage/visits/visits.ts';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { jobRows, runOnce } from '../../support/jobs.ts';
import { type ReadMail, readMail } from '../../support/mail.ts';
import { openSmtpServer, type SmtpServer } from '../../support/smtp.ts';
import { storeOn } from '../../support/store.ts';

const MINUTE = 60_000_000;
const DAY = 24 * 60 * MINUTE;
const micros = (date: string) => Date.parse(date) * 1000;
/** 8:00 in Berlin. */
const MONDAY = micros('2026-11-16T07:00:00Z');

for (const engine of enginesOf(import.meta.url)) {
  describe(`Notifications on ${engine.name}`, () => {
    let smtp: SmtpServer;
    let api: Api;
    before(async () => {
      smtp = await openSmtpServer();
      api = await openApi(engine, { SMTP_URL: smtp.url, MAIL_FROM: 'Links <hello@links.example>' });
    });
    beforeEach(() => {
      smtp.messages.length = 0;
    });
    after(async () => {
      await api.close();
      await smtp.close();
    });

    async function owner(username: string, notifications: object): Promise<Account> {
      api.clock.now = micros('2026-11-15T12:00:00Z');
      const account = await api.account(username);
      const { store } = api;
      const email = `${username}@example.com`;
      const address = { email, address_id: account.id, proven_id: account.id };
      await store.write(account.id, (tx) => setProvenAddress(tx, account.id, address));
      const json = { timezone: 'Europe/Berlin', notifications };
      const answer = await api.call('POST /account/settings', { key: account.key, json });
      assert.equal(answer.status, 200, answer.text);
      return account;
    }

    const mails = (): ReadMail[] => smtp.messages.map(({ source }) => readMail(source));
    const path = (url: string) => new URL(url).pathname;
    const linkIn = ({ headers }: ReadMail) => path(/<(.+)>/.exec(headers['list-unsubscribe']!)![1]!);
    const summaryAt = async ({ id }: Account) => (await readAccountSettings(api.store.read, id))!.summary_at;

    async function made(request: string, key: string, json: object): Promise<number> {
      const { status, text, body } = await api.call(request, { key, json });
      assert.equal(status, 200, text);
      return body.response.id;
    }

    it('send one summary a week, with what was counted', async () => {
      const ada = await owner('ada', { weekly_summary: true });
      const items = [{ link: 'https://example.com/', slug: 'shop' }];
      const block = await made('POST /blocks', ada.key, { block: 'links', items });
      const { body } = await api.call(`GET /blocks/${block}`, { key: ada.key });
      const link = body.response.items[0].id;
      const visit = { accountId: ada.id, country: 'de', city: 'Berlin, DE', os: 'Linux', browser: 'Firefox' };
      const seen = (at: string, visitor: string, targetId = PAGE, referrer = '') => ({
        ...visit,
        ...{ at: micros(at), visitor, targetId, address: '192.0.2.1', traits: referrer ? { referrer } : {} },
      });
      await api.visits.recordMany([
        // The week before, from its first to its last minute.
        seen('2026-11-01T23:00:00Z', 'a'),
        seen('2026-11-08T22:59:00Z', 'b'),
        // The week of the summary.
        seen('2026-11-08T23:00:00Z', 'a'),
        seen('2026-11-10T12:00:00Z', 'b'),
        seen('2026-11-10T12:01:00Z', 'b'),
        seen('2026-11-10T12:02:00Z', 'b', link),
      ]);
      await api.visits.aggregateAll();
      await api.upkeep();
      assert.equal(smtp.messages.length, 0, 'not before Monday');

      api.clock.now = MONDAY;
      await api.upkeep();
      const [mail] = mails();
      assert.equal(mail?.to, 'ada@example.com');
      assert.equal(mail.subject, 'Your week: 3 visits');
      assert.equal(mail.headers['message-id'], `<weekly-summary.${ada.id}.2026-11-16@links.example>`);
      assert.match(mail.text, /links\.example\/ada, 9\s–\s15 November 2026, compared with the week before\./);
      assert.match(mail.text, /^Visits: 3 \(\+50%\)\nUnique visitors: 2 \(no change\)\nClicks: 1 \(none before\)$/m);
      assert.match(mail.text, /^Top links\n {2}shop: 1 click$/m);
      assert.match(mail.text, /^Top referrers\n {2}Direct \/ unknown: 3 visits$/m);
      assert.match(mail.text, /^Open the statistics:\nhttp:\/\/localhost:3001\/stats$/m);
      assert.match(mail.text, /^Stop the weekly summary:\nhttp:\/\/localhost:3001\/unsubscribe\/w/m);

      assert.equal(await summaryAt(ada), MONDAY + 7 * DAY);
      await api.upkeep();
      assert.equal(smtp.messages.length, 1);
    });

    it('send a summary once, though several processes try, and again after a failure', async (t) => {
      const bea = await owner('bea', { weekly_summary: true });
      api.clock.now = MONDAY;
      smtp.rejections.push('451 later');
      const scheduling = Array.from({ length: 3 }, async () => {
        const store = await storeOn(t, api.config.databaseUrl);
        const origins = { pages: () => '', dashboardLink: () => '' };
        const jobs = createJobQueue({ store });
        const mailer = { kind: 'smtp' } as const;
        const options = { store, clock: () => api.clock.now, mailer, jobs, secret: async () => '', origins };
        await runOnce(scheduleSummaries(options));
      });
      await Promise.all(scheduling);
      assert.equal(await summaryAt(bea), MONDAY + 7 * DAY);
      await eventually('it is sent', 15_000, () => smtp.messages.length > 0);
      await api.upkeep();
      const sent = (await jobRows(api.store, 'mail')).filter(({ account_id }) => account_id === bea.id);
      assert.deepEqual(
        sent.map(({ state, attempts }) => [state, attempts]),
        [['done', 2]],
      );
      api.clock.now += DAY;
      await api.upkeep();
      assert.equal(smtp.messages.length, 1);
    });

    it('send nothing to an address that is not confirmed, or about a page that is off', async () => {
      const cleo = await owner('cleo', { weekly_summary: true });
      const { store } = api;
      const unproven = { proven_id: null };
      await store.writeInstallation((tx) =>
        tx.updateTable('person').set(unproven).where('person_id', '=', cleo.id).execute(),
      );
      const dora = await owner('dora', { weekly_summary: true });
      await store.write(dora.id, (tx) =>
        tx.updateTable('account').set({ is_active: 0 }).where('account_id', '=', dora.id).execute(),
      );
      api.clock.now = MONDAY + MINUTE;
      await api.upkeep();
      assert.deepEqual(
        mails().map(({ to }) => to),
        [],
      );
      assert.equal(await summaryAt(cleo), MONDAY + 7 * DAY);
    });

    it('stop with the link in the mail, without a sign-in', async () => {
      const eve = await owner('eve', { weekly_summary: true, form_entries: true });
      api.clock.now = MONDAY;
      await api.upkeep();
      const link = linkIn(mails()[0]!);
      assert.equal(mails()[0]!.headers['list-unsubscribe-post'], 'List-Unsubscribe=One-Click');
      const dashboard = await api.dashboard();
      const isOn = async () => (await api.call('GET /account/settings', { key: eve.key })).body.response.notifications;
      const page = await dashboard.inject({ url: link, headers: { accept: 'text/html' } });
      assert.match(page.payload, /<h1 dir="auto">Stop the weekly summary\?<\/h1>/);
      assert.match(page.payload, /<form class="ways" method="post">/);
      assert.deepEqual(await isOn(), { weekly_summary: true, form_entries: true }, 'looking changes nothing');

      const forged = await dashboard.inject({ method: 'POST', url: link.replace(/.$/, '_') });
      assert.equal(forged.statusCode, 404);
      const other = link.replace(`w${eve.id}.`, `f${eve.id}.`);
      assert.equal((await dashboard.inject({ method: 'POST', url: other })).statusCode, 404);
      assert.deepEqual(await isOn(), { weekly_summary: true, form_entries: true });

      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' };
      const click = { method: 'POST', url: link, headers, payload: 'List-Unsubscribe=One-Click' } as const;
      for (let time = 0; time < 2; time += 1) {
        const answer = await dashboard.inject(click);
        assert.equal(answer.statusCode, 200, answer.payload);
        assert.match(answer.payload, /The weekly summary is off/);
        assert.deepEqual(await isOn(), { weekly_summary: false, form_entries: true });
      }
    });

    it('tell of new form entries, at most every ten minutes for each form', async () => {
      const fay = await owner('fay', { form_entries: true });
      const name = 'Say <hello>\u2028now';
      const form = await made('POST /blocks', fay.key, { block: 'contact_form', name });
      const list = await made('POST /blocks', fay.key, { block: 'signup', name: 'News' });
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const send = async (block: number, fields: Record<string, string>) => {
        const payload = new URLSearchParams(fields).toString();
        const url = `/fay/forms/${block}`;
        const answer = await api.app.inject({ method: 'POST', url, headers, payload });
        assert.equal(answer.statusCode, 303, answer.payload);
      };
      const write = (message: string) => send(form, { name: '<b>Al</b>', email: 'al@example.com', message });
      await write(`<script>alert(1)</script>\n${'x'.repeat(600)}`);
      await api.upkeep();
      const [first, ...others] = mails();
      assert.deepEqual(others, []);
      assert.equal(first?.to, 'fay@example.com');
      assert.equal(first.subject, 'New entry in “Say <hello> now”');
      assert.match(first.html, /&lt;b&gt;Al&lt;\/b&gt;/);
      assert.doesNotMatch(first.html, /<script|<b>/);
      assert.match(first.html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;<br>x{474}…/);
      assert.match(first.text, /15 Nov 2026, 13:00\n {2}Your name: <b>Al<\/b>$/m);
      assert.match(linkIn(first), /^\/unsubscribe\/f/);

      api.clock.now += MINUTE;
      for (let entry = 0; entry < 9; entry += 1) await write(`Entry ${entry}`);
      api.clock.now += MINUTE;
      for (let entry = 9; entry < 12; entry += 1) await write(`Entry ${entry}`);
      await send(list, { email: 'gil@example.com' });
      await send(list, { email: 'GIL@example.com' });
      await api.upkeep();
      assert.deepEqual(
        mails()
          .map(({ subject }) => subject)
          .slice(1),
        ['New entry in “News”'],
      );
      api.clock.now += 8 * MINUTE;
      await api.upkeep();
      const last = mails().at(-1)!;
      assert.equal(last.subject, '12 new entries in “Say <hello> now”');
      assert.match(last.text, /Entry 0$/m);
      assert.match(last.text, /Entry 9$/m);
      assert.doesNotMatch(last.text, /Entry 10/);
      assert.match(last.text, /^See 2 more:\nhttp:\/\/localhost:3001\/entries$/m);
      await api.upkeep();
      assert.equal(smtp.messages.length, 3);

      await api.call('POST /account/settings', { key: fay.key, json: { notifications: { form_entries: false } } });
      api.clock.now += 20 * MINUTE;
      await write('Nobody is told');
      await api.upkeep();
      assert.equal(smtp.messages.length, 3);
    });
  });
}
