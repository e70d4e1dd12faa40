// Guessing passwords is slowed down, and does not lock the owner out.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { freshAddress, openBrowser, PASSWORD, signUp } from '../../support/browser-session.ts';
import { engines } from '../../support/engines.ts';

const SECOND = 1_000_000;

for (const engine of engines) {
  describe(`Guessing passwords on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    const guess = (email: string, options: { ip?: string } = {}, password = 'a wrong guess') =>
      openBrowser(api, options).call('POST /auth/sign-in', { json: { email, password } });

    it('is throttled for each account, also in parallel, while its own browser gets in', async () => {
      const { browser, email } = await signUp(api, 'ada');
      await browser.call('POST /auth/sign-out');
      const answers = await Promise.all(Array.from({ length: 60 }, () => guess(email)));
      const counted = (status: number) => answers.filter((answer) => answer.status === status).length;
      assert.deepEqual([counted(401), counted(429)], [5, 55]);
      const refused = answers.find(({ status }) => status === 429)!;
      assertError(refused, 429, 'rate_limited');
      assert.ok(Number(refused.headers['retry-after']) >= 1);

      assert.equal((await guess(email, {}, PASSWORD)).status, 429);
      const own = await browser.call('POST /auth/sign-in', { json: { email, password: PASSWORD } });
      assert.equal(own.status, 200, own.text);
    });

    it('gets slower with each failure, and is possible again after a while', async () => {
      const { email } = await signUp(api, 'bea');
      for (let count = 0; count < 5; count += 1) assert.equal((await guess(email)).status, 401);
      const waits = [];
      for (let count = 0; count < 4; count += 1) {
        const answer = await guess(email);
        assert.equal(answer.status, 429, answer.text);
        waits.push(Number(answer.headers['retry-after']));
        api.clock.now += waits.at(-1)! * SECOND;
        assert.equal((await guess(email)).status, 401);
      }
      assert.deepEqual(waits, [1, 2, 4, 8]);
      api.clock.now += 3600 * SECOND;
      assert.equal((await guess(email, {}, PASSWORD)).status, 200);
    });

    it('is throttled for each network, whichever accounts are tried', async () => {
      const ip = freshAddress();
      const statuses = [];
      for (let count = 0; count < 22; count += 1) {
        statuses.push((await guess(`nobody-${count}@example.com`, { ip })).status);
      }
      assert.deepEqual(statuses, [...Array(20).fill(401), 429, 429]);
    });

    it('treats addresses that nobody has like others', async () => {
      const statuses = [];
      for (let count = 0; count < 7; count += 1) statuses.push((await guess('nobody@example.com')).status);
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    });

    it('is not made easier by a forged device cookie', async () => {
      const { browser, email, id } = await signUp(api, 'cleo');
      const device = browser.cookies.get('fingerpost.device')!;
      assert.match(device, new RegExp(`^[\\w-]{22}~${id}-0\\.`));
      for (let count = 0; count < 5; count += 1) await guess(email);
      const forger = openBrowser(api);
      forger.cookies.set(
        'fingerpost.device',
        device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      );
      const answer = await forger.call('POST /auth/sign-in', { json: { email, password: PASSWORD } });
      assert.equal(answer.status, 429);
      assert.equal((await browser.call('POST /auth/sign-in', { json: { email, password: PASSWORD } })).status, 200);
    });

    it('is throttled for the password that is confirmed, too', async () => {
      const { browser } = await signUp(api, 'dora');
      const confirm = (password: string) => browser.call('POST /auth/reauthenticate', { json: { password } });
      for (let count = 0; count < 5; count += 1) assertError(await confirm('wrong'), 422, 'invalid');
      assertError(await confirm(PASSWORD), 429, 'rate_limited');
    });
  });
}
