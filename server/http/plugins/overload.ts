// Turns away at once what could only be answered too late, so that the rest is answered in time (docs/adr/0007).
// Requests queue in two places. What the process has not come to yet waits for the turn of the event loop that it is at:
// it has waited at least as long as that turn has lasted. What it has begun waits for the store: the last of them will
// wait as long as so many take at the present pace.
// A burst may use up what the settings allow. A queue that lasts is no burst, and is held to a part of that delay.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { hasBody } from '../request-body.ts';
import { createRoster, onceClosed } from '../roster.ts';
import { guardServer, overloaded } from '../server.ts';

const SAMPLE_MS = 20;
const PACE_MS = 100;
const LASTING_MS = 200;
const LASTING_PART = 10;
/** What waits for the store is held shorter: to ask it by more at a time than it has hands for brings nothing. */
const CROWD_PART = 25;
/** However slow it is, so many at a time are taken: a few slow ones are no queue, and fewer leave the store idle. */
const LEAST = 32;

export interface OverloadOptions {
  maxInFlight: number;
  maxEventLoopDelayMs: number;
  /** Paths that answer whatever the load. */
  exempt: ReadonlySet<string>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** How many requests were turned away before any hook saw them. */
    turnedAway(): number;
  }
}

export const overloadPlugin = fp<OverloadOptions>(async (app: FastifyInstance, options) => {
  const { maxInFlight, maxEventLoopDelayMs, exempt } = options;
  const lastingMs = maxEventLoopDelayMs / LASTING_PART;
  const lag = watchLag(maxEventLoopDelayMs);
  const turn = watchTurns(maxEventLoopDelayMs, lastingMs);
  const crowd = watchCrowd(maxInFlight, maxEventLoopDelayMs / CROWD_PART);
  app.addHook('onClose', async () => {
    lag.stop();
    crowd.stop();
  });

  const logs = ['debug', 'trace'].includes(app.log.level);
  const idOf = idsOf(app);
  let turnedAway = 0;
  app.decorate('turnedAway', () => turnedAway);
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
    crowd.work(reply.raw);
    done(null, payload);
  });
});

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

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

/** What waits for the store: not who is slow to send a request, nor who is slow to read an answer. */
function watchCrowd(most: number, lastingMs: number) {
  let underWay = 0;
  /** Of those, whom it is known that nothing kept will do for. */
  const atWork = createRoster<ServerResponse>();
  let slow = 0;
  let finished = 0;
  let limit = most;
  let wasCrowded = false;
  let last = performance.now();

  const pacer = setInterval(() => {
    const now = performance.now();
    const inTime = Math.max(LEAST, (finished / (now - last)) * lastingMs);
    slow = 0;
    for (const { req, headersSent } of atWork.present()) if (!req.complete || headersSent) slow += 1;
    // Where a limit holds, there are never more than that: half of it is then still a crowd.
    const isCrowded = atWork.size() - slow > (limit < most ? inTime / 2 : inTime);
    limit = isCrowded && wasCrowded ? inTime : most;
    wasCrowded = isCrowded;
    finished = 0;
    last = now;
  }, PACE_MS).unref();

  function leave(): void {
    underWay -= 1;
  }

  return {
    isFull: () => underWay >= most,
    isBusy: () => atWork.size() - slow >= limit,
    join(response: ServerResponse): void {
      underWay += 1;
      // Not a hook of the framework: none is called for a client that went away.
      response.on('close', leave);
    },
    work(response: ServerResponse): void {
      const finish = atWork.enter(response);
      onceClosed(response, () => {
        finish();
        finished += 1;
      });
    },
    stop: () => clearInterval(pacer),
  };
}
