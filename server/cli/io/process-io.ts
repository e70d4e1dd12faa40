// The streams, environment and signals of this process, for commands.
import { setPriority } from 'node:os';
import type { CliIo } from './io.ts';

/** Between 0, the default, and 19, the lowest priority: about a third of the CPU time that the service gets. */
const LOWERED_PRIORITY = 5;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export const processIo: CliIo = {
  // Node opens each stream on first access; most commands never read standard input.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  env: process.env,

  onStopSignal(listener) {
    function remove(): void {
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
    }
    // Without a listener, a second signal has its default effect and ends the process at once.
    function stop(): void {
      remove();
      listener();
    }
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
    return remove;
  },

  onReloadSignal(listener) {
    process.on('SIGHUP', listener);
  },

  lowerPriority() {
    try {
      setPriority(LOWERED_PRIORITY);
    } catch {
      // Not every system allows it. The command then runs at normal priority.
    }
  },
};
