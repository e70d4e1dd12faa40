// Everything a command shares with its process. A test passes its own and runs commands without starting one.
import type { Readable } from 'node:stream';
import type { Environment } from '../../config.ts';

export type OutputStream = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

export interface CliIo {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Environment;
  /** Calls the listener at the first SIGINT or SIGTERM. Returns a function that removes it. */
  onStopSignal(listener: () => void): () => void;
  /** Calls the listener at each SIGHUP, which otherwise ends the process. */
  onReloadSignal(listener: () => void): void;
  /** Lets the service's process run first. */
  lowerPriority(): void;
}
