// Guessing passwords is slowed down, and does not lock the owner out.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { freshAddress, openBrowser, PASSWORD, signUp } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';

const SECOND = 1_000_000;

for (const engine of enginesOf(import.meta.url)) {
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

    it('is throttled for an IPv6 /48 as well as for each /64, by the hour', async () => {
      const hex = (number: number) => number.toString(16);
      const from = async (network: string, count: number) => {
        const ip = `${network}::${hex(count + 1)}`;
        return (await guess(`nobody-${network}-${count}@example.com`, { ip })).status;
      };
      const statuses: number[] = [];
      for (let count = 0; count < 21; count += 1) statuses.push(await from('2001:db8:9:0', count));
      assert.deepEqual(statuses, [...Array(20).fill(401), 429], 'a /64');
      // The refused attempt did not count in the /48.
      for (let count = 0; count < 140; count += 1) assert.equal(await from(`2001:db8:9:${hex(1 + count)}`, 0), 401);
      const refused = await guess('nobody-at-all@example.com', { ip: '2001:db8:9:ffff::1' });
      assertError(refused, 429, 'rate_limited');
      assert.equal(refused.headers['retry-after'], '3600');
      assert.equal(await from('2001:db8:a:0', 0), 401, 'another /48');
      assert.equal((await guess('nobody-mapped@example.com', { ip: '::ffff:192.0.2.9' })).status, 401, 'IPv4');

      api.clock.now += 3600 * SECOND;
      assert.equal(await from('2001:db8:9:ffff', 1), 401);
      // One /64 alone never uses up the attempts of its /48, however long it goes on.
      for (let hour = 0; hour < 12; hour += 1) {
        for (let count = 0; count < 40; count += 1) {
          await from('2001:db8:9:0', 100 * hour + count);
          api.clock.now += 80 * SECOND;
        }
      }
      assert.equal(await from('2001:db8:9:2', 1), 401);
    });

    it('does not reveal which address and which username have the same account', async () => {
      const ada = await signUp(api, 'oracle-ada');
      await signUp(api, 'oracle-bea');
      for (let count = 0; count < 8; count += 1) await guess(ada.username);
      const seen = async (email: string) => {
        const answers = [];
        for (let count = 0; count < 7; count += 1) {
          const { status, text, headers } = await guess(email);
          answers.push([status, text, headers['retry-after']]);
        }
        return answers;
      };
      const expected = await seen('oracle-nobody@example.com');
      assert.deepEqual(
        expected.map(([status]) => status),
        [401, 401, 401, 401, 401, 429, 429],
      );
      assert.deepEqual(await seen('oracle-bea@example.com'), expected);
      assert.deepEqual(await seen(ada.email), expected);
      assert.deepEqual(await seen('oracle-bea'), expected);
    });

    it('gives no more attempts through two names of an account than through one', async () => {
      const { username, email } = await signUp(api, 'oracle-cleo');
      for (let count = 0; count < 3; count += 1) assert.equal((await guess(username)).status, 401);
      for (let count = 0; count < 2; count += 1) assert.equal((await guess(email)).status, 401);
      const right = await guess(email, {}, PASSWORD);
      assertError(right, 401, 'unauthenticated');
      assert.equal(right.text, (await guess('oracle-nobody-else@example.com')).text);
      api.clock.now += 2 * SECOND;
      assert.equal((await guess(email, {}, PASSWORD)).status, 200);
    });

    it('begins again after a change of the password', async () => {
      const { username, email, browser } = await signUp(api, 'oracle-dora');
      for (let count = 0; count < 5; count += 1) await guess(username);
      const password = 'seven quiet otters';
      const json = { current_password: PASSWORD, password };
      assert.equal((await browser.call('POST /account/password', { json })).status, 200);
      assert.equal((await guess(email, {}, password)).status, 200);
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
