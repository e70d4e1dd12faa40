// Hashes and verifies passwords in one thread of low priority, so that password guessing does not slow down other requests.
import { Refusal } from '../../../../contract/errors.ts';
import { programAt } from '../../../places.ts';
import { createWorker, WorkerError } from '../../../workers/worker.ts';

export interface PasswordTask {
  password: string;
  /** The hash to verify against. If undefined, the password is hashed. */
  hash?: string | undefined;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /** A stranger may guess. Others, who signed in before, are admitted even if strangers have filled the queue. */
  verify(hash: string, password: string, isStranger?: boolean): Promise<boolean>;
  close(): Promise<void>;
}

/** About a second of work. Fewer than the requests that the service always admits, so that pages are not rejected. */
const MAX_WAITING = 24;
const MAX_STRANGERS_WAITING = 16;
const IDLE_MS = 60_000;
const TASK_MS = 10_000;

export function createPasswords(): Passwords {
  const worker = createWorker<PasswordTask, string | boolean>({
    kind: 'thread',
    program: programAt('domain/sign-in/passwords/password-worker'),
    idleMs: IDLE_MS,
    taskMs: TASK_MS,
    // scrypt needs 32 MiB, outside of these.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
  });

  async function run(task: PasswordTask, isStranger: boolean): Promise<string | boolean> {
    if (worker.pending() >= (isStranger ? MAX_STRANGERS_WAITING : MAX_WAITING)) throw tooMany();
    try {
      return await worker.run(task);
    } catch (error) {
      // The queue timed out, or the service stops. Errors in a task are bugs.
      throw error instanceof WorkerError && error.fault !== 'failed' ? tooMany(error) : error;
    }
  }

  return {
    hash: async (password) => (await run({ password }, true)) as string,
    verify: async (hash, password, isStranger = false) => (await run({ password, hash }, isStranger)) as boolean,
    close: worker.close,
  };
}

function tooMany(cause?: unknown): Refusal {
  return new Refusal('unavailable', 'Too many people are signing in right now; try again in a few seconds.', {
    headers: { 'Retry-After': '3' },
    cause,
  });
}
