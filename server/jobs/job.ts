// What a background job is: work that must happen although processes end, servers fail and networks are silent.
import { type Static, type TSchema, Type } from 'typebox';
import type { Micros } from '../../contract/time.ts';
import type { Executor } from '../storage/tables.ts';

/** Enough to ask for a job. It stands by itself where its work is in a room that must not be imported. */
export interface JobKind<Payload extends TSchema = TSchema> {
  readonly name: string;
  readonly payload: Payload;
}

export interface Job<Payload extends TSchema = TSchema> extends JobKind<Payload> {
  /** After that many, the job has failed. One that recurs is tried again without end. */
  readonly maxAttempts: number;
  /**
   * How many run at the same time in a process. Those that have failed before go first, but have half of the slots at most:
   * neither they nor new ones can keep the others from running.
   */
  readonly concurrency: number;
  /** Starts by itself, and again that long after it succeeded. */
  readonly every?: Micros;
  /** Asked often, before it is claimed: whether this process may run it now. Others may. */
  mayRun?(): Promise<boolean>;
  /**
   * Must be idempotent: it may run again after a crash. Long work goes in batches, and throws when the signal aborts: the
   * rest is done by the next attempt.
   */
  run(payload: Static<Payload>, attempt: Attempt): Promise<unknown>;
}

export interface Attempt {
  readonly jobId: number;
  readonly accountId: number | null;
  /** How long ago it was asked for when the attempt began, by the store's clock: those of the processes may be wrong. */
  readonly age: Micros;
  /** 1 is the first. */
  readonly number: number;
  readonly isLast: boolean;
  /** Aborts when the process stops, or when another process has taken over the job. */
  readonly signal: AbortSignal;
  /**
   * For what a job notes while it runs: no other process can take over the job until the transaction ends. Throws if one
   * has done so.
   */
  holdIn(tx: Executor): Promise<void>;
  /**
   * Ends the job in the transaction of its last effect, which then happens once. Throws if another
   * process has taken over the job. Without it, the job ends after `run`.
   */
  endIn(tx: Executor): Promise<void>;
}

/** Types the payload of `run`. */
export function defineJob<Payload extends TSchema>(job: Job<Payload>): Job {
  return job as unknown as Job;
}

/** Work of the installation that comes again and again, one run at a time. */
export function defineRecurring({
  run,
  ...job
}: Pick<Job, 'name'> & { every: Micros; run(attempt: Attempt): Promise<unknown> }): Job {
  const payload = Type.Object({});
  return { ...job, payload, maxAttempts: 1, concurrency: 1, run: (_nothing, attempt) => run(attempt) };
}

/** Trying again is of no use: the job has failed. */
export class PermanentFailure extends Error {}
