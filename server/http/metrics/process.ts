// Metrics of the process: Node's default metrics, the build and the event loop. Node's own lag histogram is reset by
// each scrape, so two scrapers disturb each other, and an idle loop shows the sampling interval of 10 ms. The delay
// measured here has neither problem.
import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import type { Store } from '../../storage/store.ts';
import { readCommit, readVersion } from '../../system/version.ts';
import { addCounter } from './readings.ts';

const SAMPLE_MS = 20;
const DELAY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export function measureProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  measureDelay(registry);
  addCounter(
    registry,
    'fingerpost_event_loop_active_seconds_total',
    'Time that the event loop was busy.',
    () => performance.eventLoopUtilization().active / 1000,
  );
  addCounter(
    registry,
    'fingerpost_event_loop_idle_seconds_total',
    'Time that the event loop was idle.',
    () => performance.eventLoopUtilization().idle / 1000,
  );
}

function measureDelay(registry: Registry): void {
  const delay = new Histogram({
    name: 'fingerpost_event_loop_delay_seconds',
    help: 'Delay of a timer that fires every 20 ms.',
    buckets: DELAY_BUCKETS,
    registers: [registry],
  });
  let due = performance.now() + SAMPLE_MS;
  setInterval(() => {
    const now = performance.now();
    delay.observe(Math.max(0, now - due) / 1000);
    due = now + SAMPLE_MS;
  }, SAMPLE_MS).unref();
}

export function reportBuild(registry: Registry, store: Store): void {
  new Gauge({
    name: 'fingerpost_build_info',
    help: 'Always 1. The labels say what is running.',
    labelNames: ['version', 'commit', 'node', 'store'],
    registers: [registry],
  }).set({ version: readVersion(), commit: readCommit(), node: process.versions.node, store: store.dialect.name }, 1);
}
