import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createWorker, WorkerError } from '../../server/workers/worker.ts';

const program = new URL('children/tasks.ts', import.meta.url);
const fault = (name: string) => (error: unknown) => error instanceof WorkerError && error.fault === name;

for (const kind of ['process', 'thread'] as const) {
  describe(`a worker in a ${kind}`, () => {
    const worker = (idleMs: number, taskMs = 30_000) =>
      createWorker<string, { task: string; count: number }>({ kind, program, taskMs, idleMs });

    it('runs tasks one after the other and stays while it is needed', async () => {
      const { run, pending } = worker(5000);
      const both = [run('one'), run('two')];
      assert.equal(pending(), 2);
      assert.deepEqual(await Promise.all(both), [
        { task: 'one', count: 1 },
        { task: 'two', count: 2 },
      ]);
      assert.equal(pending(), 0);
    });

    it('is started anew for each task if it is not reused', async () => {
      const { run } = worker(0);
      assert.deepEqual(await run('one'), { task: 'one', count: 1 });
      assert.deepEqual(await run('two'), { task: 'two', count: 1 });
    });

    it('passes on a error and survives it', async () => {
      const { run } = worker(5000);
      await assert.rejects(run('refuse'), { code: 'invalid', message: 'No.', errors: { file: ['No.'] } });
      assert.deepEqual(await run('one'), { task: 'one', count: 2 });
    });

    it('reports a task that throws, and runs the next', async () => {
      const { run } = worker(5000);
      const [failed, next] = await Promise.allSettled([run('fail'), run('one')]);
      assert.ok(failed.status === 'rejected' && fault('failed')(failed.reason));
      assert.equal(next.status, 'fulfilled');
    });

    it('reports its own exit; another one runs the next task', async () => {
      const { run } = worker(5000);
      await assert.rejects(run('exit'), fault('exited'));
      assert.deepEqual(await run('one'), { task: 'one', count: 1 });
    });

    it('answers a question of a task and fails if the answer fails', async () => {
      const answer = async (question: unknown) => {
        if (question === 1) throw new Error('no ids');
        return `${question} ids`;
      };
      const { run } = createWorker<string, string>({ kind, program, taskMs: 30_000, idleMs: 5000, answer });
      assert.equal(await run('ask 2'), '2 ids');
      await assert.rejects(run('ask 1'), /no ids/);
      assert.equal(await run('ask 3'), '3 ids');
    });

    it('closes for good, despite running and waiting tasks', async () => {
      const { run, close } = worker(5000);
      const both = [run('hang'), run('one')];
      setTimeout(close, 500);
      for (const task of both) await assert.rejects(task, fault('exited'));
      await assert.rejects(run('two'), fault('exited'));
    });

    it('is stopped if a task takes too long', async () => {
      // The next task has to start a worker in that time, also on a busy machine.
      const { run } = worker(5000, 6000);
      await assert.rejects(run('hang'), fault('timeout'));
      assert.deepEqual(await run('one'), { task: 'one', count: 1 });
    });
  });
}
