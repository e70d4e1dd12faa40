// Double opt-in: an address is on the list once its owner has confirmed it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, openApi } from '../support/api.ts';
import { freshAddress } from '../support/browser-session.ts';
import { passTime } from '../support/days.ts';
import { enginesOf } from '../support/engines.ts';
import { mailsTo, mailTo } from '../support/mail.ts';

const DAY = 24 * 3600 * 1_000_000;
const SUBJECT = 'Confirm your sign-up';

for (const engine of enginesOf(import.meta.url)) {
  describe(`A sign-up with confirmation on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let form: number;
    before(async () => {
      api = await openApi(engine, { TRUST_PROXY: '1' });
      ada = await api.account('ada');
      const json = { block: 'signup', name: 'Buy now!', settings: { confirm: true } };
      form = (await api.call('POST /blocks', { key: ada.key, json })).body.response.id;
    });
    after(() => api.close());

    const post = (url: string, payload: string, ip = freshAddress()) =>
      api.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': ip },
        payload,
      });
    const signUp = (email: string, ip?: string) =>
      post(`/ada/forms/${form}`, new URLSearchParams({ email }).toString(), ip);
    const entries = async (): Promise<string[]> => {
      const { body } = await api.call(`GET /blocks/${form}/entries`, { key: ada.key });
      return body.response.map(({ values }: { values: { email: string } }) => values.email);
    };
    async function linkTo(email: string, count = 1): Promise<string> {
      const { text } = await mailTo(api.config.dataDir, email, SUBJECT, count);
      return new URL(/https:\S+\/confirm\/\S+/.exec(text)![0]).pathname;
    }

    it('counts once it is confirmed, with the button and not by looking', async () => {
      const answer = await signUp('Gil@example.com');
      assert.equal(answer.statusCode, 303, answer.payload);
      const sent = await api.app.inject(answer.headers.location!);
      assert.match(sent.payload, /Check your mail/);
      const { text, html } = await mailTo(api.config.dataDir, 'Gil@example.com', SUBJECT);
      assert.match(text, /in a form on links\.example\/ada\./);
      assert.doesNotMatch(text + html, /Buy now/, 'nothing that the owner wrote goes to strangers');
      const link = await linkTo('Gil@example.com');
      assert.deepEqual(await entries(), []);
      assert.match((await api.app.inject(link)).payload, /Confirm your address\?/);
      assert.deepEqual(await entries(), []);

      assert.equal((await post(link.replace(/.$/, '_'), 'confirm=yes')).statusCode, 404);
      const done = await post(link, 'confirm=yes');
      assert.equal(done.statusCode, 200, done.payload);
      assert.match(done.payload, /Thank you\. You are on the list\./);
      assert.deepEqual(await entries(), ['Gil@example.com']);
      assert.equal((await post(link, 'confirm=yes')).statusCode, 404, 'the link was used');
      assert.deepEqual(await entries(), ['Gil@example.com']);
    });

    it('sends one mail a day to an address, and none to one that is on the list', async () => {
      for (let time = 0; time < 2; time += 1) assert.equal((await signUp('hal@example.com')).statusCode, 303);
      assert.equal((await signUp('gil@example.com')).statusCode, 303, 'nobody learns who is on the list');
      const first = await linkTo('hal@example.com');
      api.clock.now += DAY;
      assert.equal((await signUp('hal@example.com')).statusCode, 303);
      const second = await linkTo('hal@example.com', 2);
      assert.equal(mailsTo(api.config.dataDir, 'hal@example.com').length, 2);
      assert.deepEqual(mailsTo(api.config.dataDir, 'gil@example.com'), []);
      assert.equal((await post(first, 'confirm=yes')).statusCode, 404, 'the newest link counts');
      assert.equal((await post(second, 'confirm=yes')).statusCode, 200);
    });

    it('is deleted after seven days', async () => {
      await signUp('ida@example.com');
      const link = await linkTo('ida@example.com');
      const waiting = async () => (await api.store.read.selectFrom('unconfirmed_entry').select('id').execute()).length;
      await passTime(api, api.clock.now + 7 * DAY - 1);
      assert.equal(await waiting(), 1);
      api.clock.now += 1;
      assert.equal((await post(link, 'confirm=yes')).statusCode, 404);
      await api.upkeep();
      assert.equal(await waiting(), 0);
    });

    it('cannot be used to send mail to many strangers, or often to one', async () => {
      const ip = freshAddress();
      const statuses: number[] = [];
      for (let count = 0; count < 10; count += 1) {
        statuses.push((await signUp(`stranger${count}@example.com`, ip)).statusCode);
        // Beyond the limits for entries of a minute.
        api.clock.now += 10_000_000;
      }
      assert.deepEqual(statuses, Array(10).fill(303));
      await signUp('stranger10@example.com', ip);
      const refused = await signUp('stranger11@example.com', ip);
      assert.equal(refused.statusCode, 429);
      assert.deepEqual(mailsTo(api.config.dataDir, 'stranger11@example.com'), []);

      const other = { block: 'signup', settings: { confirm: true } };
      for (let count = 0; count < 6; count += 1) {
        const { id } = (await api.call('POST /blocks', { key: ada.key, json: other })).body.response;
        await post(`/ada/forms/${id}`, 'email=joe%40example.com');
      }
      await mailTo(api.config.dataDir, 'joe@example.com', SUBJECT, 3);
      assert.equal(mailsTo(api.config.dataDir, 'joe@example.com').length, 3);
    });
  });
}
