// A service that trusts proxy headers for the visitor's address, and may end at any time.
import type { TestContext } from 'node:test';
import { call, launch, type Process, type Server } from '../../test/support/server.ts';

export interface VisitedService extends Process {
  /** Its URL; undefined if it ended before listening. */
  readonly listening: Promise<string | undefined>;
}

export function startVisited(t: TestContext, settings: Record<string, string>): VisitedService {
  const environment = {
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: 'off',
    TRUST_PROXY: '1',
    // Load of clients on the same machine must not count as overload.
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    ...settings,
  };
  const service = launch(t, environment, undefined, 'serve');
  const listening = service.wrote(/"Fingerpost listens on ([^"]+)"/).then(
    ([, url]) => url,
    () => undefined,
  );
  return { ...service, listening };
}

/** For API clients. Those of several processes do not end with one of them. */
export function asServer({ ended }: Pick<Server, 'ended'>, url: string): Server {
  return { ended, call: (request, options) => call(url, request, options) } as Server;
}
