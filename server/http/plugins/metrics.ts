// Measurements for Prometheus, on a port of their own that only this machine reaches.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

declare module 'fastify' {
  interface FastifyInstance {
    /** Only there with a METRICS_PORT. */
    listenForMetrics(port: number): Promise<void>;
  }
}

export const metricsPlugin = fp(async (app: FastifyInstance) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const latency = new Histogram({
    name: 'fingerpost_request_duration_seconds',
    help: 'Time from request to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not the address: what visitors type must not become a label.
    const route = request.routeOptions.url ?? 'none';
    latency.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });

  const server = http.createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics());
  });
  // Not a hook of the app's own listening, where Fastify would go on without it.
  app.decorate('listenForMetrics', async (port) => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    app.log.info(`metrics on http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
  });
  app.addHook('onClose', async () => {
    server.close();
  });
});
