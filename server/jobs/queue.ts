// Asking for a job: a row in the transaction of its cause. Without the cause there is no job, and without a job no cause.
import type { Static, TSchema } from 'typebox';
import type { Micros } from '../../contract/time.ts';
import { isValid } from '../../contract/validation/check.ts';
import { insertJob, MAX_DELAY, type StoreTime } from '../storage/jobs.ts';
import type { Store } from '../storage/store.ts';
import type { Executor } from '../storage/tables.ts';
import type { JobKind } from './job.ts';

const MAX_PAYLOAD = 32_768;

export interface JobRequest<Payload extends TSchema> {
  payload: Static<Payload>;
  /** The job is deleted with this account. */
  accountId?: number | undefined;
  /** How long to wait, at most a day. A duration, because the clocks of processes differ. */
  delay?: Micros | undefined;
  /** At most one job that is not finished has this key: asking again for one that runs lets it run once more. */
  key?: string | undefined;
}

export interface JobQueue {
  /** Returns the id of the job. */
  enqueue<Payload extends TSchema>(tx: Executor, kind: JobKind<Payload>, request: JobRequest<Payload>): Promise<number>;
}

interface QueueOptions {
  store: Pick<Store, 'dialect' | 'afterCommit'>;
  time?: StoreTime | undefined;
  /** Called after the commit. */
  nudge?: () => void;
}

export function createJobQueue({ store, time = store.dialect.now, nudge = () => {} }: QueueOptions): JobQueue {
  return {
    async enqueue(tx, { name, payload: schema }, { payload, accountId = null, delay = 0, key = null }) {
      const text = JSON.stringify(payload);
      if (!isValid(schema, payload)) throw new Error(`The payload of a job "${name}" has another shape.`);
      if (delay > MAX_DELAY) throw new Error(`A job "${name}" waits too long.`);
      if (Buffer.byteLength(text) > MAX_PAYLOAD) throw new Error(`The payload of a job "${name}" is too long.`);
      const job = { name, accountId, payload: text, delay: Math.round(delay), key };
      const id = await insertJob(tx, store.dialect, time, job);
      store.afterCommit(tx, nudge);
      return id;
    },
  };
}
