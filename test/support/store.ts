// A store on a fresh database for one test, closed and dropped when the test is over.
import { after, type TestContext } from 'node:test';
import { openStore, type Store } from '../../server/storage/store.ts';
import type { AccountRow } from '../../server/storage/tables.ts';
import type { Engine, FreshDatabase } from './engines.ts';

/** With the current schema. */
export function freshDatabase(t: TestContext, engine: Engine): Promise<string> {
  return droppedAfter(t, engine.freshDatabase());
}

/** Without a schema. */
export function emptyDatabase(t: TestContext, engine: Engine): Promise<string> {
  return droppedAfter(t, engine.emptyDatabase());
}

/**
 * Databases with the same rows, each a copy for one test. The first is filled by `fill` and is an installation of its own.
 * Call it outside of tests: it cleans up after the suite.
 */
export function databasesWith(
  engine: Engine,
  fill: (store: Store) => Promise<unknown>,
): (t: TestContext) => Promise<string> {
  let made: Promise<FreshDatabase> | undefined;
  after(async () => (await made)?.drop());
  return async (t) => {
    made ??= filledDatabase(engine, fill);
    const { databaseUrl } = await made;
    return droppedAfter(t, engine.copyOf(databaseUrl));
  };
}

async function filledDatabase(engine: Engine, fill: (store: Store) => Promise<unknown>): Promise<FreshDatabase> {
  const database = await engine.newInstallation();
  const store = await openStore(database.databaseUrl, { watch: false });
  await fill(store);
  await store.close();
  return database;
}

async function droppedAfter(t: TestContext, created: Promise<FreshDatabase>): Promise<string> {
  const { databaseUrl, drop } = await created;
  t.after(drop);
  return databaseUrl;
}

/** Stands for another process: a second store on the same database shares nothing with the first. */
export async function storeOn(t: TestContext, databaseUrl: string, options = { watch: false }): Promise<Store> {
  const store = await openStore(databaseUrl, options);
  t.after(() => store.close());
  return store;
}

export async function freshStore(t: TestContext, engine: Engine, options = { watch: false }): Promise<Store> {
  return storeOn(t, await freshDatabase(t, engine), options);
}

/** An account row that the schema accepts, for tests below the account rules. */
export function accountRow(accountId: number, given: Partial<AccountRow> = {}): AccountRow {
  return {
    account_id: accountId,
    username: `user${accountId}`,
    name: 'Ada',
    bio: '',
    avatar: null,
    deletes_at: null,
    pending_email: null,
    is_active: 1,
    suspension_reason: null,
    seo: '{}',
    social: '{}',
    customize: '{}',
    background: '{}',
    plan: 'free',
    plan_duration: 'month',
    plan_since: 0,
    last_activity_at: 0,
    last_agent: '',
    last_country: '',
    login_count: 0,
    created_at: 0,
    updated_at: 0,
    page_options: '{}',
    public_token: `token-of-account-${accountId}`,
    revision: 0,
    email: `user${accountId}@example.com`,
    ...given,
  };
}
