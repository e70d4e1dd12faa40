// Sign-in writes to the coordinator of a cluster only: it works while a worker is down, also for the accounts of that worker.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { type Answer, type Api, assertError, openApi } from '../../support/api.ts';
import { type Passkey, signWithPasskey } from '../../support/authenticator.ts';
import { type Browser, openBrowser, PASSWORD, type Person } from '../../support/browser-session.ts';
import { proxiesOfWorkers } from '../../support/citus.ts';
import { type Engine, engines } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { jobRows } from '../../support/jobs.ts';
import type { Proxy as WorkerProxy } from '../../support/proxy.ts';
import {
  addPasskey,
  addSecondFactor,
  answered,
  NEW_PASSWORD,
  provenPerson,
  resetLink,
} from '../../support/recovery.ts';
import { totpCode } from '../../support/totp.ts';

const SECOND = 1_000_000;
const DASHBOARD = { origin: 'http://localhost:3001', rpId: 'localhost' };
const NAMES = ['ada', 'bea', 'cleo', 'dora', 'eli', 'fay', 'gil', 'hal', 'ines', 'jan'];

/** One person without and one with a second factor. */
interface Pair {
  plain: Person & { passkey: Passkey };
  guarded: Person & { secret: string };
}

for (const engine of engines.filter(({ name }) => name === 'citus')) {
  describe(`Sign-in while a worker is down, on ${engine.name}`, () => {
    for (const how of ['cut', 'silence'] as const) {
      it(`people of all accounts sign in and out (${how})`, async (t) => {
        const { api, proxies } = await openCluster(t, engine);
        const pairs = await pairsOnWorkers(api);
        const before = await Promise.all(pairs.map((pair) => recorded(pair)));

        proxies[0]![how]();
        for (const pair of pairs) await signInAndOut(api, pair);
        assert.equal((await pairs[1]!.plain.browser.call('GET /user')).status, 200, 'on the other worker');
        assert.equal(await waiting(api, pairs[0]!), 5, 'nothing is recorded of the others');

        proxies[0]!.restore();
        await recordedNow(api);
        const added = { plain: { total: 3, login: 3, logout: 1 }, guarded: { total: 1, login: 1, logout: 0 } };
        for (const [index, pair] of pairs.entries()) {
          const expected = structuredClone(before[index]!);
          for (const who of ['plain', 'guarded'] as const) {
            for (const what of ['total', 'login', 'logout'] as const) expected[who][what] += added[who][what];
          }
          assert.deepEqual(await recorded(pair), expected);
        }
      });
    }

    it('what needs it says so, and is not done by half', async (t) => {
      const { api, proxies } = await openCluster(t, engine);
      const [away, near] = await pairsOnWorkers(api);
      const tokens = [await resetLink(api, away!.plain.email), await resetLink(api, near!.plain.email)];
      const newcomer = { username: 'newcomer', email: 'newcomer@example.com', password: PASSWORD };
      const before = await stored(api);

      proxies[0]!.cut();
      assertUnavailable(await away!.plain.browser.call('GET /user'));
      for (const token of tokens) {
        assertUnavailable(await impatient(api).call('POST /auth/reset', { json: { token, password: NEW_PASSWORD } }));
      }
      assertUnavailable(await impatient(api).call('POST /auth/sign-up', { json: newcomer }));
      const page = await api.app.inject(`/${away!.plain.username}`);
      assert.deepEqual([page.statusCode, page.headers['retry-after'] !== undefined], [503, true]);
      assert.equal((await api.app.inject(`/${near!.plain.username}`)).statusCode, 200);
      assert.deepEqual(await stored(api), before);

      proxies[0]!.restore();
      for (const token of tokens) await soon(api, 'POST /auth/reset', { token, password: NEW_PASSWORD });
      await soon(api, 'POST /auth/sign-up', newcomer);
      await answered(openBrowser(api), 'POST /auth/sign-in', { email: away!.plain.email, password: NEW_PASSWORD });
    });
  });
}

async function openCluster(t: TestContext, engine: Engine): Promise<{ api: Api; proxies: WorkerProxy[] }> {
  let proxies: WorkerProxy[] = [];
  const api = await openApi({
    async freshDatabase() {
      const database = await engine.freshDatabase();
      proxies = await proxiesOfWorkers(t, database.databaseUrl);
      return database;
    },
  });
  t.after(async () => {
    for (const proxy of proxies) proxy.restore();
    await api.close();
  });
  return { api, proxies };
}

