// Clients that write and read, without pause unless one is given, on kept-alive and new connections, until the server is
// gone.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { pixelNamed, type Server } from '../support/server.ts';

export interface LastLoad {
  readonly acknowledged: ReadonlyMap<string, number>;
  answered(): number;
  underWay(least: number): Promise<void>;
  /** From now on a connection may close before its request is accepted. */
  signalled(): void;
  /** Resolves when all clients find the server gone: the requests not answered with 200, and why. */
  failures(): Promise<string[]>;
}

export function startLastLoad(server: Server, key: string, { kept = 8, fresh = 4, pauseMs = 0 } = {}): LastLoad {
  const acknowledged = new Map<string, number>();
  const failed: string[] = [];
  let count = 0;
  let answered = 0;
  let isSignalled = false;

  async function client(agent: http.Agent | undefined): Promise<void> {
    for (;;) {
      count += 1;
      const name = `pixel-${count}`;
      const writes = count % 3 > 0;
      const outcome = await attempt(name, writes, agent);
      if (outcome === 'gone') return agent?.destroy();
      if (outcome !== 'done') failed.push(`${writes ? name : 'a listing'}: ${outcome}`);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }

  async function attempt(name: string, writes: boolean, agent: http.Agent | undefined): Promise<string> {
    try {
      const answer = writes
        ? await server.call('POST /api/v1/pixels', {
            key,
            json: pixelNamed(name),
            headers: { 'idempotency-key': name },
            ...(agent ? { agent } : {}),
          })
        : await server.call('GET /api/v1/pixels?results_per_page=100', { key, ...(agent ? { agent } : {}) });
      if (answer.status !== 200) return `${answer.status} ${answer.text}`;
      if (writes) acknowledged.set(name, answer.body.response.id);
      answered += 1;
      return 'done';
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED') return 'gone';
      // The connection was closed before the server accepted the request.
      const neverTaken =
        isSignalled && (code === 'EPIPE' || message === 'socket hang up' || message.includes('ECONNRESET'));
      if (!neverTaken) return `${code} ${message}`;
      return agent ? attempt(name, writes, undefined) : 'gone';
    }
  }

  const clients = [
    ...Array.from({ length: kept }, () => client(new http.Agent({ keepAlive: true, maxSockets: 1 }))),
    ...Array.from({ length: fresh }, () => client(undefined)),
  ];
  return {
    acknowledged,
    answered: () => answered,
    async underWay(least: number) {
      while (acknowledged.size < least && failed.length === 0) await sleep(5);
    },
    signalled() {
      isSignalled = true;
    },
    async failures() {
      await Promise.all(clients);
      return failed;
    },
  };
}
