// A worker's link to its primary. If the primary dies, the cluster module ends the worker at once.
import cluster from 'node:cluster';
import type { FromWorker, ToWorker, WorkerReading } from './messages.ts';

export interface WorkerLink {
  /** Never used again: a replacement has another one. */
  readonly id: number;
  /** Tells the primary that the worker serves requests. */
  ready(): void;
  onStop(listener: () => void): void;
  /** Answers the primary when it reads the metrics. */
  answerMetrics(read: (challenge: string | undefined) => Promise<WorkerReading>): void;
  /** Without it, the open channel would keep the process alive. */
  close(): void;
}

/** Undefined in a process that is no worker. */
export function workerLink(): WorkerLink | undefined {
  const { worker } = cluster;
  if (!worker) return undefined;
  const send = (message: FromWorker) => {
    // The primary may have ended in the meantime.
    if (worker.isConnected()) worker.send(message);
  };
  const onMessage = (listener: (message: ToWorker) => void) => void worker.on('message', listener);
  return {
    id: worker.id,
    ready: () => send({ kind: 'ready' }),
    onStop(listener) {
      onMessage(({ kind }) => {
        if (kind === 'stop') listener();
      });
    },
    answerMetrics(read) {
      onMessage((message) => {
        if (message.kind !== 'read metrics') return;
        // A primary without an answer leaves the worker out.
        read(message.challenge).then(
          (reading) => send({ kind: 'metrics', id: message.id, ...reading }),
          () => {},
        );
      });
    },
    close: () => void worker.disconnect(),
  };
}
