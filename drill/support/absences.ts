// The kinds of PostgreSQL outage that drills cause.
import type { TestContext } from 'node:test';
import type { PostgresServer } from '../../test/support/postgres/server.ts';
import { startProxy } from '../../test/support/proxy.ts';

export interface Absence {
  /** The database URL for the service. */
  url: string;
  leave(): Promise<void> | void;
  comeBack(): Promise<void> | void;
}

export const absences: Record<string, (t: TestContext, postgres: PostgresServer) => Promise<Absence>> = {
  'shut down': async (_t, postgres) => halting(postgres, 'fast'),
  'shut down immediately': async (_t, postgres) => halting(postgres, 'immediate'),
  frozen: async (_t, { url, freeze, thaw }) => ({ url, leave: freeze, comeBack: thaw }),
  'network cut': async (t, { url }) => {
    const proxy = await startProxy(t, url);
    return { url: proxy.url, leave: proxy.cut, comeBack: proxy.restore };
  },
  'network silent': async (t, { url }) => {
    const proxy = await startProxy(t, url);
    return { url: proxy.url, leave: proxy.silence, comeBack: proxy.restore };
  },
};

function halting({ url, halt, resume }: PostgresServer, how: 'fast' | 'immediate'): Absence {
  return { url, leave: () => halt(how), comeBack: resume };
}
