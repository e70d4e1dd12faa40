// The processes of the drill: the service, and the one that views a page of it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Service, startService as start } from '../overload/processes.ts';
import type { LoopGauge } from './gauge.ts';
import type { Order, Viewed } from './viewer.ts';

export interface Viewer {
  start(): Promise<void>;
  stop(): Promise<Viewed>;
}

export interface GaugedService extends Omit<Service, 'gauge'> {
  gauge(): Promise<LoopGauge>;
}

/** Behind a proxy that says whom each request is from. A machine that is busy with other things is no overload of it. */
export async function startService(t: TestContext, environment: Record<string, string>): Promise<GaugedService> {
  const settings = { TRUST_PROXY: '1', RATE_LIMIT: '0', MAX_EVENT_LOOP_DELAY_MS: '60000', ...environment };
  const service = await start(t, settings, new URL('gauge.ts', import.meta.url));
  return { ...service, gauge: async () => (await service.gauge()) as unknown as LoopGauge };
}

export function startViewer(t: TestContext, port: number, path: string): Viewer {
  const child = fork(fileURLToPath(new URL('viewer.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ask = async (order: Order) => {
    const answered = once(child, 'message');
    child.send(order);
    return (await answered)[0];
  };
  return {
    start: () => ask({ what: 'start', port, path }),
    stop: () => ask({ what: 'stop' }) as Promise<Viewed>,
  };
}
