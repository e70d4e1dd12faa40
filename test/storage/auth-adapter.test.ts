// better-auth on the store, with accounts created by the service: its writes wait for other writers, invalidate caches,
// and keep the e-mail addresses of account and sign-in the same.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { betterAuth } from 'better-auth';
import { createAccount, setPassword } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { authDatabase } from '../../server/domain/accounts/auth-adapter.ts';
import { holdAccount } from '../../server/storage/accounts/accounts.ts';
import { openStore, type Store } from '../../server/storage/store.ts';
import { type Api, NOON, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';

const password = 'correct horse battery staple';
const HELD_MS = 1000;

for (const engine of engines) {
  describe(`better-auth on the store, ${engine.name}`, () => {
    let api: Api;
    let elsewhere: Store;
    let auth: ReturnType<typeof authOn>;
    before(async () => {
      api = await openApi(engine);
      elsewhere = await openStore(api.config.databaseUrl, { watch: false });
      auth = authOn(api.store);
    });
    after(async () => {
      await elsewhere.close();
      await api.close();
    });

    const internal = async () => (await auth.$context).internalAdapter;
    const adapter = async () => (await auth.$context).adapter;
    const register = async (username: string) => {
      const person = { username, email: `${username}@example.com`, password };
      const id = await createAccount(api.store, person, commandLine, NOON);
      return { id, email: person.email, key: (await api.keyFor({ id })).key };
    };
    const emails = async (id: number) => {
      const { read } = api.store;
      const user = await read.selectFrom('auth_user').select('email').where('id', '=', id).executeTakeFirst();
      const account = await read.selectFrom('account').select('email').where('account_id', '=', id).executeTakeFirst();
      return [user?.email, account?.email];
    };
    const sessionsOf = async (id: number) =>
      (await api.store.read.selectFrom('auth_session').select('id').where('userId', '=', id).execute()).length;

    it('signs in to accounts that the service created, and ends their sessions', async () => {
      const { id, email } = await register('ada');
      const { user } = await auth.api.signInEmail({ body: { email, password } });
      assert.equal(user.id, String(id));
      assert.equal(await sessionsOf(id), 1);
      await setPassword(api.store, id, 'another long password', commandLine, NOON);
      assert.equal(await sessionsOf(id), 0);
      await assert.rejects(auth.api.signInEmail({ body: { email, password } }), { status: 'UNAUTHORIZED' });
    });

    it('waits for other writers', async () => {
      const { id, email } = await register('bea');
      let isHeld = () => {};
      const held = new Promise<void>((resolve) => {
        isHeld = resolve;
      });
      const holding = elsewhere.write(id, async (tx) => {
        await holdAccount(tx, id);
        await tx.updateTable('auth_user').set({ name: 'Held' }).where('id', '=', id).execute();
        isHeld();
        await sleep(HELD_MS);
      });
      await held;
      const began = performance.now();
      const signIns = Array.from({ length: 5 }, () => auth.api.signInEmail({ body: { email, password } }));
      const change = (await internal()).updateUser(String(id), { email: 'bea@elsewhere.example' });
      await Promise.all([...signIns, change, holding]);
      assert.ok(performance.now() - began >= HELD_MS / 2, 'the write did not wait');
      assert.equal(await sessionsOf(id), 5);
      assert.deepEqual(await emails(id), ['bea@elsewhere.example', 'bea@elsewhere.example']);
    });

    it('changes the e-mail address of sign-in and account together, and invalidates caches', async () => {
      const { id, key } = await register('cleo');
      const shown = async () => (await api.call('GET /user', { key })).body.response.email;
      assert.equal(await shown(), 'cleo@example.com');
      await (await internal()).updateUser(String(id), { email: 'cleo@new.example' });
      assert.equal(await shown(), 'cleo@new.example');
      assert.deepEqual(await emails(id), ['cleo@new.example', 'cleo@new.example']);
    });

    it('rejects the e-mail address of another account and changes neither', async () => {
      const { id } = await register('dora');
      const other = await register('eli');
      await assert.rejects((await internal()).updateUser(String(id), { email: other.email }));
      assert.deepEqual(await emails(id), ['dora@example.com', 'dora@example.com']);
    });

    it('takes row ids from the sequence of the installation', async () => {
      const { id, email } = await register('finn');
      await auth.api.signInEmail({ body: { email, password } });
      const [session] = await api.store.read.selectFrom('auth_session').select('id').where('userId', '=', id).execute();
      const [next] = await api.store.writeInstallation((tx) => api.store.dialect.allocateIds(tx, 1));
      assert.ok(session!.id > id && session!.id < next!, `${session!.id} is not between ${id} and ${next}`);
    });

    it('lets only one of several requests consume a verification', async () => {
      const expiresAt = new Date(Date.now() + 60_000);
      await (await internal()).createVerificationValue({ identifier: 'once', value: 'token', expiresAt });
      const { consumeOne } = await adapter();
      const tries = Array.from({ length: 5 }, () =>
        consumeOne<{ value: string }>({ model: 'verification', where: [{ field: 'identifier', value: 'once' }] }),
      );
      const consumed = (await Promise.all(tries)).filter((row) => row !== null);
      assert.deepEqual(
        consumed.map(({ value }) => value),
        ['token'],
      );
    });

    it('finds rows by every operator', async () => {
      const { create, findMany, count } = await adapter();
      const at = (day: number) => new Date(Date.UTC(2026, 0, day));
      for (const [day, identifier] of ['plum', 'Plum pie', '100%', 'a_b'].entries()) {
        const dated = { expiresAt: at(day + 1), createdAt: at(1), updatedAt: at(1) };
        await create({ model: 'verification', data: { identifier, value: 'find', ...dated } });
      }
      const value = { field: 'value', value: 'find' };
      const found = async (...where: { field: string; [option: string]: unknown }[]) => {
        const all = { model: 'verification', where: [value, ...where] as never[] };
        const rows = await findMany<{ identifier: string }>({
          ...all,
          sortBy: { field: 'expiresAt', direction: 'asc' },
        });
        assert.equal(await count(all), rows.length);
        return rows.map(({ identifier }) => identifier).join(' | ');
      };
      const identifier = (operator: string, text: unknown, more = {}) =>
        found({ field: 'identifier', operator, value: text, ...more });
      assert.equal(await identifier('contains', 'lum'), 'plum | Plum pie');
      assert.equal(await identifier('contains', 'plum'), 'plum');
      assert.equal(await identifier('contains', 'plum', { mode: 'insensitive' }), 'plum | Plum pie');
      assert.equal(await identifier('contains', '%'), '100%');
      assert.equal(await identifier('starts_with', 'P'), 'Plum pie');
      assert.equal(await identifier('ends_with', '_b'), 'a_b');
      assert.equal(await identifier('ends_with', 'a longer text than any'), '');
      assert.equal(await identifier('in', ['plum', 'a_b', 'none']), 'plum | a_b');
      assert.equal(await identifier('in', []), '');
      assert.equal(await identifier('not_in', ['plum', 'a_b']), 'Plum pie | 100%');
      assert.equal(await identifier('eq', 'PLUM', { mode: 'insensitive' }), 'plum');
      assert.equal(await identifier('ne', 'plum'), 'Plum pie | 100% | a_b');
      const either = { connector: 'OR', field: 'identifier' };
      assert.equal(await found({ ...either, value: 'plum' }, { ...either, value: '100%' }), 'plum | 100%');
      assert.equal(await found({ field: 'expiresAt', operator: 'lt', value: at(2) }), 'plum');
      assert.equal(await found({ field: 'expiresAt', operator: 'gte', value: at(3) }), '100% | a_b');
    });

    it('deletes no user: the files of the account would stay', async () => {
      const { id, key } = await register('gil');
      const before = await emails(id);
      await assert.rejects((await internal()).deleteUser(String(id)), /Only eraseAccount deletes accounts/);
      assert.deepEqual(await emails(id), before);
      assert.equal((await api.call('GET /user', { key })).status, 200);
    });
  });
}

function authOn(store: Store) {
  return betterAuth({
    ...authDatabase(store),
    baseURL: 'http://localhost:3000',
    secret: 'known to these tests alone, and long enough',
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}
