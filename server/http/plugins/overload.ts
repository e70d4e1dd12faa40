// Answers 503 at once rather than everything too late: when the event loop lags, or too much is under way.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { unavailable } from './errors.ts';

const SAMPLE_MS = 250;
const NANOSECONDS_PER_MS = 1e6;

export interface OverloadOptions {
  maxInFlight: number;
  maxEventLoopDelayMs: number;
  /** Addresses that answer whatever the load. */
  exempt: ReadonlySet<string>;
}

export const overloadPlugin = fp<OverloadOptions>(async (app: FastifyInstance, options) => {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let lagging = false;
  const sampler = setInterval(() => {
    lagging = delay.percentile(50) / NANOSECONDS_PER_MS > options.maxEventLoopDelayMs;
    delay.reset();
  }, SAMPLE_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(sampler);
    delay.disable();
  });

  let inFlight = 0;
  app.addHook('onRequest', (request, reply, done) => {
    if (options.exempt.has(request.url)) return done();
    inFlight += 1;
    // Not onResponse: that one is not called for a client that went away.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    done(
      lagging || inFlight > options.maxInFlight
        ? unavailable('The service is overloaded; try again shortly.')
        : undefined,
    );
  });
});
