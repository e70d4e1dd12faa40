// One attempt of a job, and what becomes of the job after it.
import { randomInt } from 'node:crypto';
import { type Micros, SECOND } from '../../contract/time.ts';
import { isValid } from '../../contract/validation/check.ts';
import {
  type ClaimedJob,
  endJob,
  holdJob,
  postponeJob,
  releaseJob,
  type StoreTime,
  scheduleNext,
} from '../storage/jobs.ts';
import type { Store } from '../storage/store.ts';
import type { Executor } from '../storage/tables.ts';
import { describeFailure, framesOf } from './failure.ts';
import { type Attempt, type Job, PermanentFailure } from './job.ts';
import type { JobLogger, RunnerTimes } from './runner-options.ts';

/** `taken`: it belongs to another process, because this one was away for too long. */
export type Outcome = 'done' | 'retried' | 'failed' | 'released' | 'taken';

interface Context {
  store: Store;
  time: StoreTime;
  logger: JobLogger;
  times: Pick<RunnerTimes, 'backoffMs'>;
}

const BACKOFF_FACTOR = 5;
const MAX_BACKOFF: Micros = 3600 * SECOND;

/** Never rejects. */
export async function attempt(context: Context, job: Job, claimed: ClaimedJob, signal: AbortSignal): Promise<Outcome> {
  try {
    return await tried(context, job, claimed, signal);
  } catch (error) {
    // The store does not answer: the lease ends, and the job runs again.
    report(context, job, claimed, error, 'Could not note what became of a background job; it will run again');
    return 'taken';
  }
}

async function tried(context: Context, job: Job, claimed: ClaimedJob, signal: AbortSignal): Promise<Outcome> {
  const { store } = context;
  let hasEnded = false;
  const holdIn = async (tx: Executor) => {
    if (!(await holdJob(tx, claimed))) throw new TakenOver();
  };
  const endIn = async (tx: Executor) => {
    if (!(await end(context, job, claimed, tx))) throw new TakenOver();
    store.afterCommit(tx, () => {
      hasEnded = true;
    });
  };
  try {
    await run(job, claimed, { signal, holdIn, endIn });
  } catch (error) {
    if (error instanceof TakenOver) return 'taken';
    if (hasEnded) report(context, job, claimed, error, 'A background job failed after its end');
    else return failed(context, job, claimed, signal, error);
  }
  if (hasEnded) return 'done';
  let isOurs = false;
  await store.note(async (tx) => {
    isOurs = await end(context, job, claimed, tx);
  });
  return isOurs ? 'done' : 'taken';
}

async function run(
  job: Job,
  { id: jobId, account_id: accountId, age, attempts: number, payload: text }: ClaimedJob,
  lease: Pick<Attempt, 'signal' | 'holdIn' | 'endIn'>,
): Promise<void> {
  const { maxAttempts, every } = job;
  if (number > maxAttempts && every === undefined) throw new PermanentFailure('Its process ended whenever it ran');
  const payload: unknown = JSON.parse(text);
  if (!isValid(job.payload, payload)) throw new PermanentFailure('Its payload has another shape');
  await job.run(payload, { ...lease, jobId, accountId, age, number, isLast: number >= maxAttempts });
}

function end({ time }: Context, { every }: Job, claimed: ClaimedJob, tx: Executor): Promise<boolean> {
  if (every !== undefined) return scheduleNext(tx, time, claimed, every);
  return endJob(tx, time, claimed, { state: 'done', error: null });
}

async function failed(
  context: Context,
  job: Job,
  claimed: ClaimedJob,
  signal: AbortSignal,
  cause: unknown,
): Promise<Outcome> {
  const { store, time } = context;
  if (signal.aborted && !(cause instanceof PermanentFailure)) {
    await store.note((tx) => releaseJob(tx, claimed));
    return 'released';
  }
  const error = describeFailure(cause);
  const { maxAttempts, every } = job;
  const isFinal = every === undefined && (cause instanceof PermanentFailure || claimed.attempts >= maxAttempts);
  const words = isFinal ? 'A background job failed' : 'A background job failed; will retry';
  report(context, job, claimed, cause, words);
  await store.note(async (tx) => {
    if (isFinal) await endJob(tx, time, claimed, { state: 'failed', error });
    else await postponeJob(tx, time, claimed, { delay: backoff(context, job, claimed), error });
  });
  return isFinal ? 'failed' : 'retried';
}

/** With jitter, so that jobs that failed together do not come again together. */
function backoff({ times }: Context, { every = MAX_BACKOFF }: Job, { attempts }: ClaimedJob): Micros {
  const delay = (times.backoffMs / 1000) * SECOND * BACKOFF_FACTOR ** Math.min(attempts - 1, 10);
  return Math.round((Math.min(delay, every, MAX_BACKOFF) * randomInt(75, 126)) / 100);
}

function report({ logger }: Context, { name }: Job, claimed: ClaimedJob, error: unknown, words: string): void {
  const details = { job: name, jobId: claimed.id, attempt: claimed.attempts };
  logger.error({ ...details, reason: describeFailure(error), at: framesOf(error) }, words);
}

class TakenOver extends Error {}
