// The background jobs of a process: adds jobs to the queue, and runs due jobs of all processes.
import type { Store } from '../storage/store.ts';
import type { Clock } from '../system/clock.ts';
import type { Job } from './job.ts';
import { createJobQueue, type JobQueue } from './queue.ts';
import { createRunner, type JobFigures } from './runner.ts';
import type { JobLogger, RunnerTimes } from './runner-options.ts';
import { tidyJobs } from './tidy-jobs.ts';

export interface Jobs extends JobQueue {
  /** Runs these jobs from now on. Without it, the process only asks for jobs. */
  start(jobs: readonly Job[]): Promise<void>;
  /** Begins no other job, and waits for those that run. What takes longer than `stopMs` runs again in another process. */
  stop(): Promise<void>;
  /** By name, of this process. */
  figures(): ReadonlyMap<string, Readonly<JobFigures>>;
}

export interface JobsOptions {
  store: Store;
  clock: Clock;
  logger: JobLogger;
  times?: Partial<RunnerTimes> | undefined;
}

export function createJobs({ store, clock, logger, times }: JobsOptions): Jobs {
  const time = store.dialect.now;
  const runner = createRunner({ store, clock, logger, time, times });
  return {
    ...createJobQueue({ store, time, nudge: runner.nudge }),
    start: (jobs) => runner.start([...jobs, tidyJobs(store, time)]),
    stop: runner.stop,
    figures: runner.figures,
  };
}
