// Views pages from a child process.
import type { TestContext } from 'node:test';
import { ask, startScript } from './child.ts';
import type { Order, Viewed } from './viewer-process.ts';

export interface Viewer {
  start(): Promise<void>;
  stop(): Promise<Viewed>;
}

export type { Viewed };

export function startViewer(t: TestContext, port: number, paths: readonly string[]): Viewer {
  const child = startScript(t, new URL('viewer-process.ts', import.meta.url));
  return {
    start: () => ask<void>(child, { what: 'start', port, paths } satisfies Order),
    stop: () => ask<Viewed>(child, { what: 'stop' } satisfies Order),
  };
}
