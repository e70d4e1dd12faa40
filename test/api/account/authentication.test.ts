// Keys and sessions each have their own rules for origin, scope and CORS. Sessions are faked here; the code that they
// share with keys is real.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { createKeyAccess } from '../../../server/domain/accounts/key-access.ts';
import { quotasOfStandardPlan } from '../../../server/domain/plans/quotas.ts';
import { apiKeys } from '../../../server/http/auth/api-keys.ts';
import { authenticationPlugin } from '../../../server/http/auth/authentication.ts';
import type { AuthMethod } from '../../../server/http/auth/caller.ts';
import { createRateLimiter } from '../../../server/http/auth/rate-limiter.ts';
import { errorsPlugin } from '../../../server/http/plugins/errors.ts';
import { headersPlugin } from '../../../server/http/plugins/headers.ts';
import { commonHeaders } from '../../../server/http/wire/common-headers.ts';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';

const RATE = 5;
const quotas = quotasOfStandardPlan({ uploadQuotaBytes: 0, rateLimit: RATE });

describe('Authentication', () => {
  let api: Api;
  let ada: Account;
  /** A key with the same id as the session. */
  let shared: { id: number; key: string };
  before(async () => {
    api = await openApi(engines[0]!);
    ada = await api.account('ada');
    shared = await api.keyFor(ada);
  });
  after(() => api.close());

  /** `session=1` is a session of the account; `session=2` is one of a suspended account. */
  async function open(): Promise<FastifyInstance> {
    const sessions: AuthMethod = {
      credentialOf: ({ cookie }) => /^session=(\d)$/.exec(cookie ?? '')?.[1],
      identify: async (credential) =>
        credential === '0'
          ? undefined
          : {
              caller: { kind: 'session', accountId: ada.id, id: shared.id, quotas, freshUntil: api.clock.now + 1 },
              isActive: credential === '1',
              noteUse() {},
            },
    };
    const { store } = api;
    const clock = () => api.clock.now;
    const app = Fastify();
    await app.register(headersPlugin, { common: commonHeaders(RATE) });
    await app.register(errorsPlugin, { isUnavailable: () => false });
    const keys = apiKeys({ quotas, store, clock, keys: createKeyAccess(store) }, app.log);
    await app.register(authenticationPlugin, {
      methods: [keys, sessions],
      limiters: {
        key: createRateLimiter(clock),
        session: createRateLimiter(clock),
        share: createRateLimiter(clock),
      },
      clock,
      site: 'dashboard',
      origins: { dashboard: () => 'https://links.example' },
    });
    app.get('/api/v1/me', async ({ caller }) => ({ kind: caller.kind, account: caller.accountId }));
    app.post('/api/v1/me', { config: { writes: true } }, async ({ caller }) => ({ kind: caller.kind }));
    return app;
  }
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const own = { cookie: 'session=1', 'sec-fetch-site': 'same-origin' };
  const foreign: Record<string, string> = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  async function ask(app: FastifyInstance, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') {
    const answer = await app.inject({ method, url: '/api/v1/me', headers: { host: 'links.example', ...headers } });
    return [answer.statusCode, answer.json().kind ?? answer.json().code, answer.headers['access-control-allow-origin']];
  }

  it('accepts a key from web pages of any origin', async () => {
    const app = await open();
    assert.deepEqual(await ask(app, { ...bearer(ada.key), ...foreign }, 'POST'), [200, 'key', '*']);
    const { key } = await api.keyFor(ada, { scope: 'read' });
    assert.deepEqual(await ask(app, { ...bearer(key), ...foreign }), [200, 'key', '*']);
    assert.deepEqual(await ask(app, bearer(key), 'POST'), [403, 'forbidden', '*']);
  });

  it('accepts a session from the same origin only, and sends no CORS header', async () => {
    const app = await open();
    assert.deepEqual(await ask(app, own), [200, 'session', undefined]);
    assert.deepEqual(await ask(app, own, 'POST'), [200, 'session', undefined]);
    const others: Record<string, string>[] = [
      foreign,
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of others) {
      assert.deepEqual(await ask(app, { cookie: 'session=1', ...headers }, 'POST'), [403, 'forbidden', undefined]);
      api.clock.now += 60_000_000;
    }
    assert.deepEqual(await ask(app, { cookie: 'session=1', origin: 'https://links.example' }, 'POST'), [
      200,
      'session',
      undefined,
    ]);
  });

  it('rejects invalid credentials and suspended accounts', async () => {
    const app = await open();
    assert.deepEqual(await ask(app, {}), [401, 'unauthenticated', '*']);
    assert.deepEqual(await ask(app, { ...own, cookie: 'session=0' }), [401, 'unauthenticated', '*']);
    assert.deepEqual(await ask(app, { ...own, cookie: 'session=2' }), [403, 'forbidden', undefined]);
  });

  it('prefers the key if a request has both', async () => {
    const app = await open();
    assert.deepEqual(await ask(app, { ...own, ...bearer(ada.key) }), [200, 'key', '*']);
    assert.deepEqual(await ask(app, { ...own, ...bearer('fp_wrong') }), [401, 'unauthenticated', '*']);
  });

  it('counts keys and sessions with the same id separately', async () => {
    const app = await open();
    for (let count = 0; count < RATE; count += 1) assert.equal((await ask(app, own))[0], 200);
    assert.deepEqual(await ask(app, own), [429, 'rate_limited', undefined]);
    assert.deepEqual(await ask(app, bearer(shared.key)), [200, 'key', '*']);
  });
});
