// What happens without a request: disks, backups, mail and background jobs. And whether the service is ready.
import type { Registry } from 'prom-client';
import { SECOND } from '../../../contract/time.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { JobFigures } from '../../jobs/runner.ts';
import type { JobCounts } from '../../storage/job-listing.ts';
import type { DiskState, Disks } from '../../system/disk.ts';
import { addCounterBy, addGauge, addGaugeBy } from './readings.ts';
import type { StoreState } from './store-probe.ts';

type MailOutcome = 'sent' | 'failures' | 'lost' | 'dropped';

export interface MeasuredMailer {
  /** By kind of mail. */
  figures(): ReadonlyMap<string, Readonly<Record<MailOutcome, number>>>;
}

export function measureReadiness(registry: Registry, isReady: () => boolean): void {
  addGauge(registry, 'fingerpost_ready', '1 if the service has started and the database answers.', () =>
    Number(isReady()),
  );
}

/** Returns what reads the disks, before each scrape. */
export function measureDisks(registry: Registry, disks: Disks): () => Promise<void> {
  let states: readonly DiskState[] = [];
  const add = (name: string, help: string, read: (state: DiskState) => number | undefined) =>
    addGaugeBy('folder', registry, name, help, () => states.map((state) => [state.folder, read(state)]));
  add('fingerpost_disk_free_bytes', 'Free space on the disk of the folder.', ({ freeBytes }) => freeBytes);
  add('fingerpost_disk_size_bytes', 'Size of the disk of the folder.', ({ sizeBytes }) => sizeBytes);
  add('fingerpost_disk_writable', '1 if a file can be written there.', ({ isWritable }) => Number(isWritable));
  return async () => {
    states = await disks.read();
  };
}

export function measureBackup(registry: Registry, state: () => StoreState): void {
  addGauge(
    registry,
    'fingerpost_backup_last_success_timestamp_seconds',
    'When "fingerpost backup" last made a backup; 0 if it never did.',
    () => state().backupAt && state().backupAt! / SECOND,
  );
}

export function measureMail(registry: Registry, { figures }: MeasuredMailer): void {
  const add = (outcome: MailOutcome, help: string) =>
    addCounterBy('kind', registry, `fingerpost_mail_${outcome}_total`, help, () =>
      [...figures()].map(([kind, own]) => [kind, own[outcome]]),
    );
  add('sent', 'Messages that were sent.');
  add('failures', 'Attempts that failed.');
  add('lost', 'Messages that were given up.');
  add('dropped', 'Messages whose purpose had lapsed.');
}

export function measureJobs(registry: Registry, { figures }: Pick<Jobs, 'figures'>): void {
  const each = (read: (figures: Readonly<JobFigures>) => number | undefined) => () =>
    [...figures()].map(([name, own]) => [name, read(own)] as const);
  const counter = (name: string, help: string, read: Parameters<typeof each>[0]) =>
    addCounterBy('kind', registry, name, help, each(read));
  const gauge = (name: string, help: string, read: Parameters<typeof each>[0]) =>
    addGaugeBy('kind', registry, name, help, each(read));
  counter('fingerpost_job_runs_total', 'How often a background job ran.', ({ runs }) => runs);
  counter('fingerpost_job_failures_total', 'How often it failed.', ({ failures }) => failures);
  counter('fingerpost_job_lost_total', 'How many were given up.', ({ lost }) => lost);
  gauge('fingerpost_job_running', 'How many run.', ({ running }) => running);
  const succeededAt = 'When it last ran without a failure in this process.';
  gauge(
    'fingerpost_job_last_success_timestamp_seconds',
    succeededAt,
    (own) => own.succeededAt && own.succeededAt / SECOND,
  );
}

/** Of the installation. */
export function measureJobQueue(registry: Registry, counts: () => readonly JobCounts[]): void {
  const add = (name: string, help: string, read: (own: JobCounts) => number) =>
    addGaugeBy('kind', registry, name, help, () => counts().map((own) => [own.name, read(own)]));
  addGauge(registry, 'fingerpost_mail_waiting', 'Messages that are not sent yet.', () =>
    counts().reduce((sum, { name, waiting }) => sum + (name === 'mail' ? waiting : 0), 0),
  );
  add('fingerpost_jobs_waiting', 'Jobs that wait or run.', ({ waiting }) => waiting);
  add('fingerpost_jobs_failed', 'Jobs that were given up.', ({ failed }) => failed);
  add('fingerpost_jobs_failing', 'Jobs that failed three times or more and are tried again.', ({ failing }) => failing);
  add('fingerpost_jobs_overdue_seconds', 'How long the oldest due job waits.', ({ overdue }) => overdue / SECOND);
}
