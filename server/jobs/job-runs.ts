// Background jobs by name. A failure is logged and counted, and does not keep other jobs from running.
import type { Micros } from '../../contract/time.ts';
import type { Clock } from '../system/clock.ts';

export interface JobFigures {
  runs: number;
  failures: number;
  /** When it last ran without a failure in this process. */
  succeededAt: Micros | undefined;
}

export interface Jobs {
  /** Runs a job that will run again. Never rejects. */
  run(name: string, work: () => Promise<unknown>): Promise<void>;
  figures(): ReadonlyMap<string, Readonly<JobFigures>>;
}

interface JobOptions {
  clock: Clock;
  logger: { error(details: object, message: string): void };
}

export function createJobs({ clock, logger }: JobOptions): Jobs {
  const jobs = new Map<string, JobFigures>();
  return {
    async run(name, work) {
      const job = jobs.get(name) ?? { runs: 0, failures: 0, succeededAt: undefined };
      jobs.set(name, job);
      try {
        await work();
        job.succeededAt = clock();
      } catch (error) {
        job.failures += 1;
        logger.error({ err: error, job: name }, 'A background job failed; will retry');
      }
      job.runs += 1;
    },
    figures: () => jobs,
  };
}
