import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, MINUTE } from '../../contract/time.ts';
import type { Store } from '../../server/storage/store.ts';
import { deleteSaltsBefore } from '../../server/storage/visits/visits.ts';
import { readEvents } from '../../server/visits/record/events.ts';
import { identify, type Visit } from '../../server/visits/record/identify.ts';
import { createSalts, type Salt, saltOf } from '../../server/visits/record/salts.ts';
import { createVisitors } from '../../server/visits/record/visitors.ts';
import { engines } from '../support/engines.ts';
import { chromeOnWindows, firefoxOnLinux, NOON, setting, TODAY } from './setting.ts';

describe('a visitor', () => testVisitors((byte) => saltOf(Buffer.alloc(32, byte).toString('base64url'))));

function testVisitors(saltFrom: (byte: number) => Salt): void {
  const [salt, otherSalt] = [saltFrom(7), saltFrom(8)];
  const visit = { accountId: 1, targetId: 0, address: '192.0.2.1', userAgent: chromeOnWindows };
  const visitors = createVisitors();
  const geography = { locate: () => ({ country: 'xx', city: 'Unknown, XX' }) };
  const visitorOf = async (visit: Visit, key = salt, at = NOON) => {
    const salts = { saltAt: () => key, keep: async () => {} };
    return (await identify(visit, at, { geography, salts, visitors })).visitor;
  };

  test('has an opaque id of two hashes: network and visitor', async () => {
    assert.match(await visitorOf(visit), /^[\w-]{5}\.[\w-]{10}$/);
  });

  test('is the same for the same address, user agent and account on one day', async () => {
    const visitor = await visitorOf(visit);
    assert.equal(await visitorOf({ ...visit, address: '::ffff:192.0.2.1' }), visitor);
    assert.equal(await visitorOf(visit, salt, NOON + 3 * MINUTE), visitor);
    assert.equal(await visitorOf(visit, salt, NOON + 600 * MINUTE), visitor);
    assert.equal(await visitorOf(visit, salt, NOON), visitor, 'also when a clock is set back');
  });

  test('is another one if any of them changes', async () => {
    const all = await Promise.all([
      visitorOf(visit),
      visitorOf(visit, otherSalt),
      visitorOf({ ...visit, accountId: 2 }),
      visitorOf({ ...visit, address: '192.0.2.2' }),
      visitorOf({ ...visit, address: undefined }),
      visitorOf({ ...visit, userAgent: firefoxOnLinux }),
      visitorOf({ ...visit, userAgent: undefined }),
    ]);
    assert.equal(new Set(all).size, 7);
  });

  const on = (system: string, version: string) =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;
  const windows = 'Windows NT 10.0; Win64; x64';

  test('ignores other parts of the user agent', async () => {
    const visitor = await visitorOf({ ...visit, userAgent: on(windows, '130.0.0.0') });
    for (const userAgent of [
      on(windows, '130.0.6723.92'),
      on('Windows NT 6.1; WOW64', '130.0.0.0'),
      `${on(windows, '130.0.0.0')} made-up/17`,
      `  ${on(windows, '130.0.0.0')}  `,
      on(windows, '130.0.0.0').toLowerCase(),
      `${on(windows, '130.0.0.0')} ${'x'.repeat(1000)}`,
    ]) {
      assert.equal(await visitorOf({ ...visit, userAgent }), visitor, userAgent);
    }
  });

  test('is another one for another browser, major version, system or device class', async () => {
    const all = await Promise.all(
      [
        on(windows, '130.0.0.0'),
        `${on(windows, '130.0.0.0')} Edg/130.0.0.0`,
        on(windows, '131.0.0.0'),
        on('X11; Linux x86_64', '130.0.0.0'),
        on('Linux; Android 14; SM-X710', '130.0.0.0'),
        on('Linux; Android 14; Pixel 8', '130.0.0.0').replace('Safari', 'Mobile Safari'),
      ].map((userAgent) => visitorOf({ ...visit, userAgent })),
    );
    assert.equal(new Set(all).size, 6);
  });

  test('is one for all unknown user agents', async () => {
    const all = await Promise.all(
      ['nothing known', 'nothing known/2', 'Something/1.0 (made up)', 'é', 'x'.repeat(600)].map((userAgent) =>
        visitorOf({ ...visit, userAgent }),
      ),
    );
    assert.equal(new Set(all).size, 1);
    const versions = ['99999.0', '123456.0', 'x.0'].map((version) =>
      visitorOf({ ...visit, userAgent: on(windows, version) }),
    );
    assert.equal(new Set(await Promise.all(versions)).size, 1, 'a version of more than four digits is ignored');
  });

  test('has the network hash in the first part of its id', async () => {
    const networkOf = async (changed: Partial<Visit>, key = salt) =>
      (await visitorOf({ ...visit, ...changed }, key)).split('.')[0]!;
    const network = await networkOf({ address: '2001:db8:0:7::1' });
    assert.match(network, /^[\w-]{5}:[\w-]{3}$/);
    const outer = network.slice(0, 6);
    assert.equal((await networkOf({ address: '2001:db8:0:8::1' })).slice(0, 6), outer, 'the same /48');
    assert.notEqual((await networkOf({ address: '2001:db8:1:7::1' })).slice(0, 6), outer);
    assert.equal(await networkOf({ address: '2001:db8:0:7:ffff::1' }), network);
    assert.equal(await networkOf({ address: '2001:db8:0:7::1', userAgent: firefoxOnLinux }), network);
    const others = await Promise.all([
      networkOf({ address: '2001:db8:0:8::1' }),
      networkOf({ address: '2001:db8:0:7::1', accountId: 2 }),
      networkOf({ address: '2001:db8:0:7::1' }, otherSalt),
      networkOf({ address: '192.0.2.1' }),
      networkOf({ address: '192.0.2.2' }),
      networkOf({ address: undefined }),
    ]);
    assert.equal(new Set([network, ...others]).size, 7);
  });

  test('has the same id whether it is cached or not', async () => {
    const visits = Array.from({ length: 50_000 }, (_, number) => ({
      ...visit,
      accountId: 1 + (number % 2),
      address: `192.0.${number >> 9}.${(number >> 1) % 256}`,
    }));
    const idsOf = () => Promise.all(visits.map((one) => visitorOf(one)));
    const first = await idsOf();
    assert.equal(new Set(first).size, visits.length);
    for (const one of visits.keys()) {
      assert.equal(await visitorOf(visits[one]!), first[one]);
      assert.equal(await visitorOf(visits[one]!), first[one]);
    }
  });

  test('is cached from its second visit on, and forgotten a few minutes after its last', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let hashed = 0;
    const counting: Salt = {
      ...salt,
      hash(text) {
        hashed += 1;
        return salt.hash(text);
      },
    };
    const { visitorOf } = createVisitors();
    const visits = (minutes: number) => {
      for (let passed = 0; passed < minutes; passed += 0.5) t.mock.timers.tick(30_000);
      const before = hashed;
      visitorOf(counting, 1, '192.0.2.1', 'Firefox');
      return hashed - before;
    };
    assert.equal(visits(0), 2);
    assert.equal(visits(2), 2);
    assert.equal(visits(2), 0);
    assert.equal(visits(2), 0, 'each visit prolongs it');
    assert.equal(visits(5), 2);
    assert.equal(visits(5), 2, 'a visitor who comes once is forgotten too');
    assert.equal(visits(0), 2);
    assert.equal(visits(0), 0);
  });
}

