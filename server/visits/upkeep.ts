// What each process does for itself, twice a minute: it loads the salts of today and tomorrow, and imports its spool and
// those of processes that have ended on this machine. What one process does for all are jobs (`jobs/`).
import type { Clock } from '../system/clock.ts';
import type { VisitLogger } from './logger.ts';
import type { Salts } from './record/salts.ts';

const EVERY_MS = 30_000;

export interface Upkeep {
  start(): void;
  stop(): Promise<void>;
  once(): Promise<void>;
}

export function createUpkeep({
  clock,
  salts,
  logger,
  drainSpool,
}: {
  clock: Clock;
  salts: Salts;
  logger: VisitLogger;
  drainSpool: () => Promise<void>;
}): Upkeep {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStarted = false;

  async function once(): Promise<void> {
    await salts.keep(clock());
    await drainSpool();
  }

  function begin(): void {
    running = once()
      .catch((error: unknown) => {
        logger.error({ err: error }, 'Could not load salts or import the spool; will retry');
      })
      .then(() => {
        if (isStarted) timer = setTimeout(begin, EVERY_MS).unref();
      });
  }

  return {
    once,
    start() {
      if (isStarted) return;
      isStarted = true;
      begin();
    },
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await running;
    },
  };
}
