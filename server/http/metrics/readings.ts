// Metrics that are read from existing counters at each scrape, and cost nothing in between.
import { Counter, Gauge, type Registry } from 'prom-client';

/** Undefined omits the metric. */
type Read = () => number | undefined;
/** A number for each value of the label. */
type ReadBy = () => Iterable<readonly [value: string, number: number | undefined]>;

export function addGauge(registry: Registry, name: string, help: string, read: Read): void {
  add(Gauge, registry, name, help, read);
}

export function addCounter(registry: Registry, name: string, help: string, read: Read): void {
  add(Counter, registry, name, help, read);
}

export function addGaugeBy(label: string, registry: Registry, name: string, help: string, read: ReadBy): void {
  addBy(Gauge, label, registry, name, help, read);
}

export function addCounterBy(label: string, registry: Registry, name: string, help: string, read: ReadBy): void {
  addBy(Counter, label, registry, name, help, read);
}

type Metric = typeof Gauge | typeof Counter;

function add(Metric: Metric, registry: Registry, name: string, help: string, read: Read): void {
  const metric = new Metric({ name, help, registers: [registry], collect });
  function collect() {
    metric.reset();
    const value = read();
    // After a reset, a metric without labels would report 0.
    if (value === undefined) metric.remove();
    else metric.inc(value);
  }
}

function addBy(Metric: Metric, label: string, registry: Registry, name: string, help: string, read: ReadBy): void {
  const metric = new Metric({ name, help, labelNames: [label], registers: [registry], collect });
  function collect() {
    metric.reset();
    for (const [value, number] of read()) if (number !== undefined) metric.inc({ [label]: value }, number);
  }
}
