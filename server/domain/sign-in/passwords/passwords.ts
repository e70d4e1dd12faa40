// Hashes and verifies passwords in one thread of low priority, so that password guessing does not slow down other requests.
// Whoever waits for it takes turns with others: strangers with people who are known here, then networks, then accounts.
import { ApiError } from '../../../../contract/errors.ts';
import type { Network } from '../../../system/networks.ts';
import { programAt } from '../../../system/paths.ts';
import { createFairQueue, type Level } from '../../../workers/fair-queue.ts';
import { createWorker, WorkerError } from '../../../workers/worker.ts';

export interface PasswordTask {
  password: string;
  /** The hash to verify against. If undefined, the password is hashed. */
  hash?: string | undefined;
}

/** On whose behalf a password is hashed or verified. */
export interface PasswordUser {
  networks: readonly Network[];
  /** The account of somebody who has a session, a device cookie or a link of it. Strangers may guess. */
  accountId?: number | undefined;
  /** What a stranger has typed. Not the account that it belongs to: turns would reveal which names have the same one. */
  login?: string | undefined;
  /** The request, while it waits. */
  wait: Wait;
}

export interface Wait {
  /** Until it resumes, the request does not count as in progress: this queue has limits of its own. */
  pause(): void;
  resume(): void;
  /** Its client has disconnected. */
  readonly closed: boolean;
}

export interface Passwords {
  hash(password: string, user: PasswordUser): Promise<string>;
  verify(hash: string, password: string, user: PasswordUser): Promise<boolean>;
  close(): Promise<void>;
}

/** Of strangers, and as many of others: about ten seconds of work for each. */
const MAX_WAITING = 200;
const MAX_PER_NETWORK = 50;
/** More than failed attempts are free, so that parallel attempts are throttled before they are refused here. */
const MAX_PER_ACCOUNT = 6;
const IDLE_MS = 60_000;
const TASK_MS = 10_000;

interface Waiting {
  task: PasswordTask;
  user: PasswordUser;
  resolve(result: string | boolean): void;
  reject(error: unknown): void;
}

export function createPasswords(): Passwords {
  const worker = createWorker<PasswordTask, string | boolean>({
    kind: 'thread',
    program: programAt('domain/sign-in/passwords/password-worker'),
    idleMs: IDLE_MS,
    taskMs: TASK_MS,
    // scrypt needs 32 MiB, outside of these.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
  });
  const queue = createFairQueue<Waiting>(({ reject }) => reject(tooMany()));
  /** How many tasks of each account wait or run, from all networks. */
  const counts = new Map<number, number>();
  let isRunning = false;

  async function run(task: PasswordTask, user: PasswordUser): Promise<string | boolean> {
    const { accountId, wait } = user;
    const own = accountId === undefined ? 0 : (counts.get(accountId) ?? 0);
    if (own >= MAX_PER_ACCOUNT) throw tooMany();
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    if (!queue.add(pathOf(user), { task, user, resolve, reject })) throw tooMany();
    if (accountId !== undefined) counts.set(accountId, own + 1);
    wait.pause();
    if (!isRunning) void runAll();
    try {
      return await promise;
    } finally {
      wait.resume();
      if (accountId !== undefined) leave(accountId);
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true;
    for (let next = queue.take(); next; next = queue.take()) {
      const { task, user, resolve, reject } = next;
      if (user.wait.closed) reject(tooMany());
      else await worker.run(task).then(resolve, (error: unknown) => reject(apiErrorFor(error)));
    }
    isRunning = false;
  }

  function leave(accountId: number): void {
    const left = counts.get(accountId)! - 1;
    if (left > 0) counts.set(accountId, left);
    else counts.delete(accountId);
  }

  return {
    hash: async (password, user) => (await run({ password }, user)) as string,
    verify: async (hash, password, user) => (await run({ password, hash }, user)) as boolean,
    close: worker.close,
  };
}

function pathOf({ networks, accountId, login }: PasswordUser): Level[] {
  const [kind, name] = accountId === undefined ? ['strangers', login ?? ''] : ['known', String(accountId)];
  return [
    { name: kind, max: MAX_WAITING },
    ...networks.toReversed().map((network) => ({ name: network.name, max: MAX_PER_NETWORK })),
    { name, max: MAX_PER_ACCOUNT },
  ];
}

/** The worker took too long, or the service stops. Errors in a task are bugs. */
function apiErrorFor(error: unknown): unknown {
  return error instanceof WorkerError && error.fault !== 'failed' ? tooMany(error) : error;
}

function tooMany(cause?: unknown): ApiError {
  return new ApiError('unavailable', 'Too many people are signing in right now; try again in a few seconds.', {
    headers: { 'Retry-After': '3' },
    cause,
  });
}
