// Turns away at once what could only be answered too late, so that the rest is answered in time (docs/adr/0007).
// Requests queue in two places. What the process has not come to yet waits for the turn of the event loop that it is at:
// it has waited at least as long as that turn has lasted. What it has begun waits for the store: the last of them will
// wait as long as so many take at the present pace.
// A burst may use up what the settings allow. A queue that lasts is no burst, and is held to a part of that delay.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../../config.ts';
import { pathOf } from '../wire/path.ts';
import { hasBody } from '../wire/request-body.ts';
import { guardServer, overloaded } from '../wire/server.ts';
import { type RequestCounts, TrackedResponse } from '../wire/tracked-response.ts';

const SAMPLE_MS = 20;
const PACE_MS = 100;
const LASTING_MS = 200;
const LASTING_PART = 10;
/** What waits for the store is held shorter: to ask it by more at a time than it has hands for brings nothing. */
const CROWD_PART = 25;
/** However slow it is, so many at a time are taken: a few slow ones are no queue, and fewer leave the store idle. */
const LEAST = 32;

export interface OverloadOptions {
  load: Load;
  /** Paths that answer whatever the load. */
  exempt: ReadonlySet<string>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** How many requests were turned away before any hook saw them. */
    turnedAway(): number;
    /** How many count against MAX_IN_FLIGHT. */
    inFlight(): number;
  }
}

/** The load of the process. All apps of a process share it: one event loop and one store work for all of them. */
export type Load = ReturnType<typeof createLoad>;

export function createLoad({ maxInFlight, maxEventLoopDelayMs }: Pick<Config, 'maxInFlight' | 'maxEventLoopDelayMs'>) {
  const lag = watchLag(maxEventLoopDelayMs);
  const turn = watchTurns(maxEventLoopDelayMs, maxEventLoopDelayMs / LASTING_PART);
  const crowd = watchCrowd(maxInFlight, maxEventLoopDelayMs / CROWD_PART);
  let apps = 0;
  return {
    lag,
    turn,
    crowd,
    enter(): void {
      apps += 1;
    },
    /** The last app to leave stops the timers. */
    leave(): void {
      apps -= 1;
      if (apps > 0) return;
      lag.stop();
      crowd.stop();
    },
  };
}

export const overloadPlugin = fp<OverloadOptions>(async (app: FastifyInstance, options) => {
  const { load, exempt } = options;
  const { lag, turn, crowd } = load;
  app.addHook('onClose', async () => load.leave());
  load.enter();

  const logs = ['debug', 'trace'].includes(app.log.level);
  const idOf = idsOf(app);
  let turnedAway = 0;
  app.decorate('turnedAway', () => turnedAway);
  app.decorate('inFlight', () => crowd.size());
  guardServer(app.server, (request, response) => {
    if (exempt.has(pathOf(request))) return undefined;
    turn.begin();
    const isLate = mayBeKept(request) ? turn.isTooLong() : turn.isOver() || crowd.isBusy();
    if (!isLate && !crowd.isFull() && !lag.isLate()) {
      crowd.join(response);
      return undefined;
    }
    turnedAway += 1;
    const id = idOf(request);
    if (logs) {
      app.log.debug({ request: id, method: request.method, path: pathOf(request), status: 503 }, 'turned away');
    }
    return id;
  });

  // What gets this far has to be worked on: what is kept in memory costs no more than a refusal, and was answered.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (exempt.has(request.routeOptions.url!)) return done(null, payload);
    if (turn.isOver() || crowd.isBusy()) return done(overloaded);
    turn.take();
    // Waiting for the body is no work: the request counts again once it is there.
    if (hasBody(request.headers)) crowd.leave(reply.raw);
    else crowd.work(reply.raw);
    done(null, payload);
  });

  app.addHook('preValidation', (request, reply, done) => {
    if (exempt.has(request.routeOptions.url!)) return done();
    done(crowd.rejoin(reply.raw) ? undefined : overloaded);
  });
});

/** A read without a body. */
function mayBeKept({ method, headers }: IncomingMessage): boolean {
  return !hasBody(headers) && (method === 'GET' || method === 'HEAD');
}

/** The framework's own, of which its types do not tell. */
export function idsOf(app: FastifyInstance): (request: IncomingMessage) => string {
  return (app as unknown as { genReqId(request: IncomingMessage): string }).genReqId;
}

/** Whatever keeps the process from its requests: late once is a hiccup, late twice in a row is overload. */
function watchLag(mostMs: number) {
  // Node's own histogram is no help: in a loop so slow that it gets one sample between two resets, it records none.
  let wasLate = false;
  let isLate = false;
  let last = performance.now();
  const sampler = setInterval(() => {
    const now = performance.now();
    wasLate = isLate;
    isLate = now - last - SAMPLE_MS > mostMs;
    last = now;
  }, SAMPLE_MS).unref();
  return { isLate: () => isLate && wasLate, stop: () => clearInterval(sampler) };
}

/** A turn reads what arrived since the one before, and begins or answers it one after the other. */
function watchTurns(mostMs: number, lastingMs: number) {
  let began: number | undefined;
  let taken = 0;
  let longSince: number | undefined;
  let limitMs = mostMs;

  function end(): void {
    const now = performance.now();
    if (now - began! < lastingMs) longSince = undefined;
    else longSince ??= began!;
    limitMs = longSince !== undefined && now - longSince > LASTING_MS ? lastingMs : mostMs;
    began = undefined;
    taken = 0;
  }

  const hasLasted = (ms: number) => began !== undefined && performance.now() - began > ms;
  return {
    begin(): void {
      if (began !== undefined) return;
      began = performance.now();
      setImmediate(end);
    },
    take(): void {
      taken += 1;
    },
    isOver: () => hasLasted(taken < LEAST ? mostMs : limitMs),
    isTooLong: () => hasLasted(mostMs),
  };
}

/** Requests that the server works on: not those whose client is slow to send them, or slow to read the answer. */
function watchCrowd(most: number, lastingMs: number) {
  const counts: RequestCounts = { active: 0, working: 0, finished: 0 };
  let finishedBefore = 0;
  let limit = most;
  let wasCrowded = false;
  let last = performance.now();

  const pacer = setInterval(() => {
    const now = performance.now();
    const inTime = Math.max(LEAST, ((counts.finished - finishedBefore) / (now - last)) * lastingMs);
    // Where a limit holds, there are never more than that: half of it is then still a crowd.
    const isCrowded = counts.working > (limit < most ? inTime / 2 : inTime);
    limit = isCrowded && wasCrowded ? inTime : most;
    wasCrowded = isCrowded;
    finishedBefore = counts.finished;
    last = now;
  }, PACE_MS).unref();

  const isFull = () => counts.active >= most;
  return {
    size: () => counts.active,
    isFull,
    isBusy: () => counts.working >= limit,
    join(response: TrackedResponse): void {
      response.count(counts);
      // Not a hook of the framework: none is called for a client that went away.
      response.on('close', releaseThis);
    },
    work(response: unknown): void {
      if (response instanceof TrackedResponse) response.work();
    },
    leave(response: unknown): void {
      if (response instanceof TrackedResponse) response.release();
    },
    /** False where there is no room for it. */
    rejoin(response: unknown): boolean {
      if (!(response instanceof TrackedResponse) || response.counts || response.closed) return true;
      if (isFull()) return false;
      response.count(counts);
      response.work();
      return true;
    },
    stop: () => clearInterval(pacer),
  };
}

function releaseThis(this: TrackedResponse): void {
  this.release();
}
