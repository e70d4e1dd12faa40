// The worker's side of `worker.ts`, in a child process or in a thread.
import { parentPort } from 'node:worker_threads';
import { Refusal } from '../../contract/errors.ts';
import type { Reply } from './worker.ts';

export function serveTasks<Task, Result>(perform: (task: Task) => Result | Promise<Result>): void {
  const answer = async (task: Task): Promise<Reply<Result>> => {
    try {
      return { result: await perform(task) };
    } catch (error) {
      if (!(error instanceof Refusal)) return { failure: String((error as Error).stack ?? error) };
      const { code, message, errors } = error;
      return { refusal: { code, message, errors } };
    }
  };
  if (parentPort) {
    const port = parentPort;
    port.on('message', async (task: Task) => port.postMessage(await answer(task)));
    return;
  }
  // The parent is gone: nobody waits for an answer.
  process.on('disconnect', () => process.exit());
  process.on('message', async (task: Task) => process.send!(await answer(task)));
}
