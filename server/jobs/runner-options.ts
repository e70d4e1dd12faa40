// Types that the runner and an attempt share.

export interface JobLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface RunnerTimes {
  pollMs: number;
  /** A job of a process that died runs again after that time. */
  leaseMs: number;
  /** How long a stop waits. */
  stopMs: number;
  /** Before the second attempt; each later one waits five times as long. */
  backoffMs: number;
}
