// What a primary and its workers send each other.
import type { MetricReading } from '../http/metrics/merged.ts';

export interface WorkerReading {
  metrics: MetricReading;
  /** The answer to doctor's challenge, if it was valid. */
  proof: string | undefined;
}

export type ToWorker = { kind: 'stop' } | { kind: 'read metrics'; id: number; challenge: string | undefined };

export type FromWorker = { kind: 'ready' } | ({ kind: 'metrics'; id: number } & WorkerReading);
