// Samples the service under load: its memory, and its answers to health checks.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from '../../test/support/server.ts';
import { tally } from '../figures.ts';
import type { Service } from './processes.ts';

export interface Watch {
  readonly rssBytes: readonly number[];
  readonly probes: string;
  readonly slowestMs: number;
}

const EVERY_MS = 250;

export function watch({ url, gauge }: Service): { stop(): Promise<Watch> } {
  const rssBytes: number[] = [];
  const statuses: (number | string)[] = [];
  let slowestMs = 0;
  let watching = true;
  const agent = new http.Agent({ keepAlive: true });

  async function probe(path: string): Promise<void> {
    const began = performance.now();
    const status = await call(url, `GET ${path}`, { agent }).then(
      (answer) => answer.status,
      (error: Error) => error.message,
    );
    statuses.push(status);
    slowestMs = Math.max(slowestMs, performance.now() - began);
  }

  async function look(): Promise<void> {
    while (watching) {
      rssBytes.push((await gauge()).rssBytes);
      await probe('/health');
      await probe('/ready');
      await sleep(EVERY_MS);
    }
  }

  const looking = look();
  return {
    async stop() {
      watching = false;
      await looking;
      agent.destroy();
      return { rssBytes, probes: tally(statuses), slowestMs };
    },
  };
}
