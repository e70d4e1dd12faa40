// Visitors of pages and links on kept-alive connections, without pause, who record the answers. While the service is down
// they wait, and continue once it is back.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { call } from '../support/server.ts';
import type { NumberedVisits } from './numbered-visits.ts';

export interface VisitReply {
  /** When it was sent and how long the answer took, in milliseconds. */
  readonly sentAt: number;
  readonly took: number;
  /** The answer, as `200 counted`; undefined without an answer. */
  readonly said: string | undefined;
}

export interface Visitors {
  readonly replies: readonly VisitReply[];
  /** Resolves after this many more were answered as counted. */
  underWay(least: number): Promise<void>;
  /** Resolves when every visitor has its last answer. */
  stop(): Promise<void>;
}

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Longer than any answer may take. */
const HANG_MS = 60_000;
const REST_MS = 5;

/** `where` returns the current URL of the service, if it runs. */
export function startVisitors(
  visits: NumberedVisits,
  where: () => string | undefined,
  { clients = 8, pauseMs = 0 } = {},
): Visitors {
  const replies: VisitReply[] = [];
  let stopped = false;

  async function visit(url: string, agent: http.Agent): Promise<void> {
    const { path, address, answered } = visits.next();
    const headers = { 'user-agent': AGENT, 'x-forwarded-for': address };
    const sentAt = performance.now();
    let said: string | undefined;
    try {
      const signal = AbortSignal.timeout(HANG_MS);
      const { status, headers: received } = await call(url, `GET ${path}`, { headers, agent, signal });
      const how = received['fingerpost-visit'];
      said = `${status} ${how ?? 'without the header'}`;
      answered(how === undefined ? undefined : String(how));
    } catch {
      await sleep(REST_MS);
    }
    replies.push({ sentAt, took: performance.now() - sentAt, said });
  }

  async function client(): Promise<void> {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    while (!stopped) {
      const url = where();
      if (url === undefined) await sleep(REST_MS);
      else await visit(url, agent);
      if (pauseMs > 0) await sleep(pauseMs);
    }
    agent.destroy();
  }

  const all = Promise.all(Array.from({ length: clients }, client));
  return {
    replies,
    async underWay(least) {
      const enough = visits.counted() + least;
      await eventually(`${least} more visits are counted`, HANG_MS, () => visits.counted() >= enough);
    },
    async stop() {
      stopped = true;
      await all;
    },
  };
}
