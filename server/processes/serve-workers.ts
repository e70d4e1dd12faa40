// `fingerpost serve` with several workers: the primary, its socket for reloads, and the metrics of all on one port.
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { MetricsListener } from '../http/metrics/listener.ts';
import { cannotListen } from '../system/listen-failure.ts';
import { createLogger } from '../system/logger.ts';
import { controlSocketOf, listenForReloads } from './control.ts';
import { createPrimary, type Primary } from './primary.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export interface WorkersOptions {
  config: Config;
  onStopSignal(listener: () => void): unknown;
  onReloadSignal(listener: () => void): void;
}

/** Runs until a stop signal. Resolves with the exit code: if a worker does not start, with that of the worker. */
export async function serveWithWorkers({ config, ...io }: WorkersOptions): Promise<number> {
  const logger = await createLogger(config.logLevel);
  const metrics = await openMetrics(config, () => primary);
  const primary = createPrimary({ config, logger, observer: metrics?.source });
  const resources = new AsyncDisposableStack();
  const stopSignal = new Promise<'stop'>((resolve) => io.onStopSignal(() => resolve('stop')));

  const listener = metrics?.listener(logger);
  resources.defer(() => listener?.close());
  await listener
    ?.listen(config.metricsPort!)
    .catch(cannotListen(`The metrics cannot listen on port ${config.metricsPort}`, 'METRICS_PORT'));
  // A worker that does not start has said why.
  const outcome = await Promise.race([primary.start(), stopSignal]);
  if (outcome === undefined) {
    io.onReloadSignal(() => {
      primary.reload().catch((error: unknown) => logger.error({ err: error }, 'The reload failed'));
    });
    const control = await listenForReloads(controlSocketOf(config.dataDir), primary.reload).catch((error: unknown) => {
      logger.warn({ err: error }, 'No socket for "fingerpost reload": use SIGHUP instead');
    });
    resources.defer(() => void control?.close());
    logger.info(`${config.workers} workers serve requests`);
    await stopSignal;
    logger.info('Stopping the workers');
  }
  const isStopped = await primary.stop();
  await resources.disposeAsync();
  if (outcome !== undefined && outcome !== 'stop') return outcome.code || 1;
  return isStopped ? 0 : 1;
}

/** Loaded only if METRICS_PORT is set. */
async function openMetrics(
  { metricsPort }: Config,
  primary: () => Primary,
): Promise<{ source: WorkerMetrics; listener(logger: Logger): MetricsListener } | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createWorkerMetrics } = await import('./worker-metrics.ts');
  const { createMetricsListener } = await import('../http/metrics/listener.ts');
  const source = createWorkerMetrics(primary);
  return { source, listener: (logger) => createMetricsListener(source, logger) };
}
