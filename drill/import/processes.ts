// The service with a gauge of its event loop.
import type { TestContext } from 'node:test';
import { type Service, startService as start } from '../overload/processes.ts';
import type { LoopGauge } from './gauge.ts';

export interface GaugedService extends Omit<Service, 'gauge'> {
  gauge(): Promise<LoopGauge>;
}

/** With trusted proxy headers; load from other processes must not count as overload. */
export async function startService(t: TestContext, environment: Record<string, string>): Promise<GaugedService> {
  const settings = { TRUST_PROXY: '1', RATE_LIMIT: '0', MAX_EVENT_LOOP_DELAY_MS: '60000', ...environment };
  const service = await start(t, settings, new URL('gauge.ts', import.meta.url));
  return { ...service, gauge: async () => (await service.gauge()) as unknown as LoopGauge };
}
