// Requests and connections. No label contains data from visitors.
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import { addCounter, addCounterBy, addGauge } from './readings.ts';

const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function measureRequests(registry: Registry) {
  const duration = new Histogram({
    name: 'fingerpost_request_duration_seconds',
    help: 'Time from the request to the end of its response. The route is a pattern, or "none" if no route matches.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  let abandoned = 0;
  let inFlight = () => 0;

  function measure(app: FastifyInstance): void {
    // The apps share their load: each of them knows the number for all.
    inFlight = () => app.inFlight();
    app.addHook('onRequest', (request, reply, done) => {
      if (request.routeOptions.config.isEndless) return done();
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) abandoned += 1;
      });
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      // If it is refused, it does have an end.
      if (request.routeOptions.config.isEndless && reply.statusCode === 200) return done();
      const method = methods.has(request.method) ? request.method : 'other';
      const route = request.routeOptions.url ?? 'none';
      duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
      done();
    });
  }

  addGauge(registry, 'fingerpost_requests_in_flight', 'Requests in progress: received and not yet answered.', () =>
    inFlight(),
  );
  addCounter(
    registry,
    'fingerpost_requests_abandoned_total',
    'Requests whose client disconnected before the end of the response. They have no duration.',
    () => abandoned,
  );
  return { measure };
}

export function measureConnections(registry: Registry) {
  const unreadable = { malformed: 0, headers_too_large: 0, too_slow: 0 };
  let open = 0;
  let refused = 0;

  function measure(server: Server): void {
    server.on('connection', (socket) => {
      open += 1;
      socket.once('close', () => {
        open -= 1;
      });
    });
    server.on('drop', () => {
      refused += 1;
    });
    server.on('clientError', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'HPE_HEADER_OVERFLOW') unreadable.headers_too_large += 1;
      else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') unreadable.too_slow += 1;
      // The other codes are connections that the client closed, for example in the middle of a request.
      else if (code?.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') unreadable.malformed += 1;
    });
  }

  addGauge(registry, 'fingerpost_connections_open', 'Open client connections.', () => open);
  addCounter(
    registry,
    'fingerpost_connections_refused_total',
    'Connections closed at once because MAX_CONNECTIONS were open.',
    () => refused,
  );
  addCounterBy(
    'reason',
    registry,
    'fingerpost_requests_unreadable_total',
    'Requests that could not be parsed, by reason.',
    () => Object.entries(unreadable),
  );
  return { measure };
}
