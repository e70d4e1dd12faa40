import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, MINUTE, SECOND } from '../../contract/time.ts';
import { engines } from '../support/engines.ts';
import { chromeOnWindows, event, firefoxOnLinux, NOON, plain, type Setting, setting } from './setting.ts';

const nobody = {
  visitors: [],
  insight: { countries: {}, cities: {}, devices: {}, browsers: {}, getviews: { unique: 0 } },
};
const ann = { accountId: 1, address: '192.0.2.1', userAgent: chromeOnWindows };
const bob = { accountId: 1, address: '192.0.2.2', userAgent: firefoxOnLinux };

for (const engine of engines) {
  describe(`the live list on ${engine.name}`, () => {
    const liveNow = async ({ visits }: Setting) => (await visits.live(1)).visitors.map((visitor) => visitor.ip);

    test('is empty without visitors', async (t) => {
      const { visits } = await setting(t, engine);
      assert.deepEqual(plain(await visits.live(1)), nobody);
    });

    test('lists visitors, most recent first', async (t) => {
      const { visits, clock } = await setting(t, engine);
      await visits.record({ ...ann, targetId: 0 });
      clock.now += 2 * SECOND + 999_999;
      await visits.record({ ...bob, targetId: 5 });
      await visits.record({ ...bob, accountId: 2, targetId: 0 });
      assert.deepEqual(plain(await visits.live(1)), {
        visitors: [
          {
            user: 1,
            ip: '192.0.2.2',
            tracking: {
              country: { iso: 'de', name: 'Germany', city: 'Berlin, DE' },
              agent: { browser: 'Firefox', os: 'Linux' },
            },
            last_activity: NOON / SECOND + 2,
          },
          {
            user: 1,
            ip: '192.0.2.1',
            tracking: {
              country: { iso: 'gb', name: 'United Kingdom', city: 'London, GB' },
              agent: { browser: 'Chrome', os: 'Windows' },
            },
            last_activity: NOON / SECOND,
          },
        ],
        insight: {
          countries: { de: { unique: 1, name: 'Germany' }, gb: { unique: 1, name: 'United Kingdom' } },
          cities: {
            'Berlin, DE': { unique: 1, name: 'Berlin', iso: 'DE' },
            'London, GB': { unique: 1, name: 'London', iso: 'GB' },
          },
          devices: { Linux: { unique: 1, name: 'Linux' }, Windows: { unique: 1, name: 'Windows' } },
          browsers: { Chrome: { unique: 1, name: 'Chrome' }, Firefox: { unique: 1, name: 'Firefox' } },
          getviews: { unique: 2 },
        },
      });
    });

    test('keeps a visitor without JavaScript for five minutes after the last request', async (t) => {
      const at = await setting(t, engine);
      await at.visits.record({ ...ann, targetId: 0 });
      at.clock.now += 3 * MINUTE;
      await at.visits.record({ ...ann, targetId: 9 });
      at.clock.now += 5 * MINUTE - 1;
      assert.deepEqual(await liveNow(at), ['192.0.2.1']);
      at.clock.now += 1;
      assert.deepEqual(await liveNow(at), []);
    });

    test('keeps a visitor with heartbeats for a minute after the last pulse', async (t) => {
      const at = await setting(t, engine);
      await at.visits.record({ ...ann, targetId: 0 });
      await at.visits.heartbeat(ann);
      at.clock.now += 30 * SECOND;
      await at.visits.heartbeat(ann);
      at.clock.now += 60 * SECOND - 1;
      assert.deepEqual(await liveNow(at), ['192.0.2.1']);
      at.clock.now += 1;
      assert.deepEqual(await liveNow(at), []);
      await at.visits.heartbeat(ann);
      assert.deepEqual(await liveNow(at), ['192.0.2.1']);
    });

    test('does not extend a visitor with heartbeats after a click', async (t) => {
      const at = await setting(t, engine);
      await at.visits.record({ ...ann, targetId: 0 });
      await at.visits.heartbeat(ann);
      await at.visits.record({ ...ann, targetId: 9 });
      // Also in one commit.
      await Promise.all([
        at.visits.record({ ...bob, targetId: 0 }),
        at.visits.heartbeat(bob),
        at.visits.record({ ...bob, targetId: 9 }),
      ]);
      at.clock.now += 60 * SECOND - 1;
      assert.deepEqual((await liveNow(at)).sort(), ['192.0.2.1', '192.0.2.2']);
      at.clock.now += 1;
      assert.deepEqual(await liveNow(at), []);
    });

    test('removes a visitor who left', async (t) => {
      const at = await setting(t, engine);
      await at.visits.record({ ...ann, targetId: 0 });
      await at.visits.record({ ...bob, targetId: 0 });
      await at.visits.heartbeat(ann);
      await at.visits.leave(ann);
      assert.deepEqual(await liveNow(at), ['192.0.2.2']);
    });

    test('uses the later of two signals, whichever arrives first', async (t) => {
      const at = await setting(t, engine);
      at.clock.now = NOON + 10 * SECOND;
      await at.visits.leave(ann);
      at.clock.now = NOON;
      await at.visits.heartbeat(ann);
      at.clock.now = NOON + 11 * SECOND;
      assert.deepEqual(await liveNow(at), []);
    });

    test('does not show imported visits', async (t) => {
      const at = await setting(t, engine);
      await at.visits.recordMany([
        event({ visitor: 'yesterday', at: NOON - DAY, address: '192.0.2.7' }),
        event({ visitor: 'no address', at: NOON }),
        event({ visitor: 'just now', at: NOON, address: '192.0.2.8' }),
      ]);
      assert.deepEqual(await liveNow(at), ['192.0.2.8']);
    });

    test('shows a thousand visitors and counts all', async (t) => {
      const { visits } = await setting(t, engine);
      const crowd = Array.from({ length: 1203 }, (_, n) =>
        event({ visitor: `v${n}`, at: NOON + n, address: '192.0.2.9', os: n % 3 === 0 ? 'iOS' : 'Windows' }),
      );
      await visits.recordMany(crowd);
      const { visitors, insight } = await visits.live(1);
      assert.equal(visitors.length, 1000);
      assert.deepEqual(insight.getviews, { unique: 1203 });
      assert.deepEqual(plain(insight.devices), {
        Windows: { unique: 802, name: 'Windows' },
        iOS: { unique: 401, name: 'iOS' },
      });
    });

    test('deletes the addresses of visitors who left', async (t) => {
      const { store, visits, upkeep, clock } = await setting(t, engine);
      await visits.record({ ...ann, targetId: 0 });
      clock.now += 3 * MINUTE;
      await visits.record({ ...bob, targetId: 0 });
      clock.now += 3 * MINUTE;
      await upkeep();
      const rows = await store.read.selectFrom('live_visitor').select('ip').execute();
      assert.deepEqual(plain(rows), [{ ip: '192.0.2.2' }]);
    });
  });
}
