// Load shedding: rejects requests at once that could only be answered too late, so that the rest is answered in time
// (docs/adr/0007). Requests queue in three places. New requests wait for the current turn of the event loop: they have
// waited at least as long as that turn has lasted. Requests that need work wait until they are started. Requests in
// progress wait for the store: the last one will wait as long as all of them take at the current rate.
// A burst may use the whole delay that the settings allow. A sustained queue is limited to a fraction of it.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../../config.ts';
import { pathOf } from '../wire/path.ts';
import { hasBody, mayBeCached } from '../wire/request-body.ts';
import { guardServer, overloaded } from '../wire/server.ts';
import { type RequestCounts, TrackedResponse } from '../wire/tracked-response.ts';
import { createTurns } from '../wire/turns.ts';

const SAMPLE_MS = 20;
const RATE_SAMPLE_MS = 100;
const SUSTAINED_AFTER_MS = 200;
const SUSTAINED_DIVISOR = 10;
/** The queue for the store is shorter: more concurrency than it has capacity for gains nothing. */
const STORE_DIVISOR = 25;
/** Always admitted: a few slow requests are not a queue, and fewer would leave the store idle. */
const MIN_CONCURRENT = 32;

export interface OverloadOptions {
  load: Load;
  /** Paths that are never rejected. */
  exempt: ReadonlySet<string>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For those who have to wait. Undefined in tests without a socket. */
    response?: TrackedResponse;
  }
  interface FastifyInstance {
    /** How many requests were rejected before any hook ran. */
    rejectedCount(): number;
    /** How many count against MAX_IN_FLIGHT. */
    inFlight(): number;
  }
}

/** The load of the process. All apps of a process share it: they have one event loop and one store. */
export type Load = ReturnType<typeof createLoad>;

export function createLoad({ maxInFlight, maxEventLoopDelayMs }: Pick<Config, 'maxInFlight' | 'maxEventLoopDelayMs'>) {
  const lag = trackLag(maxEventLoopDelayMs);
  const sustainedMs = maxEventLoopDelayMs / SUSTAINED_DIVISOR;
  const turn = trackTurns(maxEventLoopDelayMs, sustainedMs);
  const requests = trackRequests(maxInFlight, maxEventLoopDelayMs / STORE_DIVISOR);
  let apps = 0;
  return {
    lag,
    turn,
    turns: createTurns(),
    starts: trackDelays(maxEventLoopDelayMs, sustainedMs),
    requests,
    enter(): void {
      apps += 1;
    },
    /** The last app to leave stops the timers. */
    leave(): void {
      apps -= 1;
      if (apps > 0) return;
      lag.stop();
      requests.stop();
    },
  };
}

export const overloadPlugin = fp<OverloadOptions>(async (app: FastifyInstance, options) => {
  const { load, exempt } = options;
  const { lag, turn, starts, requests } = load;
  app.addHook('onClose', async () => load.leave());
  load.enter();

  const logs = ['debug', 'trace'].includes(app.log.level);
  const idOf = idsOf(app);
  let rejectedCount = 0;
  app.decorate('rejectedCount', () => rejectedCount);
  app.decorate('inFlight', () => requests.size());
  guardServer(app.server, (request, response, waitedMs) => {
    if (exempt.has(pathOf(request))) return undefined;
    turn.begin();
    const isLate = mayBeCached(request)
      ? turn.isTooLong()
      : starts.isTooLong(waitedMs) || turn.isOver() || requests.isBusy();
    if (!isLate && !requests.isFull() && !lag.isLate()) {
      requests.join(response);
      return undefined;
    }
    rejectedCount += 1;
    const id = idOf(request);
    if (logs) {
      app.log.debug({ request: id, method: request.method, path: pathOf(request), status: 503 }, 'rejected: overload');
    }
    return id;
  });

  // Requests that get here missed the caches. Cache hits cost no more than a rejection and were answered before.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (exempt.has(request.routeOptions.url!)) return done(null, payload);
    if (turn.isOver() || requests.isBusy()) return done(overloaded);
    turn.admit();
    // While its body arrives, the request does not count.
    if (hasBody(request.headers)) requests.leave(reply.raw);
    else requests.work(reply.raw);
    done(null, payload);
  });

  app.decorateRequest('response');
  app.addHook('preValidation', (request, reply, done) => {
    if (reply.raw instanceof TrackedResponse) request.response = reply.raw;
    if (exempt.has(request.routeOptions.url!)) return done();
    done(requests.rejoin(reply.raw) ? undefined : overloaded);
  });
});

