import type { Store } from '../storage/store.ts';

/** A sentence for what a command leaves to the service. None if that runs, or nobody knows. */
export async function whileStopped(store: Store, then: string): Promise<string> {
  const { servingProcesses } = await import('../limits/shared-counters.ts');
  const serving = await servingProcesses(store).catch(() => undefined);
  return serving?.length === 0 ? ` The service is not running: ${then}.` : '';
}
