// The service in this process, reached by its URL: for tests over the wire that do not need a separate process.
import type { TestContext } from 'node:test';
import { openApi } from './api.ts';
import type { Engine } from './engines.ts';
import { call, type Server, type Tenant } from './server.ts';

export interface Here extends Pick<Server, 'url' | 'port' | 'call'>, Omit<Tenant, 'keyId'> {
  readonly databaseUrl: string;
}

/** With an account and a key. A test that blocks a request passes the scope of its suite, because a stop waits for it. */
export async function startHere(
  t: TestContext,
  engine: Pick<Engine, 'freshDatabase'>,
  environment: Record<string, string> = {},
): Promise<Here> {
  // Load from other tests must not count as overload, and no test waits for requests it left hanging.
  const patience = { MAX_EVENT_LOOP_DELAY_MS: '60000', STOP_TIMEOUT_SECONDS: '1' };
  const api = await openApi(engine, { PUBLIC_URL: '', ...patience, ...environment });
  t.after(() => api.close());
  // The real time, as in other processes on the same database: a day apart, they would drop each other's stored responses.
  Object.defineProperty(api.clock, 'now', { get: () => Date.now() * 1000 });
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { id: accountId, key } = await api.account('ada');
  return {
    url,
    port: Number(new URL(url).port),
    call: (request, options) => call(url, request, options),
    databaseUrl: api.config.databaseUrl,
    accountId,
    key,
  };
}