/** Fastify's own generator, which its types do not declare. */
export function idsOf(app: FastifyInstance): (request: IncomingMessage) => string {
  return (app as unknown as { genReqId(request: IncomingMessage): string }).genReqId;
}

/** Event loop lag: late once is a hiccup, late twice in a row is overload. */
function trackLag(maxMs: number) {
  // Node's histogram does not work here: in a loop so slow that it samples once between two resets, it records nothing.
  let wasLate = false;
  let isLate = false;
  let last = performance.now();
  const sampler = setInterval(() => {
    const now = performance.now();
    wasLate = isLate;
    isLate = now - last - SAMPLE_MS > maxMs;
    last = now;
  }, SAMPLE_MS).unref();
  return { isLate: () => isLate && wasLate, stop: () => clearInterval(sampler) };
}

/** A single delay may be as long as the maximum. Delays that do not end are limited to less. */
function trackDelays(maxMs: number, sustainedMs: number) {
  let slowSince: number | undefined;
  let limitMs = maxMs;

  function add(delayMs: number): void {
    const now = performance.now();
    if (delayMs < sustainedMs) slowSince = undefined;
    else slowSince ??= now - delayMs;
    limitMs = slowSince !== undefined && now - slowSince > SUSTAINED_AFTER_MS ? sustainedMs : maxMs;
  }

  return {
    add,
    limitMs: () => limitMs,
    isTooLong(delayMs: number): boolean {
      add(delayMs);
      return delayMs > limitMs;
    },
  };
}

/** A turn reads the requests that arrived since the last one, and starts or answers them one after the other. */
function trackTurns(maxMs: number, sustainedMs: number) {
  let began: number | undefined;
  let admitted = 0;
  const delays = trackDelays(maxMs, sustainedMs);

  function end(): void {
    delays.add(performance.now() - began!);
    began = undefined;
    admitted = 0;
  }

  const hasLasted = (ms: number) => began !== undefined && performance.now() - began > ms;
  return {
    begin(): void {
      if (began !== undefined) return;
      began = performance.now();
      setImmediate(end);
    },
    admit(): void {
      admitted += 1;
    },
    isOver: () => hasLasted(admitted < MIN_CONCURRENT ? maxMs : delays.limitMs()),
    isTooLong: () => hasLasted(maxMs),
  };
}

/** Requests in flight: not those whose client is slow to send, or slow to read the response. */
function trackRequests(max: number, sustainedMs: number) {
  const counts: RequestCounts = { active: 0, working: 0, finished: 0 };
  let finishedBefore = 0;
  let limit = max;
  let wasQueued = false;
  let last = performance.now();

  const sampler = setInterval(() => {
    const now = performance.now();
    const inTimeLimit = Math.max(MIN_CONCURRENT, ((counts.finished - finishedBefore) / (now - last)) * sustainedMs);
    // While the limit applies, there are never more than that: half of it still counts as a queue.
    const isQueued = counts.working > (limit < max ? inTimeLimit / 2 : inTimeLimit);
    limit = isQueued && wasQueued ? inTimeLimit : max;
    wasQueued = isQueued;
    finishedBefore = counts.finished;
    last = now;
  }, RATE_SAMPLE_MS).unref();

  const isFull = () => counts.active >= max;
  return {
    size: () => counts.active,
    isFull,
    isBusy: () => counts.working >= limit,
    join(response: TrackedResponse): void {
      response.count(counts);
      // Not a Fastify hook: none runs if the client disconnects.
      response.on('close', releaseThis);
    },
    work(response: unknown): void {
      if (response instanceof TrackedResponse) response.work();
    },
    leave(response: unknown): void {
      if (response instanceof TrackedResponse) response.release();
    },
    /** False if the limit is reached. */
    rejoin(response: unknown): boolean {
      if (!(response instanceof TrackedResponse) || response.counts || response.closed) return true;
      if (isFull()) return false;
      response.count(counts);
      response.work();
      return true;
    },
    stop: () => clearInterval(sampler),
  };
}

function releaseThis(this: TrackedResponse): void {
  this.release();
}
