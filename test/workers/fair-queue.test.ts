import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from '../../server/workers/fair-queue.ts';

const MAX = 4;

/** Paths as in `home/ada`: of a network and an account, under a common root. */
function startQueue(max = { root: 100, network: 100, account: 100 }) {
  const displaced: string[] = [];
  const queue = createFairQueue<string>((item) => displaced.push(item));
  const add = (path: string, item: string) => {
    const [network, account] = path.split('/') as [string, string];
    const levels = [
      { name: 'root', max: max.root },
      { name: network, max: max.network },
      { name: account, max: max.account },
    ];
    return queue.add(levels, item);
  };
  const takeAll = () => {
    const items: string[] = [];
    for (let item = queue.take(); item; item = queue.take()) items.push(item);
    return items;
  };
  return { add, takeAll, take: queue.take, displaced };
}

test('lets networks take turns, and accounts within a network', () => {
  const { add, takeAll } = startQueue();
  for (const item of ['a1', 'a2', 'a3']) add('office/ada', item);
  for (const item of ['b1', 'b2']) add('office/bea', item);
  add('home/cleo', 'c1');
  add('home/ada', 'A1');
  assert.deepEqual(takeAll(), ['a1', 'c1', 'b1', 'A1', 'a2', 'b2', 'a3']);
  assert.deepEqual(takeAll(), []);
});

test('makes a network give up its newest item for one that has less, until all have the same', () => {
  const { add, takeAll, displaced } = startQueue({ root: MAX, network: MAX, account: MAX });
  for (const item of ['a1', 'a2', 'a3', 'a4']) assert.equal(add('office/ada', item), true);
  assert.equal(add('home/bea', 'b1'), true);
  assert.equal(add('cafe/cleo', 'c1'), true);
  assert.equal(add('home/bea', 'b2'), false, 'the office would have less');
  assert.equal(add('train/dora', 'd1'), true);
  assert.deepEqual(displaced, ['a4', 'a3', 'a2']);
  assert.equal(add('ship/eve', 'e1'), false);
  assert.deepEqual(takeAll(), ['a1', 'b1', 'c1', 'd1']);
});

test('is fair within a full network, and within one that has as much as others', () => {
  const full = startQueue({ root: 100, network: MAX, account: MAX });
  for (const item of ['a1', 'a2', 'a3', 'a4']) full.add('office/ada', item);
  assert.equal(full.add('office/bea', 'b1'), true);
  assert.deepEqual(full.displaced, ['a4']);
  assert.equal(full.add('office/ada', 'a5'), false);

  const equal = startQueue({ root: MAX, network: MAX, account: MAX });
  for (const item of ['a1', 'a2', 'a3']) equal.add('office/ada', item);
  equal.add('home/cleo', 'c1');
  assert.equal(equal.add('office/bea', 'b1'), true);
  assert.deepEqual(equal.displaced, ['a3']);
  assert.deepEqual(equal.takeAll(), ['a1', 'c1', 'b1', 'a2']);
});

test('limits an account, whatever room there is', () => {
  const { add, take } = startQueue({ root: 100, network: 100, account: 2 });
  assert.deepEqual([add('office/ada', 'a1'), add('office/ada', 'a2'), add('office/ada', 'a3')], [true, true, false]);
  assert.equal(take(), 'a1');
  assert.equal(add('office/ada', 'a3'), true);
});
