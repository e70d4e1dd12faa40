// The two listeners of a running service: where they listen, how they fail to, and how they stop.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { holdAccount } from '../support/held-account.ts';
import { call, type Process, startServer, tenantOn } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';

const sqlite = engines[0]!;
const origin = { PUBLIC_URL: 'https://links.example', DASHBOARD_URL: 'https://links.example' };

async function dashboardOf(server: Process): Promise<string> {
  return (await server.wrote(/"The dashboard listens on (http:\/\/127\.0\.0\.1:\d+)"/))[1]!;
}

describe('the two origins of a service', () => {
  it('are two listeners with the same API; both stop, and finish a request that is still arriving', async (t) => {
    const databaseUrl = await freshDatabase(t, sqlite);
    const { key } = await tenantOn(databaseUrl);
    const server = await startServer(t, { DATABASE_URL: databaseUrl, STOP_TIMEOUT_SECONDS: '60' });
    const dashboard = await dashboardOf(server);
    const urls = [server.url, dashboard];
    assert.equal((await server.call('GET /ada')).status, 200);
    assert.equal((await call(dashboard, 'GET /ada')).status, 404);
    for (const url of urls) {
      assert.equal((await call(url, 'GET /api/v1/user', { key })).status, 200);
      assert.equal((await call(url, 'GET /health')).status, 200);
      assert.equal((await call(url, 'GET /metrics')).status, 404);
    }
    const slow = await Promise.all(urls.map((url) => beginPost(`${url}/api/v1/user/profile`, key)));
    server.kill('SIGTERM');
    await server.wrote(/Stopping/);
    for (const { finish } of slow) finish();
    for (const { status } of slow) assert.equal(await status, 200);
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    for (const url of urls) await assert.rejects(call(url, 'GET /health'), { code: 'ECONNREFUSED' });
    assert.doesNotMatch(server.stdout(), /metrics/, 'METRICS_PORT is off by default');
  });

  it('are one listener if both settings name one origin', async (t) => {
    const settings = { DATABASE_URL: await freshDatabase(t, sqlite), ...origin, DEMO: 'on' };
    const server = await startServer(t, settings);
    await server.wrote(/^ {2}https:\/\/links\.example\/dashboard\//m);
    const answer = await server.call('GET /dashboard/', { headers: { accept: 'text/html' } });
    assert.ok([200, 503].includes(answer.status), String(answer.status));
    server.kill('SIGTERM');
    await server.ended;
    assert.doesNotMatch(server.stdout(), /The dashboard listens on/);
  });
});

describe('a dashboard without TLS', () => {
  it('is reported in the log with what does not work there, unless it is on this machine', async (t) => {
    for (const [dashboardUrl, isReported] of [
      ['http://fingerpost.lan:3001', true],
      ['http://localhost:3001', false],
      ['https://my.links.example', false],
    ] as const) {
      const settings = { DATABASE_URL: await freshDatabase(t, sqlite), DASHBOARD_URL: dashboardUrl };
      const server = await startServer(t, settings);
      await dashboardOf(server);
      server.kill('SIGTERM');
      await server.ended;
      const words =
        /DASHBOARD_URL is http:\/\/fingerpost\.lan:3001, without TLS: .*no passkeys.* copy to the clipboard\./;
      assert.equal(words.test(server.stdout()), isReported, server.stdout());
    }
  });
});

describe('a stop while the dashboard is being built', () => {
  it('is a stop like any other', async (t) => {
    const server = await startServer(t, { DATABASE_URL: await freshDatabase(t, sqlite) });
    server.kill('SIGTERM');
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    assert.match(server.stdout(), /"msg":"Stopped"/);
  });
});

describe('the protection of the dashboard', () => {
  it('limits its connections to a tenth of MAX_CONNECTIONS, whatever the pages have', async (t) => {
    const { pages, dashboard } = await startBoth(t, { MAX_CONNECTIONS: '10' });
    const agent = new http.Agent({ keepAlive: true });
    t.after(() => agent.destroy());
    assert.equal((await call(dashboard, 'GET /health', { agent })).status, 200);
    await assert.rejects(call(dashboard, 'GET /health'), { code: /^(ECONNRESET|EPIPE)$/ });
    assert.equal((await call(pages, 'GET /health')).status, 200);
  });

  it('counts requests in progress together with those of the pages', async (t) => {
    const { api, pages, dashboard } = await startBoth(t, { MAX_IN_FLIGHT: '1' });
    const { id, key } = await api.account('ada');
    for (const [busy, other] of [
      [pages, dashboard],
      [dashboard, pages],
    ] as const) {
      const release = await holdAccount(t, api.config.databaseUrl, id);
      const waiting = call(busy, 'POST /api/v1/user/profile', { key, json: { name: 'Ada' } });
      await eventually('the other is refused', 5000, async () => {
        const { status } = await call(other, 'GET /api/v1/user', { key });
        return status === 503;
      });
      assert.equal((await call(other, 'GET /health')).status, 200);
      await release();
      assert.equal((await waiting).status, 200);
      assert.equal((await call(other, 'GET /api/v1/user', { key })).status, 200);
    }
  });

  it('refuses URLs and headers that are too long', async (t) => {
    const { dashboard } = await startBoth(t);
    assert.equal((await call(dashboard, `GET /${'a'.repeat(9000)}`)).status, 414);
    assert.equal((await call(dashboard, 'GET /', { headers: { 'x-long': 'a'.repeat(40_000) } })).status, 431);
  });
});

/** Both listeners in this process. */
async function startBoth(t: TestContext, environment: Record<string, string> = {}) {
  const api = await openApi(sqlite, { MAX_EVENT_LOOP_DELAY_MS: '60000', STOP_TIMEOUT_SECONDS: '1', ...environment });
  t.after(() => api.close());
  const address = { host: '127.0.0.1', port: 0 };
  const pages = await api.app.listen(address);
  const dashboard = await (await api.dashboard()).listen(address);
  return { api, pages, dashboard };
}

/** A request whose body has begun; `finish` sends the rest. */
async function beginPost(url: string, key: string) {
  const body = JSON.stringify({ name: 'Ada' });
  const request = http.request(url, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const status = once(request, 'response').then(([response]) => {
    response.resume();
    return (response as http.IncomingMessage).statusCode;
  });
  request.write(body.slice(0, 5));
  await once(request, 'socket');
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { status, finish: () => request.end(body.slice(5)) };
}
