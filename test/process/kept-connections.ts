// Clients that keep their connections, each with one, and send one request after the other until they are stopped.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../support/server.ts';

export interface KeptClients {
  answered(): number;
  /** Resolves with what failed: responses other than 200, and codes of errors. */
  stop(): Promise<string[]>;
}

/** They send these requests in turn, with a random pause before each. */
export function startKeptClients(
  url: string,
  requests: readonly string[],
  { clients, maxPauseMs, key }: { clients: number; maxPauseMs: number; key?: string },
): KeptClients {
  const failed: string[] = [];
  let answered = 0;
  let isStopping = false;

  async function client(_: unknown, number: number): Promise<void> {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let sent = number; !isStopping; sent += 1) {
      const request = requests[sent % requests.length]!;
      const outcome = await call(url, request, { agent, ...(key === undefined ? {} : { key }) }).then(
        ({ status, text }) => (status === 200 ? undefined : `${status} ${text}`),
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      if (outcome === undefined) answered += 1;
      else failed.push(`${request}: ${outcome.slice(0, 200)}`);
      if (maxPauseMs > 0) await sleep(Math.random() * maxPauseMs);
    }
    agent.destroy();
  }

  const running = Array.from({ length: clients }, client);
  return {
    answered: () => answered,
    async stop() {
      isStopping = true;
      await Promise.all(running);
      return failed;
    },
  };
}
