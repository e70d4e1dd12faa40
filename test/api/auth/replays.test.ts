// Every operation of the API on the dashboard, replayed as its owner would send it: without a session, with one that has
// expired, was ended or is forged, from other sites, and with the session of another account. Nothing is told or changed.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { belongings, type MarkedAccount, markedAccount } from '../../fuzz/marked-account.ts';
import { type Api, openApi } from '../../support/api.ts';
import type { Browser } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { askFor, fileFrom, jsonFor, requestOf } from '../../support/every-operation.ts';
import { allOperations, assertDocumented, operations } from '../../support/openapi.ts';
import { bodyOf, pathOf, prepareSessionOwner, type SessionOwner } from '../../support/session-operations.ts';
import { signedInByLink } from '../../support/signed-in.ts';

const MINUTE = 60 * 1_000_000;
const DAY = 24 * 60 * MINUTE;
const NAME = 'fingerpost.session';
const DASHBOARD = 'http://localhost:3001';
const OWN = { 'sec-fetch-site': 'same-origin' };

const sessionOnly = allOperations.filter(({ operation }) => operation.security?.length === 1);
const publicOnes = allOperations.filter(({ operation }) => operation.security?.length === 0);

interface Replay {
  operation: string;
  method: string;
  path: string;
  hasId: boolean;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

for (const engine of enginesOf(import.meta.url)) {
  describe(`Replays on ${engine.name}`, () => {
    let api: Api;
    let owner: MarkedAccount;
    let session: SessionOwner;
    let other: MarkedAccount;
    let replays: Replay[];
    let unchanged: unknown;

    before(async () => {
      api = await openApi(engine, { RATE_LIMIT: '0' });
      other = await markedAccount(api, 'marigold', 70_000_000);
      owner = await markedAccount(api, 'heliotrope', 80_000_000);
      session = await prepareSessionOwner(api, owner);
      replays = [...(await forKeysToo()), ...forSessions()];
      // The owner's answers are in the cache now. Others must not get them.
      for (const replay of replays.filter(({ method }) => method === 'GET')) {
        assert.equal((await send(replay, session.browser, OWN)).statusCode, 200, replay.path);
      }
      await settle();
    });
    after(() => api.close());

    async function forKeysToo(): Promise<Replay[]> {
      const found = [];
      for (const { method, path, operation } of operations) {
        const ask = askFor(operation);
        const [, filled] = requestOf(method, path, ask, owner).split(' ');
        const json = await jsonFor(api, ask, owner);
        const { headers = {}, payload } = ask.sendsFile ? fileFrom('') : asJson(json);
        const shape = { operation: operation.operationId, method, path: filled!, hasId: path.includes('{') };
        found.push({ ...shape, headers, ...(payload !== undefined && { payload: payload as Buffer }) });
      }
      return found;
    }

    function forSessions(): Replay[] {
      return sessionOnly.map(({ method, path, operation }) => ({
        operation: operation.operationId,
        method,
        path: pathOf(session, path),
        hasId: path.includes('{'),
        ...asJson(bodyOf(session, operation)),
      }));
    }

    async function send(replay: Replay, browser: Pick<Browser, 'cookieHeader'> | undefined, headers: object) {
      const { method, path, payload } = replay;
      const cookie = browser?.cookieHeader();
      const answer = await (await api.dashboard()).inject({
        method: method as 'GET',
        url: `/api/v1${path}`,
        headers: { ...replay.headers, ...headers, ...(cookie && { cookie }) },
        ...(payload !== undefined && { payload }),
      });
      const { statusCode: status, payload: text } = answer;
      assertDocumented(method, path, { status, text, body: text === '' ? undefined : JSON.parse(text) });
      return answer;
    }

    /** Whatever belongs to the accounts. */
    async function state() {
      return [await belongings(api.store, owner.id), await belongings(api.store, other.id)];
    }
    async function settle() {
      unchanged = await state();
    }

    /** A read and a write of those that a key may call, and of those that only a session may. */
    const someReplays = () =>
      ['getUser', 'editProfile', 'listSessions', 'changeEmail'].map(
        (operation) => replays.find((one) => one.operation === operation)!,
      );

    async function assertApiError(
      status: number,
      browser: Pick<Browser, 'cookieHeader'> | undefined,
      headers: object,
      which = replays,
    ): Promise<void> {
      for (const replay of which) {
        const answer = await send(replay, browser, headers);
        const what = `${replay.method} ${replay.path} ${JSON.stringify(headers)} ${answer.payload}`;
        assert.equal(answer.statusCode, status, what);
        assert.doesNotMatch(answer.payload + JSON.stringify(answer.headers), owner.mark, what);
      }
      assert.deepEqual(await state(), unchanged);
    }

    it('are of every operation', () => {
      assert.equal(replays.length + publicOnes.length, allOperations.length);
      assert.ok(replays.length > 90, String(replays.length));
    });

    it('are refused without a session', () => assertApiError(401, undefined, OWN));

    it('are refused with a session that has expired', async () => {
      api.clock.now -= 30 * DAY;
      const expired = await signedInByLink(api, owner);
      api.clock.now += 30 * DAY;
      await settle();
      await assertApiError(401, expired, OWN, someReplays());
    });

    it('are refused with a session that was ended', async () => {
      const ended = await signedInByLink(api, owner);
      const copy = ended.copy();
      assert.equal((await copy.call('GET /user')).status, 200);
      await ended.call('POST /auth/sign-out');
      await settle();
      await assertApiError(401, copy, OWN);
    });

    it('are refused with a forged session', async () => {
      const token = session.browser.cookies.get(NAME)!;
      const foreign = (await signedInByLink(api, other)).cookies.get(NAME)!;
      await settle();
      const forged = [hash('sha256', token, 'base64url'), token.slice(0, 22) + foreign.slice(22), token.slice(1), ''];
      for (const value of forged) {
        const cookieHeader = () => `${NAME}=${value}`;
        await assertApiError(401, { cookieHeader }, OWN, someReplays());
      }
    });

    it('are refused from other sites, and from nobody knows where', async () => {
      for (const headers of [{ 'sec-fetch-site': 'cross-site' }, {}])
        await assertApiError(403, session.browser, headers);
      const sites = [
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'cross-site', origin: DASHBOARD },
        { origin: 'https://links.example' },
        { origin: 'null' },
        { origin: `${DASHBOARD}.evil.example` },
        { referer: `${DASHBOARD}/` },
      ];
      for (const headers of sites) await assertApiError(403, session.browser, headers, someReplays());
    });

    it('are refused from other sites where nobody has to be signed in', async () => {
      const which = publicOnes.map(({ method, path, operation }) => {
        return {
          operation: operation.operationId,
          method,
          path,
          hasId: false,
          ...asJson(method === 'GET' ? undefined : {}),
        };
      });
      const sites = [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'null' }];
      for (const headers of sites) await assertApiError(403, session.browser, headers, which);
      for (const headers of [{ 'sec-fetch-site': 'none' }, {}]) {
        const settings = which.find(({ path }) => path === '/auth/settings')!;
        const answer = await send(settings, session.browser, headers);
        assert.equal(JSON.parse(answer.payload).response.signed_in, false);
      }
    });

    it('need a recent sign-in where they can do harm', async () => {
      api.clock.now -= 10 * MINUTE;
      const stale = await signedInByLink(api, owner);
      api.clock.now += 10 * MINUTE;
      await settle();
      const harmful = /Key|changeEmail|deleteAccount|startPasskey|addPasskey|deletePasskey|TwoFactor|RecoveryCodes/;
      const which = replays.filter(({ operation }) => harmful.test(operation) && operation !== 'listKeys');
      assert.equal(which.length, 15);
      await assertApiError(403, stale, OWN, which);
    });

    it('find nothing with a session of another account', async () => {
      const session = await signedInByLink(api, other);
      await settle();
      const which = replays.filter(({ hasId }) => hasId);
      assert.ok(which.length > 30, String(which.length));
      await assertApiError(404, session, OWN, which);
    });

    it('apply to the account of the session, not to that of the first sender', async () => {
      const [before] = await state();
      const sessionOperations = new Set(sessionOnly.map(({ operation }) => operation.operationId));
      let browser: Browser | undefined;
      for (const replay of replays.filter(({ hasId }) => !hasId)) {
        browser ??= await signedInByLink(api, other);
        const answer = await send(replay, browser, OWN);
        // Some of these end the session.
        if (sessionOperations.has(replay.operation)) browser = undefined;
        // Taken names and codes of somebody else are refused.
        assert.ok([200, 422].includes(answer.statusCode), `${replay.method} ${replay.path} ${answer.payload}`);
        // A refusal may repeat what was sent.
        const told = answer.statusCode === 200 ? answer.payload + JSON.stringify(answer.headers) : '';
        assert.doesNotMatch(told, owner.mark, replay.path);
      }
      assert.deepEqual(await belongings(api.store, owner.id), before);
    });

    // Without this, requests that always fail would pass as ones that are refused.
    it('succeed for the owner', async () => {
      const order = Object.keys(session.bodies);
      const rank = ({ operation }: Replay) => order.indexOf(operation);
      const which = replays.filter((one) => rank(one) >= 0).sort((a, b) => rank(a) - rank(b));
      assert.equal(which.length, order.length);
      for (const replay of which) {
        const answer = await send(replay, session.browser, OWN);
        assert.equal(answer.statusCode, 200, `${replay.operation} ${answer.payload}`);
      }
    });
  });
}

function asJson(json: object | undefined): Pick<Replay, 'headers' | 'payload'> {
  if (json === undefined) return { headers: {} };
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(json) };
}