/** In the order of the workers. */
async function pairsOnWorkers(api: Api): Promise<Pair[]> {
  const people = new Map<number, Person[]>();
  for (const name of NAMES) {
    const person = await provenPerson(api, name);
    const { rows } = await sql<{ groupid: number }>`
      SELECT groupid FROM pg_dist_placement
      WHERE shardid = get_shard_id_for_distribution_column('account', ${person.id}::bigint)`.execute(api.store.read);
    const { groupid } = rows[0]!;
    people.set(groupid, [...(people.get(groupid) ?? []), person]);
    if (people.size === 2 && [...people.values()].every(({ length }) => length >= 2)) break;
  }
  const groups = [...people].sort(([a], [b]) => a - b).map(([, [plain, guarded]]) => ({ plain, guarded }));
  const pairs: Pair[] = [];
  for (const { plain, guarded } of groups) {
    const passkey = await addPasskey(plain!.browser, 'Laptop');
    const secret = await addSecondFactor(api, guarded!.browser);
    pairs.push({ plain: { ...plain!, passkey }, guarded: { ...guarded!, secret } });
  }
  return pairs;
}

async function signInAndOut(api: Api, { plain, guarded }: Pair): Promise<void> {
  const byAddress = impatient(api);
  await answered(byAddress, 'POST /auth/sign-in', { email: plain.email, password: PASSWORD });
  const byName = impatient(api);
  await answered(byName, 'POST /auth/sign-in', { email: plain.username, password: PASSWORD });
  const byPasskey = impatient(api);
  const { challenge } = await answered(byPasskey, 'POST /auth/passkey/options');
  const credential = signWithPasskey(plain.passkey, { challenge, ...DASHBOARD });
  await answered(byPasskey, 'POST /auth/passkey', { credential });
  assert.equal((await answered(byPasskey, 'GET /sessions')).length, 4);

  const half = impatient(api);
  const { two_factor } = await answered(half, 'POST /auth/sign-in', { email: guarded.email, password: PASSWORD });
  assert.equal(two_factor, true);
  api.clock.now += 30 * SECOND;
  await answered(half, 'POST /auth/sign-in/code', { code: totpCode(guarded.secret, api.clock.now) });
  assert.equal((await answered(half, 'GET /sessions')).length, 2);

  const kept = byName.copy();
  await answered(byName, 'POST /auth/sign-out');
  assertError(await kept.call('GET /sessions'), 401, 'unauthenticated');
}

/** Does not wait until its sign-ins are recorded. */
const impatient = (api: Api): Browser => openBrowser({ dashboard: () => api.dashboard() });

function assertUnavailable(answer: Answer): void {
  assertError(answer, 503, 'unavailable');
  assert.ok(answer.headers['retry-after'], 'Retry-After');
}

/** The coordinator finds out connection by connection that those to the worker are broken. */
async function soon(api: Api, request: string, json: object): Promise<void> {
  await eventually(request, 30_000, async () => {
    const answer = await openBrowser(api).call(request, { json });
    if (answer.status !== 200) assertUnavailable(answer);
    return answer.status === 200;
  });
}

/** What the accounts show of their sign-ins. */
async function recorded({ plain, guarded }: Pair) {
  const of = async ({ browser }: Person) => ({
    total: (await answered(browser, 'GET /user')).total_login as number,
    login: (await answered(browser, 'GET /activities?type=login')).length as number,
    logout: (await answered(browser, 'GET /activities?type=logout')).length as number,
  });
  return { plain: await of(plain), guarded: await of(guarded) };
}

/** How many sign-ins and sign-outs of these people are not recorded yet. */
async function waiting({ store }: Api, { plain, guarded }: Pair): Promise<number> {
  const rows = await jobRows(store, 'record-sign-in');
  const own = rows.filter(({ account_id: id }) => id === plain.id || id === guarded.id);
  return own.filter(({ state }) => state === 'waiting').length;
}

/** Runs the jobs that wait for their next attempt, until all are done. */
async function recordedNow({ store }: Api): Promise<void> {
  await eventually('sign-ins are recorded', 60_000, async () => {
    const rows = await jobRows(store, 'record-sign-in');
    await store.writeInstallation((tx) =>
      tx
        .updateTable('job')
        .set({ due_at: 0 })
        .where('name', '=', 'record-sign-in')
        .where('holder', 'is', null)
        .execute(),
    );
    return rows.every(({ state }) => state === 'done');
  });
}

/** What a sign-up and a recovery change on the coordinator. */
async function stored({ store: { read } }: Api) {
  return [
    await read.selectFrom('person').selectAll().orderBy('person_id').execute(),
    await read.selectFrom('credential').selectAll().orderBy('person_id').execute(),
    await read.selectFrom('one_time_token').selectAll().orderBy('token_hash').execute(),
    await read.selectFrom('username').selectAll().orderBy('username').execute(),
    await read.selectFrom('job').select('id').where('name', '=', 'mail').orderBy('id').execute(),
  ];
}
