// better-auth's tables are part of our schema, under our names: it must find everything it needs in them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { hashPassword } from 'better-auth/crypto';
import { getMigrations } from 'better-auth/db/migration';
import { authDatabase } from '../../server/domain/accounts/auth-adapter.ts';
import type { Store } from '../../server/storage/store.ts';
import { engines } from '../support/engines.ts';
import { freshStore } from '../support/store.ts';

const email = 'ada@mail.example';
const password = 'correct horse battery staple';

for (const engine of engines) {
  describe(`sign-in on ${engine.name}`, () => {
    it('finds every table and column it needs', async (t) => {
      const store = await freshStore(t, engine);
      const { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems } = await getMigrations({
        ...authOptions(store),
        // Only its own adapter can compare schemas.
        database: { db: store.dialect.write, type: store.dialect.name },
      });
      assert.deepEqual(
        { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems },
        { toBeCreated: [], toBeAdded: [], toBeAddedIndexes: [], schemaProblems: [] },
      );
    });

    it('creates a user with a numeric id who can sign in with the password', async (t) => {
      const store = await freshStore(t, engine);
      const { api } = betterAuth(authOptions(store));
      const { user } = await api.signUpEmail({ body: { name: 'Ada', email, password } });
      assert.match(user.id, /^[1-9]\d*$/);
      assert.deepEqual(await userIds(store), [Number(user.id)]);

      const { response, headers } = await api.signInEmail({ body: { email, password }, returnHeaders: true });
      assert.equal(response.user.id, user.id);
      const cookie = headers
        .getSetCookie()
        .map((line) => line.split(';')[0]!)
        .join('; ');
      const session = await api.getSession({ headers: new Headers({ cookie }) });
      assert.equal(session?.user.email, email);
      assert.equal(session?.session.userId, user.id);

      await assert.rejects(api.signInEmail({ body: { email, password: 'a guess' } }), { status: 'UNAUTHORIZED' });
      await assert.rejects(api.signUpEmail({ body: { name: 'Eve', email, password } }), {
        status: 'UNPROCESSABLE_ENTITY',
      });
    });

    it('signs in a user whose rows the service wrote, with the given id', async (t) => {
      const store = await freshStore(t, engine);
      const at = 1794731400123000;
      const id = await addUser(store, at);
      const { api } = betterAuth(authOptions(store));
      const { user } = await api.signInEmail({ body: { email, password } });
      assert.equal(user.id, String(id));
      assert.equal(user.emailVerified, true);
      assert.equal(user.createdAt.toISOString(), '2026-11-15T08:30:00.123Z');
      await assert.rejects(api.signInEmail({ body: { email, password: 'a guess' } }), { status: 'UNAUTHORIZED' });
    });

    it('finds nothing of a deleted user', async (t) => {
      const store = await freshStore(t, engine);
      await addUser(store, 1794731400123000);
      const { api } = betterAuth(authOptions(store));
      await api.signInEmail({ body: { email, password } });
      await store.writeInstallation((tx) => tx.deleteFrom('auth_user').execute());
      assert.deepEqual(await store.read.selectFrom('auth_account').select('id').execute(), []);
      assert.deepEqual(await store.read.selectFrom('auth_session').select('id').execute(), []);
      await assert.rejects(api.signInEmail({ body: { email, password } }), { status: 'UNAUTHORIZED' });
    });
  });
}

function authOptions(store: Store) {
  return {
    ...authDatabase(store),
    baseURL: 'http://localhost:3000',
    secret: 'known to these tests alone, and long enough',
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    logger: { disabled: true },
  } satisfies BetterAuthOptions;
}

async function addUser({ dialect, writeInstallation }: Store, at: number): Promise<number> {
  const dated = { createdAt: dialect.authInstant(at), updatedAt: dialect.authInstant(at) };
  const hash = await hashPassword(password);
  return writeInstallation(async (tx) => {
    const [id] = await dialect.allocateIds(tx, 1);
    await tx
      .insertInto('auth_user')
      .values({ id: id!, name: 'Ada', email, emailVerified: dialect.authFlag(true), image: null, ...dated })
      .execute();
    await tx
      .insertInto('auth_account')
      .values({ accountId: String(id), providerId: 'credential', userId: id!, password: hash, ...dated })
      .execute();
    return id!;
  });
}

async function userIds(store: Store): Promise<number[]> {
  return (await store.read.selectFrom('auth_user').select('id').execute()).map((row) => row.id);
}
