// Only pictures and uploads of active accounts are public, under names that cannot be enumerated, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { removeAccount, restoreAccount, suspendAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { type Account, type Api, NOON, openApi } from '../support/api.ts';
import { type Engine, engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { startProxy } from '../support/proxy.ts';
import { freshDatabase, storeOn } from '../support/store.ts';
import { png, uploadCalls } from '../support/upload-form.ts';

const on = (databaseUrl: string): Pick<Engine, 'freshDatabase'> => ({
  freshDatabase: async () => ({ databaseUrl, drop: async () => {} }),
});

for (const engine of engines) {
  describe(`pictures and uploads of an account on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());
    const { posted } = uploadCalls(() => api);

    const statusOf = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      (await api.app.inject({ method, url: new URL(url, 'https://links.example').pathname, headers })).statusCode;

    /** The addresses of an upload and of both generated pictures, from the API. */
    async function addressesOf(account: Account): Promise<string[]> {
      const { url } = await posted(account, ['file', await png('#123456'), 'a.png']);
      const { response } = (await api.call('GET /user', { key: account.key })).body;
      return [url, response.avatar, response.seo.opengraph_image];
    }

    it('are not served while it is suspended or once it is deleted', async () => {
      const ada = await api.account('ada');
      const addresses = await addressesOf(ada);
      const [upload] = addresses as [string];
      const all = async (status: number) => {
        for (const address of addresses) assert.equal(await statusOf(address), status, address);
        assert.equal(await statusOf(upload, {}, 'HEAD'), status);
      };
      await all(200);
      const { etag } = (await api.app.inject({ url: new URL(upload).pathname })).headers;
      await suspendAccount(api.store, ada.id, commandLine, NOON);
      await all(404);
      assert.equal(await statusOf(upload, { 'if-none-match': String(etag) }), 404);
      assert.equal(await statusOf(upload, { range: 'bytes=0-1' }), 404);
      await restoreAccount(api.store, ada.id, commandLine, NOON);
      await all(200);
      await removeAccount(api.store, ada.id);
      await all(404);
      const left = await api.store.read
        .selectFrom('account_token')
        .selectAll()
        .where('account_id', '=', ada.id)
        .execute();
      assert.deepEqual(left, []);
    });

    it('are not served after another process suspends it', async (t) => {
      const bob = await api.account('bob');
      const addresses = await addressesOf(bob);
      for (const address of addresses) assert.equal(await statusOf(address), 200);
      const elsewhere = await storeOn(t, api.config.databaseUrl);
      await suspendAccount(elsewhere, bob.id, commandLine, NOON);
      for (const address of addresses) {
        await eventually(`${address} is gone`, 60_000, async () => (await statusOf(address)) === 404);
      }
    });

    it('cannot be found by enumerating ids', async () => {
      const cleo = await api.account('cleo');
      const [upload, avatar, share] = (await addressesOf(cleo)) as [string, string, string];
      const [, , digest, token, file] = new URL(upload).pathname.split('/');
      assert.match(token!, /^[\w-]{22}$/);
      assert.equal(avatar, `https://links.example/pictures/avatar/${token}.svg`);
      assert.equal(share, `https://links.example/pictures/share/${token}.jpg`);
      for (let id = 1; id < cleo.id + 20; id += 1) {
        assert.equal(await statusOf(`/uploads/${digest}/${id}/${file}`), 404);
        assert.equal(await statusOf(`/pictures/avatar/${id}.svg`), 404);
        assert.equal(await statusOf(`/pictures/share/${id}.jpg`), 404);
      }
      const dan = await api.account('dan');
      assert.notEqual(dan.token, cleo.token);
      assert.equal(await statusOf(`/uploads/${digest}/${dan.token}/${file}`), 404, 'an upload of another account');
    });

    it('get the same answer in an import, whether another account has the file or nobody', async () => {
      const [eve, flo] = [await api.account('eve'), await api.account('flo')];
      const { url } = await posted(eve, ['file', 'Left at the oak.\n', 'paths.txt']);
      const [, , digest, , file] = new URL(url).pathname.split('/');
      const nobodys = 'a'.repeat(64);
      const answerFor = async (wanted: string, more: object) => {
        const block = { block: 'file', items: [{ caption: 'Paths', link: `upload:${wanted}/${file}` }] };
        const json = { document: { version: 1, blocks: [block] }, ...more };
        const { status, text } = await api.call('POST /page/import', { key: flo.key, json });
        return [status, text.replaceAll(wanted.slice(0, 12), 'DIGEST')];
      };
      for (const more of [{}, { dry_run: true }]) {
        const [status, text] = await answerFor(digest!, more);
        assert.equal(status, 422, String(text));
        assert.deepEqual(await answerFor(nobodys, more), [status, text]);
      }
      const leftOut = { dry_run: true, missing_pictures: 'leave_out' };
      assert.deepEqual(await answerFor(digest!, leftOut), await answerFor(nobodys, leftOut));
      assert.equal((await api.call('GET /uploads', { key: flo.key })).body.meta.total, 0);
    });
  });
}

describe('while the store is unavailable', () => {
  it('uploads of cached accounts are served', async (t) => {
    const postgres = engines.find(({ name }) => name === 'postgres')!;
    const proxy = await startProxy(t, await freshDatabase(t, postgres));
    const api = await openApi(on(proxy.url));
    t.after(() => api.close());
    const ada = await api.account('ada');
    const { posted } = uploadCalls(() => api);
    const { url } = await posted(ada, ['file', await png('#abcdef'), 'a.png']);
    const { pathname } = new URL(url);
    const ask = async (path: string) => (await api.app.inject({ url: path })).statusCode;
    assert.equal(await ask(pathname), 200);
    proxy.cut();
    assert.equal(await ask(pathname), 200);
    assert.equal(await ask(`/pictures/avatar/${ada.token}.svg`), 200);
    assert.equal(await ask(pathname.replace(ada.token, 'AAAAAAAAAAAAAAAAAAAAAA')), 503);
    proxy.restore();
    await eventually('the store is back', 60_000, async () => (await ask('/ready')) === 200);
    assert.equal(await ask(pathname), 200);
  });
});