const areSame = (one: Salt, other: Salt) => one.hash('text') === other.hash('text');

for (const engine of engines) {
  describe(`salts on ${engine.name}`, () => {
    const days = async (store: Store) =>
      (await store.read.selectFrom('visit_salt').select('day').orderBy('day').execute()).map((row) => row.day);

    test('are the same in every process for a whole day, and change the next day', async (t) => {
      const { store, another } = await setting(t, engine);
      const here = createSalts(store);
      const there = createSalts((await another()).store);
      const [mine, theirs] = await Promise.all([here.saltAt(NOON), there.saltAt(NOON)]);
      assert.ok(areSame(mine, theirs));
      assert.ok(areSame(await here.saltAt(TODAY), mine));
      assert.ok(areSame(await here.saltAt(TODAY + DAY - 1), mine));
      assert.ok(!areSame(await here.saltAt(TODAY + DAY), mine));
    });

    test('for tomorrow exist before midnight, in case the store is unavailable then', async (t) => {
      const { store } = await setting(t, engine);
      let away = false;
      const absent = () => Promise.reject(new Error('away'));
      const salts = createSalts({
        ...store,
        get read() {
          if (away) throw new Error('away');
          return store.read;
        },
        writeInstallation: (work) => (away ? absent() : store.writeInstallation(work)),
      });
      await salts.keep(NOON);
      assert.deepEqual(await days(store), ['2026-03-10', '2026-03-11']);

      away = true;
      assert.ok(await salts.saltAt(NOON + DAY));
      await assert.rejects(async () => salts.saltAt(NOON + 2 * DAY), /away/);
      away = false;
      assert.ok(await salts.saltAt(NOON + 2 * DAY));
    });

    test('of past days are not kept in memory', async (t) => {
      const { store } = await setting(t, engine);
      const salts = createSalts(store);
      const before = await salts.saltAt(NOON);
      await store.writeInstallation((tx) => deleteSaltsBefore(tx, '2026-03-11'));
      await salts.keep(TODAY + DAY + MINUTE);
      assert.ok(areSame(await salts.saltAt(NOON), before), 'clocks may differ a little');
      await salts.keep(TODAY + DAY + 6 * MINUTE);
      assert.ok(!areSame(await salts.saltAt(NOON), before));
    });

    test('make the same person one visitor a day, wherever recorded', async (t) => {
      const { store, visits, clock, another } = await setting(t, engine);
      const person = { accountId: 1, targetId: 0, address: '192.0.2.1', userAgent: chromeOnWindows };
      const other = await another();
      await visits.record(person);
      await other.visits.record(person);
      clock.now += DAY;
      await visits.record(person);
      const batches = await store.read
        .selectFrom('visit_batch')
        .select('events')
        .orderBy('at')
        .orderBy('seq')
        .execute();
      const rows = batches.flatMap(({ events }) => readEvents(events));
      assert.equal(rows[0]!.visitor, rows[1]!.visitor);
      assert.notEqual(rows[1]!.visitor, rows[2]!.visitor);
      const { visitor: _visitor, ...rest } = rows[2]!;
      assert.deepEqual(rest, {
        accountId: 1,
        at: NOON + DAY,
        targetId: 0,
        country: 'gb',
        city: 'London, GB',
        os: 'Windows',
        browser: 'Chrome',
        traits: { device: 'Computer' },
      });
    });
  });
}
