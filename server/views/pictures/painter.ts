// Share cards become pixels in a thread of their own, one at a time: a tenth of a second of work would hold up everybody
// else. The thread begins with the first card that is wanted and ends when none was wanted for a while.

import { Worker } from 'node:worker_threads';
import type { ShareCard } from './share-card.ts';

export interface Order {
  id: number;
  card: ShareCard;
}

export type Answer = { id: number; png: Uint8Array } | { id: number; failure: string };

export interface Painter {
  paint(card: ShareCard): Promise<Buffer>;
  /** How many cards are wanted and not yet there. */
  waiting(): number;
  close(): Promise<void>;
}

const IDLE_MS = 60_000;

export function createPainter(): Painter {
  const orders = new Map<number, PromiseWithResolvers<Buffer>>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('painter-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
    });
    started.on('message', (answer: Answer) => {
      const order = orders.get(answer.id);
      orders.delete(answer.id);
      if ('png' in answer) order?.resolve(Buffer.from(answer.png.buffer, answer.png.byteOffset, answer.png.length));
      else order?.reject(new Error(`A picture could not be made: ${answer.failure}`));
      if (orders.size === 0) rest(started);
    });
    started.on('error', (cause) => giveUp(started, new Error('The thread that makes pictures failed.', { cause })));
    started.on('exit', () => giveUp(started, new Error('The thread that makes pictures has ended.')));
    return started;
  }

  /** A thread that has nothing to do keeps no process alive. */
  function rest(thread: Worker): void {
    thread.unref();
    idle = setTimeout(() => {
      worker = undefined;
      void thread.terminate();
    }, IDLE_MS).unref();
  }

  function giveUp(thread: Worker, reason: Error): void {
    if (worker !== thread) return;
    worker = undefined;
    for (const { reject } of orders.values()) reject(reason);
    orders.clear();
  }

  return {
    paint(card) {
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      const id = ++lastId;
      const wanted = Promise.withResolvers<Buffer>();
      orders.set(id, wanted);
      worker.postMessage({ id, card } satisfies Order);
      return wanted.promise;
    },
    waiting: () => orders.size,
    async close() {
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}
