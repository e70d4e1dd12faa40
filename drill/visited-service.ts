// A service that is visited through a proxy, which tells whom each visit is from, and may end at any time.
import type { TestContext } from 'node:test';
import { launch, type Process } from '../test/support/server.ts';

export interface VisitedService extends Process {
  /** Where it listens; undefined where it ended without. */
  readonly listening: Promise<string | undefined>;
}

export function startVisited(t: TestContext, settings: Record<string, string>): VisitedService {
  const environment = {
    HOST: '127.0.0.1',
    PORT: '0',
    DEMO: 'off',
    TRUST_PROXY: '1',
    // Clients on the same machine are no overload of this one.
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
