// Views pages from a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Order, Viewed } from './viewer-process.ts';

export interface Viewer {
  start(): Promise<void>;
  stop(): Promise<Viewed>;
}

export type { Viewed };

export function startViewer(t: TestContext, port: number, paths: readonly string[]): Viewer {
  const child = fork(fileURLToPath(new URL('viewer-process.ts', import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ask = async (order: Order) => {
    const answered = once(child, 'message');
    child.send(order);
    return (await answered)[0];
  };
  return {
    start: () => ask({ what: 'start', port, paths }),
    stop: () => ask({ what: 'stop' }) as Promise<Viewed>,
  };
}
