// What happens without a request: disks, backups, mail and background jobs. And whether the service is ready.
import type { Registry } from 'prom-client';
import { SECOND } from '../../../contract/time.ts';
import type { JobFigures, Jobs } from '../../jobs/job-runs.ts';
import type { DiskState, Disks } from '../../system/disk.ts';
import { addCounter, addCounterBy, addGauge, addGaugeBy } from './readings.ts';
import type { StoreState } from './store-probe.ts';

export interface MeasuredMailer {
  figures(): Readonly<Record<'waiting' | 'sent' | 'failures' | 'lost', number>>;
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
  addGauge(registry, 'fingerpost_mail_waiting', 'Messages that are not sent yet.', () => figures().waiting);
  addCounter(registry, 'fingerpost_mail_sent_total', 'Messages that were sent.', () => figures().sent);
  addCounter(registry, 'fingerpost_mail_failures_total', 'Attempts that failed.', () => figures().failures);
  addCounter(registry, 'fingerpost_mail_lost_total', 'Messages that were given up.', () => figures().lost);
}

export function measureJobs(registry: Registry, jobs: Pick<Jobs, 'figures'>): void {
  const each = (read: (figures: Readonly<JobFigures>) => number | undefined) => () =>
    [...jobs.figures()].map(([name, figures]) => [name, read(figures)] as const);
  addCounterBy(
    'kind',
    registry,
    'fingerpost_job_runs_total',
    'How often a background job ran.',
    each(({ runs }) => runs),
  );
  addCounterBy(
    'kind',
    registry,
    'fingerpost_job_failures_total',
    'How often it failed.',
    each(({ failures }) => failures),
  );
  addGaugeBy(
    'kind',
    registry,
    'fingerpost_job_last_success_timestamp_seconds',
    'When it last ran without a failure in this process.',
    each(({ succeededAt }) => succeededAt && succeededAt / SECOND),
  );
}
