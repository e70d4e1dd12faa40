// Answers 503 at once rather than everything too late: when the event loop lags, or too much is under way.
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../../../contract/errors.ts';

const SAMPLE_MS = 20;

export interface OverloadOptions {
  maxInFlight: number;
  maxEventLoopDelayMs: number;
  /** Routes that answer whatever the load. */
  exempt: ReadonlySet<string>;
}

export const overloadPlugin = fp<OverloadOptions>(async (app: FastifyInstance, options) => {
  // How late a timer is tells the delay; late once is a hiccup, late twice in a row is overload. (Node's own histogram is
  // no help: in a loop so slow that it gets one sample between two resets, it records none.)
  let isLate = false;
  let lagging = false;
  let last = performance.now();
  const sampler = setInterval(() => {
    const now = performance.now();
    const wasLate = isLate;
    isLate = now - last - SAMPLE_MS > options.maxEventLoopDelayMs;
    lagging = isLate && wasLate;
    last = now;
  }, SAMPLE_MS).unref();
  app.addHook('onClose', async () => clearInterval(sampler));

  let inFlight = 0;
  app.addHook('onRequest', (request, reply, done) => {
    if (options.exempt.has(request.routeOptions.url ?? '')) return done();
    inFlight += 1;
    // Not onResponse: that one is not called for a client that went away.
    reply.raw.once('close', () => {
      inFlight -= 1;
    });
    done(
      lagging || inFlight > options.maxInFlight
        ? new Refusal('unavailable', 'The service is overloaded; try again shortly.')
        : undefined,
    );
  });
});
