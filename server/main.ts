// The process: settings, start, and a graceful stop.
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { allJobs } from './all-jobs.ts';
import { buildApp, openMetrics } from './app.ts';
import { type Config, lostWithoutTls } from './config.ts';
import { buildDashboard } from './dashboard.ts';
import { createDemo } from './demo/index.ts';
import { issueSignInLink } from './domain/sign-in/sign-in-links.ts';
import { openFileStorage } from './files/open.ts';
import type { Metrics } from './http/metrics/index.ts';
import { localAddress } from './http/origins.ts';
import type { WorkerReading } from './processes/messages.ts';
import { createServices } from './services.ts';
import { isInstallationEmpty } from './storage/accounts/accounts.ts';
import type { Observe } from './storage/dialects/dialect.ts';
import { answerChallenge } from './storage/installation-proof.ts';
import type { Store } from './storage/store.ts';
import { type Clock, createClock } from './system/clock.ts';
import { cannotListen } from './system/listen-failure.ts';
import { createLogger } from './system/logger.ts';
import { createVisits } from './visits/index.ts';
import { createGeography } from './visits/record/geography.ts';
import { SPOOL } from './visits/record/spool.ts';

interface OpenOptions {
  observe: Observe | undefined;
  /** Reports on opening the store, such as the backup before a migration. */
  report(sentence: string): void;
}

export interface ServeOptions {
  config: Config;
  /** Opens the store, which must watch for changes. `serve` closes it. */
  open(options: OpenOptions): Promise<Store>;
  clock?: Clock;
  print(text: string): void;
  /** Calls the listener on a stop signal. */
  onStopSignal(listener: () => void): unknown;
  /** To the primary, in a worker. */
  link?: PrimaryLink | undefined;
}

interface PrimaryLink {
  readonly id: number;
  /** Called when the service answers requests. */
  ready(): void;
  answerMetrics(read: (challenge: string | undefined) => Promise<WorkerReading>): void;
}

