// Long work lets requests in, and connections that are closed together are closed a few at a time.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { paced } from '../server/http/wire/paced.ts';
import { createPauses, yieldToRequests } from '../server/system/pauses.ts';

describe('long work that yields to requests', () => {
  it('goes on after the commit that a request of its first turn waits for', async () => {
    const order: string[] = [];
    const work = yieldToRequests().then(() => order.push('work'));
    setImmediate(() => order.push('commit'));
    await work;
    assert.deepEqual(order, ['commit', 'work']);
  });

  it('yields only when its turn has been too long', async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const pause = createPauses();
    const yields = async () => {
      let haveOthersRun = false;
      setImmediate(() => {
        haveOthersRun = true;
      });
      await pause();
      return haveOthersRun;
    };
    now = 1.9;
    assert.equal(await yields(), false);
    now = 2;
    assert.equal(await yields(), true);
    assert.equal(await yields(), false);
  });
});

describe('connections that are closed together', () => {
  it('are closed eight at a time, the first at once', async () => {
    const closed: number[] = [];
    const close = paced((connection: number) => closed.push(connection));
    const all = Array.from({ length: 20 }, (_, index) => index);
    for (const connection of all) close(connection);
    assert.deepEqual(closed, [0]);
    let before = 1;
    for (let turn = 0; turn < 20; turn += 1) {
      await nextTurn();
      assert.ok(closed.length - before <= 8, `${closed.length - before} in a turn`);
      before = closed.length;
    }
    assert.deepEqual(closed, all);
    close(20);
    assert.equal(closed.at(-1), 20);
  });
});
