// The worker's side of `worker.ts`, for child processes and threads.
import { parentPort } from 'node:worker_threads';
import { ApiError } from '../../contract/errors.ts';
import type { FromWorker, Reply, ToWorker } from './worker.ts';

/** Sends a question to the parent and waits for the answer. One question at a time. */
export type Ask = (question: unknown) => Promise<unknown>;

export function serveTasks<Task, Result>(perform: (task: Task, ask: Ask) => Result | Promise<Result>): void {
  let answered: ((answer: unknown) => void) | undefined;
  const ask: Ask = (question) => {
    send({ question });
    return new Promise((resolve) => {
      answered = resolve;
    });
  };

  async function replyTo(task: Task): Promise<Reply<Result>> {
    try {
      return { result: await perform(task, ask) };
    } catch (error) {
      if (!(error instanceof ApiError)) return { failure: String((error as Error).stack ?? error) };
      const { code, message, errors } = error;
      return { apiError: { code, message, errors } };
    }
  }

  async function receive(message: ToWorker<Task>): Promise<void> {
    if ('answer' in message) answered?.(message.answer);
    else send(await replyTo(message.task));
  }

  function send(message: FromWorker<Result>): void {
    if (parentPort) parentPort.postMessage(message);
    else process.send!(message);
  }

  if (parentPort) {
    parentPort.on('message', receive);
    return;
  }
  // The parent is gone, so nobody needs a reply.
  process.on('disconnect', () => process.exit());
  process.on('message', receive);
}
