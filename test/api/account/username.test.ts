import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`The username on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    const read = async ({ key }: Account) => (await api.call('GET /user/username', { key })).body.response;
    const send = (username: unknown, { key }: Account) => api.call('POST /user/username', { key, json: { username } });
    const change = async (username: string, account: Account) => {
      const answer = await send(username, account);
      assert.equal(answer.status, 200, answer.text);
    };

    it('rejects a username that is invalid, reserved or taken, and changes nothing', async () => {
      const ben = await api.account('ben');
      for (const username of [
        'No',
        'x',
        'x'.repeat(31),
        'a b',
        'naïve',
        '',
        null,
        5,
        undefined,
        'api',
        'admin',
        'ada',
      ]) {
        const answer = await send(username, ben);
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), ['username']);
      }
      assert.deepEqual(await read(ben), { username: 'ben', url: 'https://links.example/ben', former_usernames: [] });
    });

    it('moves the page to the new address, and redirects from the old one', async () => {
      const may = await api.account('may');
      assert.equal((await api.app.inject({ url: '/may' })).statusCode, 200);
      await change('may-2', may);
      assert.deepEqual(await read(may), {
        username: 'may-2',
        url: 'https://links.example/may-2',
        former_usernames: ['may'],
      });
      assert.equal((await api.call('GET /user', { key: may.key })).body.response.username, 'may-2');
      const old = await api.app.inject({ url: '/may' });
      assert.deepEqual([old.statusCode, old.headers.location], [301, '/may-2']);
      assert.equal(
        (await api.call('GET /activities', { key: may.key })).body.response[0].message,
        'The username was changed to "may-2".',
      );
      assertError(await send('may', ada), 422, 'invalid');
      await change('may', may);
      assert.deepEqual((await read(may)).former_usernames, ['may-2']);
    });

    it('gives a username to one of several concurrent requests', async () => {
      const many = await Promise.all(['ra', 'rb', 'rc', 'rd'].map((name) => api.account(name)));
      const sent = await Promise.all(many.map((account) => send('wanted', account)));
      assert.deepEqual(sent.map(({ status }) => status).sort(), [200, 422, 422, 422]);
      const names = await Promise.all(many.map(async (account) => (await read(account)).username));
      assert.equal(names.filter((name) => name === 'wanted').length, 1);

      const [one, other] = [await api.account('swap-a'), await api.account('swap-b')];
      const swapped = await Promise.all([send('swap-b', one), send('swap-a', other)]);
      for (const answer of swapped) assertError(answer, 422, 'invalid');

      const own = await Promise.all(['one-1', 'one-2', 'one-3'].map((username) => send(username, one)));
      assert.deepEqual(
        own.map(({ status }) => status),
        [200, 200, 200],
      );
      const { username, former_usernames: former } = await read(one);
      assert.deepEqual([...former, username].sort(), ['one-1', 'one-2', 'one-3', 'swap-a']);
    });

    it('limits an account to twenty former usernames, but allows changing back', async () => {
      const hal = await api.account('hal');
      for (let index = 1; index <= 20; index += 1) await change(`hal-${index}`, hal);
      assertError(await send('hal-21', hal), 422, 'invalid');
      await change('hal', hal);
      assert.equal((await read(hal)).former_usernames.length, 20);
    });
  });
}
