// Turns away at once what could only be answered too late, so that the rest is answered in time (docs/adr/0007).
// Requests queue in two places. What the process has not come to yet waits for the turn of the event loop that it is at:
// it has waited at least as long as that turn has lasted. What it has begun waits for the store: the last of them will
// wait as long as so many take at the present pace.
// A burst may use up what the settings allow. A queue that lasts is no burst, and is held to a tenth of that delay.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { guardServer } from '../server.ts';

const SAMPLE_MS = 20;
const PACE_MS = 100;
const LASTING_MS = 200;
const LASTING_PART = 10;
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
    /** How many requests were turned away; no hook saw them. */
    turnedAway(): number;
  }
}

export const overloadPlugin = fp<OverloadOptions>(async (app: FastifyInstance, options) => {
  const { maxInFlight, maxEventLoopDelayMs, exempt } = options;
  const lastingMs = maxEventLoopDelayMs / LASTING_PART;
  const lag = watchLag(maxEventLoopDelayMs);
  const turn = watchTurns(maxEventLoopDelayMs, lastingMs);
  const crowd = watchCrowd(maxInFlight, lastingMs);
  app.addHook('onClose', async () => {
    lag.stop();
    crowd.stop();
  });

  let turnedAway = 0;
  app.decorate('turnedAway', () => turnedAway);
  guardServer(app.server, {
    isTurnedAway(request, response) {
      if (exempt.has(request.url!.split('?', 1)[0]!)) return false;
      if (turn.isOver() || lag.isLate() || crowd.isFull()) {
        turnedAway += 1;
        return true;
      }
      crowd.join(response);
      return false;
    },
    idOf: idsOf(app),
  });
});

/** The framework's own, of which its types do not tell. */
function idsOf(app: FastifyInstance): (request: IncomingMessage) => string {
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

  return {
    isOver(): boolean {
      const now = performance.now();
      if (began === undefined) {
        began = now;
        setImmediate(end);
      }
      taken += 1;
      return now - began > (taken > LEAST ? limitMs : mostMs);
    },
  };
}

/** What waits for us: not who is slow to send a request, nor who is slow to read an answer. */
function watchCrowd(most: number, lastingMs: number) {
  const underWay = new Set<ServerResponse>();
  let slow = 0;
  let finished = 0;
  let limit = most;
  let wasCrowded = false;
  let last = performance.now();

  const pacer = setInterval(() => {
    const now = performance.now();
    const inTime = Math.max(LEAST, (finished / (now - last)) * lastingMs);
    slow = 0;
    for (const { req, headersSent } of underWay) if (!req.complete || headersSent) slow += 1;
    // Where a limit holds, there are never more than that: half of it is then still a crowd.
    const isCrowded = underWay.size - slow > (limit < most ? inTime / 2 : inTime);
    limit = isCrowded && wasCrowded ? inTime : most;
    wasCrowded = isCrowded;
    finished = 0;
    last = now;
  }, PACE_MS).unref();

  function leave(this: ServerResponse): void {
    underWay.delete(this);
    finished += 1;
  }

  return {
    isFull: () => underWay.size >= most || underWay.size - slow >= limit,
    join(response: ServerResponse): void {
      underWay.add(response);
      // Not a hook of the framework: none is called for a client that went away.
      response.once('close', leave);
    },
    stop: () => clearInterval(pacer),
  };
}
