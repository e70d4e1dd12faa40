// Hashes and verifies passwords in one thread of low priority, so that guessing slows down nothing but guessing.
import { Refusal } from '../../../contract/errors.ts';
import { createWorker } from '../../workers/worker.ts';

export interface PasswordTask {
  password: string;
  /** To be verified against; undefined: the password is to be hashed. */
  hash?: string | undefined;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  close(): void;
}

/** About two seconds of work. */
const MAX_WAITING = 40;
const IDLE_MS = 60_000;
const TASK_MS = 10_000;

export function createPasswords(): Passwords {
  const worker = createWorker<PasswordTask, string | boolean>({
    kind: 'thread',
    program: new URL('password-worker.ts', import.meta.url),
    idleMs: IDLE_MS,
    taskMs: TASK_MS,
    // scrypt needs 32 MiB, outside of these.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
  });

  async function run(task: PasswordTask): Promise<string | boolean> {
    if (worker.pending() >= MAX_WAITING) {
      throw new Refusal('unavailable', 'Too many people are signing in right now; try again in a few seconds.', {
        headers: { 'Retry-After': '3' },
      });
    }
    return worker.run(task);
  }

  return {
    hash: async (password) => (await run({ password })) as string,
    verify: async (hash, password) => (await run({ password, hash })) as boolean,
    close: worker.close,
  };
}