/** Runs the service until a stop signal. Resolves with false if requests did not finish in time. */
export async function serve({ config, open, clock = createClock(), link, ...io }: ServeOptions): Promise<boolean> {
  const metrics = await openMetrics(config);
  const logger = await createLogger(config.logLevel, link?.id);
  const store = await open({ observe: metrics?.observeStore, report: (sentence) => logger.info(sentence) });
  const resources = new AsyncDisposableStack();
  resources.defer(() => store.close());
  const stopSignal = Promise.withResolvers<void>();
  try {
    await start();
    await stopSignal.promise;
  } catch (error) {
    // Report why the service did not start, not the errors of closing a half-started one.
    await resources.disposeAsync().catch(() => {});
    throw error;
  }
  logger.info('Stopping: finishing requests in progress');
  const isStopped = await finishedWithin(config.stopTimeoutSeconds, resources.disposeAsync());
  if (isStopped) logger.info('Stopped');
  else logger.error('Stop timeout reached: some requests were cut off');
  return isStopped;

  async function start(): Promise<void> {
    if (store.applied.length > 0) logger.info({ applied: store.applied }, 'Applied database migrations');
    const files = openFileStorage(config);
    resources.defer(() => files.close());
    const geography = createGeography({ database: config.geoDatabase, logger });
    resources.defer(() => geography.close());
    const spoolFolder = join(config.dataDir, SPOOL);
    const eventDays = config.visitEventDays;
    const observeAggregation = metrics?.observeAggregation;
    const visits = createVisits({
      store,
      clock,
      geography,
      logger,
      spoolFolder,
      databaseUrl: config.databaseUrl,
      eventDays,
      observeAggregation,
    });
    resources.defer(() => visits.stop());
    metrics?.measureStore({ store, clock, visits, geography });
    const dependencies = { config, store, files, clock, geography, visits, logger, metrics };
    const services = createServices(dependencies);
    services.startup.isComplete = false;
    resources.defer(() => services.signIn.close());
    resources.defer(() => services.sharedCounters.stop());
    resources.defer(() => services.mailer.stop());
    metrics?.measureJobs(services.jobs);
    const apps = [await buildApp(dependencies, services)];
    // At the same time: both have the same STOP_TIMEOUT_SECONDS.
    resources.defer(async () => void (await Promise.all([services.jobs.stop(), ...apps.map((app) => app.close())])));

    const demo =
      config.demo && (await isInstallationEmpty(store.read)) ? await createDemo({ store, clock, visits }) : undefined;
    await visits.start();
    await services.sharedCounters.start({ hasOthers: link !== undefined });
    // From the first request on, a stop has requests to finish.
    io.onStopSignal(stopSignal.resolve);
    await listen(apps[0]!, link ? { ...config, metricsPort: undefined } : config);
    // Built after the pages app listens, so that it does not delay the start.
    if (!config.isOneOrigin) {
      apps.push(await buildDashboard(dependencies, services));
      await listenForDashboard(apps[1]!, config);
    }
    // Links in mails need the address of the dashboard.
    await services.jobs.start(allJobs({ ...services, logger }));
    services.startup.isComplete = true;
    const lost = config.dashboardUrl && lostWithoutTls(config.dashboardUrl);
    if (lost) logger.warn(lost);
    if (demo) {
      const link = await issueSignInLink(services.signIn, demo.accountId, { isRecovery: false });
      io.print(greeting(addressOf(apps[0]!, config), link, demo.key));
    }
    if (metrics && link) link.answerMetrics((challenge) => readMetrics(metrics, challenge));
    link?.ready();
    // Loaded in the background: the geolocation file takes a while to read, and only visits need it.
    setImmediate(() => void geography.load());
    if (config.bucket) setImmediate(() => files.check().catch(logBucketFailure));
  }

  /** The primary serves the metrics of all workers on one port. */
  async function readMetrics(metrics: Metrics, challenge: string | undefined): Promise<WorkerReading> {
    const proof = await answerChallenge(store.dialect, challenge).catch(() => undefined);
    return { metrics: await metrics.values(), proof };
  }

  function logBucketFailure(error: Error): void {
    logger.error({ err: error.cause }, 'The bucket for uploads rejects files; run "fingerpost doctor" for details');
  }
}

async function finishedWithin(seconds: number, work: Promise<void>): Promise<boolean> {
  const deadline = new AbortController();
  const timeout = sleep(seconds * 1000, false, { signal: deadline.signal });
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    deadline.abort();
  }
}

async function listen(server: FastifyInstance, { host, port, metricsPort }: Config): Promise<void> {
  if (metricsPort !== undefined) {
    const what = `The metrics cannot listen on port ${metricsPort}`;
    await server.listenForMetrics(metricsPort).catch(cannotListen(what, 'METRICS_PORT'));
  }
  const what = `The service cannot listen on ${host}, port ${port}`;
  const listenTextResolver = (address: string) => `Fingerpost listens on ${address}`;
  await server.listen({ port, host, listenTextResolver }).catch(cannotListen(what, 'PORT'));
}

async function listenForDashboard(server: FastifyInstance, { host, dashboardPort: port }: Config): Promise<void> {
  const what = `The dashboard cannot listen on ${host}, port ${port}`;
  const listenTextResolver = (address: string) => `The dashboard listens on ${address}`;
  await server.listen({ port, host, listenTextResolver }).catch(cannotListen(what, 'DASHBOARD_PORT'));
}

/** The local address: PUBLIC_URL may not work yet, before a proxy is set up. */
function addressOf(server: FastifyInstance, { host }: Config): string {
  return localAddress(host, (server.server.address() as AddressInfo).port);
}

function greeting(address: string, signInLink: string, key: string): string {
  return `
Created a demo account, "demo", with made-up visits. Its API key, shown only once:

  ${key}

Try it:

  curl -H 'Authorization: Bearer ${key}' ${address}/api/v1/user

Its page: ${address}/demo
The reference: ${address}/docs
The dashboard, with a link that signs you in once, within 15 minutes:

  ${signInLink}

`;
}
