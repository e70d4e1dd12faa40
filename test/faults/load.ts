// API clients that write and read, without pause unless one is given, on kept-alive and new connections, and record the answers. Each write
// has an Idempotency-Key, so that it can be repeated.
import assert from 'node:assert/strict';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import type { Store } from '../../server/storage/store.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, pixelNamed, type Server } from '../support/server.ts';

export interface Reply {
  readonly writes: boolean;
  /** When it was sent and how long the answer took, in milliseconds. */
  readonly sentAt: number;
  readonly took: number;
  /** Undefined without an answer: connection error or timeout. */
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

export interface Load {
  readonly replies: readonly Reply[];
  /** The pixels answered with 200, by name. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** Resolves after this many more. */
  underWay(least: number): Promise<void>;
  /** Resolves when every client has its last answer. */
  stop(): Promise<void>;
  /** Repeats every unacknowledged write until it is acknowledged. */
  finish(): Promise<number>;
}

/** Longer than any answer may take. */
const HANG_MS = 60_000;
/** After an error; a real client would wait for Retry-After. */
const REST_MS = 50;
/** Others may create some too. */
const MAX_PIXELS = limits.pixels / 2;

export function startLoad(server: Server, key: string, { writers = 8, readers = 4, pauseMs = 0 } = {}): Load {
  const replies: Reply[] = [];
  const acknowledged = new Map<string, number>();
  const open = new Set<string>();
  let stopped = false;
  let isGone = false;
  let count = 0;
  let written = 0;

  async function ask(writes: boolean, call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | undefined> {
    const sentAt = performance.now();
    const reply = (answer: Answer | undefined, text: string) =>
      replies.push({
        writes,
        sentAt,
        took: performance.now() - sentAt,
        status: answer?.status,
        retryAfter: answer?.headers['retry-after'],
        text,
      });
    const hanging = new AbortController();
    const timer = setTimeout(() => hanging.abort(), HANG_MS);
    try {
      const answer = await call(hanging.signal);
      reply(answer, answer.status === 200 ? '' : answer.text);
      return answer;
    } catch (error) {
      reply(undefined, String(error));
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async function write(name: string, agent?: http.Agent): Promise<boolean> {
    const headers = { 'idempotency-key': name };
    const options = { key, headers, json: pixelNamed(name), ...(agent ? { agent } : {}) };
    const answer = await ask(true, (signal) => server.call('POST /api/v1/pixels', { ...options, signal }));
    if (answer?.status !== 200) return false;
    const id = answer.body.response.id;
    assert.equal(id, acknowledged.get(name) ?? id, 'one Idempotency-Key always gets the same answer');
    acknowledged.set(name, id);
    open.delete(name);
    written += 1;
    return true;
  }

  async function edit(agent?: http.Agent): Promise<boolean> {
    const ids = [...acknowledged.values()];
    const id = ids[++count % ids.length];
    // All creations are unanswered.
    if (id === undefined) return false;
    const options = { key, json: { status: 1 }, ...(agent ? { agent } : {}) };
    const answer = await ask(true, (signal) => server.call(`POST /api/v1/pixels/${id}`, { ...options, signal }));
    if (answer?.status !== 200) return false;
    written += 1;
    return true;
  }

  async function read(number: number, agent?: http.Agent): Promise<boolean> {
    const path = number % 2 ? `/api/v1/pixels?results_per_page=25&page=${1 + (number % 9)}` : '/api/v1/user';
    const options = { key, ...(agent ? { agent } : {}) };
    const answer = await ask(false, (signal) => server.call(`GET ${path}`, { ...options, signal }));
    return answer?.status === 200;
  }

  async function client(work: (agent?: http.Agent) => Promise<boolean>, keeps: boolean): Promise<void> {
    const agent = keeps ? new http.Agent({ keepAlive: true, maxSockets: 1 }) : undefined;
    while (!stopped) await sleep((await work(agent)) ? pauseMs : REST_MS);
    agent?.destroy();
  }

  const clients = [
    ...Array.from({ length: writers }, (_, index) => client(writeNext, index % 3 > 0)),
    ...Array.from({ length: readers }, (_, index) => client((agent) => read(++count, agent), index % 3 > 0)),
  ];
  /** Creates as many as an account can have, then edits them. */
  function writeNext(agent?: http.Agent): Promise<boolean> {
    if (acknowledged.size + open.size >= MAX_PIXELS) return edit(agent);
    const name = `pixel-${++count}`;
    open.add(name);
    return write(name, agent);
  }

  // A failed test stops only the service.
  server.ended.then(() => {
    stopped = true;
    isGone = true;
  });
  return {
    replies,
    acknowledged,
    async underWay(least) {
      const enough = written + least;
      await eventually(`${least} more writes are acknowledged`, HANG_MS, () => written >= enough);
    },
    async stop() {
      stopped = true;
      await Promise.all(clients);
    },
    async finish() {
      const left = [...open];
      const queue = left.values();
      const finisher = async () => {
        for (const name of queue) while (!(await write(name)) && !isGone) await sleep(REST_MS);
      };
      await Promise.all(Array.from({ length: writers }, finisher));
      return left.length;
    },
  };
}

/** Acknowledged pixels that are missing or differ, and stored pixels that were not requested or are duplicates. */
export async function compare({ read }: Store, accountId: number, acknowledged: ReadonlyMap<string, number>) {
  const rows = await read.selectFrom('pixel').select(['id', 'name']).where('account_id', '=', accountId).execute();
  const found = new Map(rows.map(({ name, id }) => [name, id]));
  return {
    found: rows.length,
    lost: [...acknowledged].filter(([name, id]) => found.get(name) !== id).map(([name]) => name),
    unasked: rows.filter(({ name, id }) => acknowledged.get(name) !== id).map(({ name }) => name),
  };
}
