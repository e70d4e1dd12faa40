// The metrics of all workers, and of the primary, as one source.
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { MetricsSource } from '../http/metrics/listener.ts';
import { type MetricReading, mergedContentType, mergedMetrics, sumOfEnded } from '../http/metrics/merged.ts';
import { addCounter, addGauge } from '../http/metrics/readings.ts';
import type { WorkerProcess } from './worker-process.ts';

export interface WorkerMetrics extends MetricsSource {
  /** Takes a last reading of a worker that is about to stop. */
  leaving(worker: WorkerProcess): Promise<void>;
  left(worker: WorkerProcess): void;
}

export interface MeasuredPrimary {
  workers(): WorkerProcess[];
  figures(): { crashes: number };
}

export function createWorkerMetrics(primary: () => MeasuredPrimary): WorkerMetrics {
  const own = measurePrimary(primary);
  const last = new Map<WorkerProcess, MetricReading>();
  let ended: Promise<MetricReading> = Promise.resolve([]);

  async function readWorker(worker: WorkerProcess, challenge?: string) {
    const reading = await worker.readMetrics(challenge);
    if (reading && primary().workers().includes(worker)) last.set(worker, reading.metrics);
    return reading && { worker: String(worker.slot), ...reading };
  }

  return {
    contentType: mergedContentType,
    async read(challenge) {
      const ready = primary()
        .workers()
        .filter((worker) => worker.isReady());
      const answers = await Promise.all(ready.map((worker) => readWorker(worker, challenge)));
      const readings = answers.filter((reading) => reading !== undefined);
      // Workers that stop or do not answer now must not make a sum fall.
      const silent = [...last].filter(([worker]) => !ready.includes(worker) || !answers[ready.indexOf(worker)]);
      let sums = await ended;
      for (const [, metrics] of silent) sums = await sumOfEnded(sums, metrics);
      const primaryReading = { worker: 'primary', metrics: (await own.getMetricsAsJSON()) as MetricReading };
      const text = await mergedMetrics([primaryReading, ...readings], sums);
      return { text, proof: readings.find(({ proof }) => proof !== undefined)?.proof };
    },
    async leaving(worker) {
      await readWorker(worker);
    },
    left(worker) {
      const metrics = last.get(worker);
      last.delete(worker);
      if (metrics) ended = ended.then((sums) => sumOfEnded(sums, metrics));
    },
  };
}

function measurePrimary(primary: () => MeasuredPrimary): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addGauge(
    registry,
    'fingerpost_workers_ready',
    'Workers that serve requests. Only with several WORKERS.',
    () =>
      primary()
        .workers()
        .filter((worker) => worker.isReady()).length,
  );
  addCounter(
    registry,
    'fingerpost_workers_crashed_total',
    'Workers that ended unexpectedly and were replaced. Only with several WORKERS.',
    () => primary().figures().crashes,
  );
  return registry;
}
