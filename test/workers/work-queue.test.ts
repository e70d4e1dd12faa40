import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorkQueue } from '../../server/workers/work-queue.ts';

/** Tasks that end on command, and the order in which they started. */
function startQueue(slots: number, maxPerAccount: number) {
  const queue = createWorkQueue({ slots, maxPerAccount });
  const began: string[] = [];
  const running: PromiseWithResolvers<void>[] = [];
  const add = (accountId: number, name: string) =>
    queue.run(accountId, async () => {
      began.push(name);
      const task = Promise.withResolvers<void>();
      running.push(task);
      await task.promise;
      return name;
    });
  const finishOne = async () => {
    assert.equal(running.length, 1, 'one task runs at a time');
    running.shift()!.resolve();
    await new Promise(setImmediate);
  };
  return { add, began, finishOne };
}

test('lets accounts take turns: a task waits for one task of each other account, not for all', async () => {
  const { add, began, finishOne } = startQueue(8, 8);
  for (const name of ['a1', 'a2', 'a3', 'a4']) add(1, name);
  add(2, 'b1');
  add(3, 'c1');
  for (let count = 0; count < 6; count += 1) await finishOne();
  assert.deepEqual(began, ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
});

test('rejects tasks above the limit per account and in total', async () => {
  const { add, finishOne } = startQueue(4, 3);
  assert.ok(add(1, 'a1') && add(1, 'a2') && add(1, 'a3'));
  assert.equal(add(1, 'a4'), undefined);
  assert.ok(add(2, 'b1') && add(2, 'b2'));
  assert.equal(add(3, 'c1'), undefined);
  for (let count = 0; count < 5; count += 1) await finishOne();
  assert.ok(add(3, 'c1'));
  await finishOne();
});

test('runs the next task after a failed one', async () => {
  const queue = createWorkQueue({ slots: 4, maxPerAccount: 4 });
  const failed = queue.run(1, () => Promise.reject(new Error('no')));
  const next = queue.run(1, async () => 'yes');
  await assert.rejects(failed!, /no/);
  assert.equal(await next, 'yes');
});
