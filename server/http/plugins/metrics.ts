// Serves the Prometheus metrics on a separate loopback port.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { answerChallenge, CHALLENGE_HEADER, PROOF_HEADER } from '../../storage/installation-proof.ts';
import type { Store } from '../../storage/store.ts';
import type { Metrics } from '../metrics/index.ts';

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
  const server = http.createServer((request, response) => {
    answer(request, response).catch((error) => {
      app.log.error({ err: error }, 'Could not read the metrics');
      response.writeHead(500).end();
    });
  });

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { url = '', method = '', headers: received } = request;
    if (url.split('?', 1)[0] !== '/metrics') return void response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    const text = await metrics.text();
    const proof = await answerChallenge(store.dialect, received[CHALLENGE_HEADER]).catch(() => undefined);
    const headers = {
      'Content-Type': metrics.contentType,
      'Content-Length': Buffer.byteLength(text),
      ...(proof === undefined ? {} : { [PROOF_HEADER]: proof }),
    };
    response.writeHead(200, headers).end(method === 'HEAD' ? undefined : text);
  }

  // Not an onListen hook: Fastify would ignore a failure there.
  app.decorate('listenForMetrics', async (port) => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    app.log.info(`metrics on http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
  });
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
});
