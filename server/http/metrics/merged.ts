// Merges the metrics of several workers. What describes a process gets the label `worker`; the rest is added up.
// Counters must never fall: what an ended worker had counted stays in the sum.
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';

export type MetricReading = MetricObjectWithValues<MetricValue<string>>[];

/** The process, its memory and its event loop. Their counters start again with each worker. */
const ofProcess = /^(fingerpost_event_loop_|process_|nodejs_)/;
/** Every worker reads the same from the database or the disk, or only the primary knows it. */
const ofInstallation = /^fingerpost_((journal|cluster|workers|disk|backup|jobs)_|mail_waiting$)/;
const GAUGE = 'gauge';

export const mergedContentType = Registry.PROMETHEUS_CONTENT_TYPE;

export interface RunningReading {
  worker: string;
  metrics: MetricReading;
}

/** `ended` is what `sumOfEnded` made of the workers that have ended. */
export function mergedMetrics(running: readonly RunningReading[], ended: MetricReading): Promise<string> {
  return AggregatorRegistry.aggregate([...running.map(prepared), ended]).metrics();
}

/** Adds what a worker had counted when it ended to that of the others. */
export async function sumOfEnded(ended: MetricReading, last: MetricReading): Promise<MetricReading> {
  const sums = last.filter((metric) => !isLabelled(metric) && !ofInstallation.test(metric.name));
  return AggregatorRegistry.aggregate([ended, sums.map(summed)]).getMetricsAsJSON() as Promise<MetricReading>;
}

function prepared({ worker, metrics }: RunningReading): MetricReading {
  return metrics.map((metric) => {
    if (ofInstallation.test(metric.name)) return { ...metric, aggregator: 'max' };
    return summed(isLabelled(metric) ? labelled(metric, worker) : metric);
  });
}

function isLabelled({ name, type }: MetricReading[number]): boolean {
  // The type is a word in a reading, whatever the declaration says.
  const isGauge = (type as unknown as string) === GAUGE;
  return ofProcess.test(name) || (isGauge && !ofInstallation.test(name));
}

function labelled(metric: MetricReading[number], worker: string): MetricReading[number] {
  const values = metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } }));
  return { ...metric, values };
}

function summed(metric: MetricReading[number]): MetricReading[number] {
  return { ...metric, aggregator: 'sum' };
}
