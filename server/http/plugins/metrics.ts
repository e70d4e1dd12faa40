// Serves the Prometheus metrics on a separate loopback port.
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { answerChallenge } from '../../storage/installation-proof.ts';
import type { Store } from '../../storage/store.ts';
import type { Metrics } from '../metrics/index.ts';
import { createMetricsListener } from '../metrics/listener.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Exists only with METRICS_PORT. */
    listenForMetrics(port: number): Promise<void>;
  }
}

export interface MetricsOptions {
  metrics: Metrics;
  store: Store;
}

export const metricsPlugin = fp<MetricsOptions>(async (app: FastifyInstance, { metrics, store }) => {
  const { contentType } = metrics;
  async function read(challenge: string | undefined) {
    const text = await metrics.text();
    return { text, proof: await answerChallenge(store.dialect, challenge).catch(() => undefined) };
  }
  const listener = createMetricsListener({ contentType, read }, app.log);

  // Not an onListen hook: Fastify would ignore a failure there.
  app.decorate('listenForMetrics', listener.listen);
  app.addHook('onClose', async () => listener.close());
});
