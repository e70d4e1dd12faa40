import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SECOND } from '../../contract/time.ts';
import type { LiveMessage } from '../../server/visits/live/live-events.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { chromeOnWindows, event, firefoxOnLinux, NOON, type Setting, setting } from './setting.ts';

const ann = { accountId: 1, address: '192.0.2.1', userAgent: chromeOnWindows };
const bob = { accountId: 1, address: '192.0.2.2', userAgent: firefoxOnLinux };

/** A listener whose client can stop reading. */
function listen({ visits }: Pick<Setting, 'visits'>, accountId = 1) {
  const messages: LiveMessage[] = [];
  const reading = { stopped: false };
  const subscription = visits.streams.listen(accountId, {
    send(some) {
      if (reading.stopped) return false;
      messages.push(...some);
      return true;
    },
  })!;
  const names = () => messages.map((message) => message.event);
  const got = (count: number) => eventually(`${count} messages`, 8000, () => messages.length >= count);
  return { messages, names, got, reading, subscription };
}

for (const engine of engines) {
  describe(`live streams on ${engine.name}`, () => {
    test('announce every arrival and departure once, with several processes', async (t) => {
      const first = await setting(t, engine);
      const second = await first.another();
      const listeners = [listen(first), listen(second)];
      for (const { got } of listeners) await got(1);
      const crowd = (from: number) =>
        Array.from({ length: 30 }, (_, n) => event({ visitor: `v${from + n}`, at: NOON, address: '192.0.2.9' }));
      // Half of the visitors use both processes.
      for (const round of [0, 15, 30]) {
        await Promise.all([
          first.visits.recordMany(crowd(round)),
          second.visits.recordMany(crowd(round + 15)),
          first.visits.record({ ...ann, targetId: 0 }),
        ]);
        await Promise.all([first.visits.live(1), second.visits.live(1)]);
      }
      for (const { messages } of listeners) {
        const arrived = () => messages.filter((message) => message.event === 'arrival').map(({ data }) => data);
        await eventually('all have arrived', 8000, () => arrived().length >= 76);
        assert.equal(arrived().length, 76);
        assert.equal(new Set(arrived().map((visitor) => (visitor as { id: string }).id)).size, 76);
      }
      const [ids, otherIds] = listeners.map(
        ({ messages }) =>
          () =>
            messages.map(({ id }) => id),
      );
      // Visitors who come a second time are announced too, after the last arrival.
      await eventually('both get the last message', 8000, () => ids!().at(-1) === otherIds!().at(-1));
      assert.deepEqual(ids!(), otherIds!());
      await first.visits.leave(ann);
      for (const { messages } of listeners) {
        await eventually('the departure', 8000, () => messages.at(-1)!.event === 'departure');
        assert.equal(messages.filter((message) => message.event === 'departure').length, 1);
      }
    });

    test('give a slow reader the newest state instead of what it missed', async (t) => {
      const at = await setting(t, engine);
      const slow = listen(at);
      const quick = listen(at);
      await slow.got(1);
      await quick.got(1);
      slow.reading.stopped = true;
      await at.visits.record({ ...ann, targetId: 0 });
      await quick.got(2);
      await at.visits.record({ ...bob, targetId: 0 });
      await quick.got(3);
      assert.deepEqual(slow.names(), ['snapshot']);
      slow.reading.stopped = false;
      slow.subscription.resume();
      await slow.got(2);
      assert.deepEqual(slow.names(), ['snapshot', 'snapshot']);
      const [, snapshot] = slow.messages;
      assert.equal((snapshot!.data as { total: number }).total, 2);
      assert.deepEqual(quick.names(), ['snapshot', 'arrival', 'arrival']);
      await at.visits.leave(bob);
      await slow.got(3);
      assert.equal(slow.names()[2], 'departure');
    });

    test('send a snapshot if too much happens at once', async (t) => {
      const at = await setting(t, engine);
      const listener = listen(at);
      await listener.got(1);
      await at.visits.recordMany(
        Array.from({ length: 250 }, (_, n) => event({ visitor: `v${n}`, at: NOON + n, address: '192.0.2.9' })),
      );
      at.clock.now += 6 * SECOND;
      await eventually('another snapshot', 8000, () => listener.names().lastIndexOf('snapshot') > 0);
      assert.equal(listener.names().filter((name) => name === 'arrival').length, 100);
      assert.equal((listener.messages.at(-1)!.data as { total: number }).total, 250);
    });

    test('start again after nobody listened for a minute', async (t) => {
      const at = await setting(t, engine);
      const before = listen(at);
      await before.got(1);
      await at.visits.record({ ...ann, targetId: 0 });
      await before.got(2);
      before.subscription.close();
      at.clock.now += 61 * SECOND;
      await at.visits.record({ ...bob, targetId: 0 });
      await at.visits.live(1);
      const messages: LiveMessage[] = [];
      const { id } = before.messages.at(-1)!;
      at.visits.streams.listen(1, { send: (some) => messages.push(...some) > 0 }, id);
      await eventually('a message', 8000, () => messages.length > 0);
      assert.equal(messages[0]!.event, 'snapshot');
      assert.equal((messages[0]!.data as { total: number }).total, 2);
    });

    test('keep expired visitors for the stream that announces them', async (t) => {
      const at = await setting(t, engine);
      await at.visits.record({ ...ann, targetId: 0 });
      await at.visits.heartbeat(ann);
      await at.visits.live(1);
      at.clock.now += 59 * SECOND;
      const listener = listen(at);
      await listener.got(1);
      at.clock.now += 2 * SECOND;
      await at.upkeep();
      await listener.got(2);
      assert.deepEqual(listener.names(), ['snapshot', 'departure']);
      await at.upkeep();
      assert.deepEqual(await at.store.read.selectFrom('live_visitor').select('ip').execute(), []);
    });
  });
}
