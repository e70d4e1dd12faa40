// Views pages from a child process.
import type { TestContext } from 'node:test';
import { ask, startScript } from './child.ts';
import { thousands } from './figures.ts';
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

export function latency(viewed: Viewed): string {
  const [p50, p99] = [quantile(viewed, 0.5), quantile(viewed, 0.99)];
  return `${thousands(viewed.ms.length)} views, median ${p50.toFixed(1)} ms, 99th percentile ${p99.toFixed(1)} ms, longest ${Math.max(...viewed.ms).toFixed(0)} ms`;
}

export function quantile({ ms }: Viewed, share: number): number {
  const sorted = ms.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}
