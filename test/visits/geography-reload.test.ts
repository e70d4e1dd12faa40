// A geolocation file that changes under a running service, in every way that files are replaced.
import assert from 'node:assert/strict';
import { mkdtemp, open, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGeography } from '../../server/visits/record/geography.ts';
import { eventually } from '../support/eventually.ts';
import { maxmindRecord, placesFile } from './places-file.ts';

const ADDRESS = '192.0.2.1';
const WITHIN_MS = 10_000;
const EVERY_MS = 20;
/** Several checks of the file without a change. */
const SOME_LOOKS_MS = 10 * EVERY_MS;

const filler = 'x'.repeat(100_000);
function cityFile(city: string, { type = 'GeoLite2-City', builtAt = new Date('2026-10-01'), filled = false } = {}) {
  const record = { ...maxmindRecord('GB', { en: city }), ...(filled && { filler: filler.match(/.{1,10000}/g)! }) };
  return placesFile({ '::/0': record }, { type, builtAt });
}
const asnFile = placesFile({ '::/0': { autonomous_system_number: 64496 } }, { type: 'GeoLite2-ASN' });

async function setUp(t: TestContext, content?: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-test-'));
  const database = join(folder, 'places.mmdb');
  if (content) await writeFile(database, content);
  const log: { level: string; details: object; message: string }[] = [];
  const at = (level: string) => (details: object, message: string) => void log.push({ level, details, message });
  const logger = { info: at('info'), warn: at('warn'), error: at('error') };
  const geography = createGeography({ database, watchEveryMs: EVERY_MS, logger });
  t.after(async () => {
    geography.close();
    await rm(folder, { recursive: true });
  });
  const city = async () => (await geography.locate(ADDRESS)).city;
  const becomes = (name: string) => eventually(`the city is ${name}`, WITHIN_MS, async () => (await city()) === name);
  const logged = (level: string) => log.filter((line) => line.level === level).map(({ message }) => message);
  await geography.load();
  return { folder, database, geography, log, logged, city, becomes };
}

describe('a changed geolocation file is loaded', () => {
  test('when another file is renamed over it', async (t) => {
    const { folder, database, geography, log, city, becomes } = await setUp(t, cityFile('Old'));
    assert.equal(await city(), 'Old, GB');
    await writeFile(join(folder, 'new'), cityFile('New', { type: 'GeoIP2-City', builtAt: new Date('2026-11-01') }));
    await rename(join(folder, 'new'), database);
    await becomes('New, GB');
    assert.deepEqual(log, [
      {
        level: 'info',
        details: { path: database, type: 'GeoLite2-City', built: '2026-10-01' },
        message: 'Geolocation data: "GeoLite2-City" of 2026-10-01',
      },
      {
        level: 'info',
        details: { path: database, type: 'GeoIP2-City', built: '2026-11-01' },
        message: 'Geolocation data: "GeoIP2-City" of 2026-11-01',
      },
    ]);
    const { builtAt, reloads, failures, kept } = geography.figures();
    assert.deepEqual([builtAt, reloads, failures, kept], [Date.UTC(2026, 10, 1) * 1000, 1, 0, 1]);
  });

  test('when it is rewritten in place with the same size', async (t) => {
    const { database, city, becomes } = await setUp(t, cityFile('Old'));
    assert.equal(await city(), 'Old, GB');
    await writeFile(database, cityFile('New'));
    await becomes('New, GB');
  });

  test('when its modification time is set back', async (t) => {
    const { database, city, becomes } = await setUp(t, cityFile('Old'));
    const long = new Date('2020-01-01');
    await utimes(database, long, long);
    await sleep(SOME_LOOKS_MS);
    assert.equal(await city(), 'Old, GB');
    await writeFile(database, cityFile('New'));
    await utimes(database, long, long);
    await becomes('New, GB');
  });

  test('when it appears', async (t) => {
    const { database, geography, log, logged, city, becomes } = await setUp(t);
    assert.equal(await city(), 'Unknown, XX');
    await sleep(SOME_LOOKS_MS);
    assert.equal(geography.licence(), undefined);
    await writeFile(database, cityFile('New'));
    await becomes('New, GB');
    assert.equal(logged('error').length, 1);
    assert.match(logged('error')[0]!, /it does not exist; visitors are counted with unknown location/);
    assert.equal(log.length, 2);
    assert.equal(geography.licence()?.attribution?.url, 'https://www.maxmind.com');
    const { reloads, failures } = geography.figures();
    assert.deepEqual([reloads, failures], [1, 1]);
  });

  test('when a symbolic link is changed', async (t) => {
    const { folder, database, city, becomes } = await setUp(t);
    for (const name of ['One', 'Two']) await writeFile(join(folder, name), cityFile(name));
    await symlink('One', database);
    await becomes('One, GB');
    await symlink('Two', join(folder, 'link'));
    await rename(join(folder, 'link'), database);
    await becomes('Two, GB');
    assert.equal(await city(), 'Two, GB');
  });

  test('once it is complete, however slowly it is written', async (t) => {
    const { database, geography, logged, city, becomes } = await setUp(t, cityFile('Old'));
    const content = cityFile('New', { filled: true });
    const file = await open(database, 'w');
    for (let at = 0; at < content.length; at += 30_000) {
      await file.write(content, at, Math.min(30_000, content.length - at));
      await sleep(3 * EVERY_MS);
      if (at + 30_000 < content.length) assert.equal(await city(), 'Old, GB');
    }
    await file.close();
    await becomes('New, GB');
    assert.equal(new Set(logged('warn')).size, logged('warn').length, 'nothing is logged twice');
    assert.equal(geography.figures().reloads, 1);
  });
});

describe('an unusable geolocation file leaves the previous one in use', () => {
  for (const [what, content, problem] of [
    ['is half a file', cityFile('New').subarray(0, 400), 'it is not a complete MaxMind DB file (.mmdb)'],
    ['is empty', Buffer.alloc(0), 'it is empty'],
    ['is about something else', asnFile, 'it contains no countries (its type is "GeoLite2-ASN")'],
  ] as const) {
    test(`when it ${what}: logged once, and fixed by a valid file`, async (t) => {
      const { folder, database, geography, logged, city, becomes } = await setUp(t, cityFile('Old'));
      await writeFile(join(folder, 'new'), content);
      await rename(join(folder, 'new'), database);
      await eventually('it is logged', WITHIN_MS, () => logged('warn').length > 0);
      await sleep(SOME_LOOKS_MS);
      assert.equal(await city(), 'Old, GB');
      assert.equal((await geography.locate('192.0.2.99')).city, 'Old, GB');
      assert.equal(logged('warn').length, 1);
      const start = `Cannot use the geolocation file: ${problem}; the previous data stays in use. Fix: `;
      assert.ok(logged('warn')[0]!.startsWith(start), logged('warn')[0]);
      assert.equal(geography.figures().failures, 1);
      await writeFile(database, cityFile('New'));
      await becomes('New, GB');
      assert.deepEqual(logged('error'), []);
    });
  }

  test('when it is removed: logged once, and fixed by another file', async (t) => {
    const { database, logged, city, becomes } = await setUp(t, cityFile('Old'));
    await rm(database);
    await eventually('it is logged', WITHIN_MS, () => logged('warn').length > 0);
    await sleep(SOME_LOOKS_MS);
    assert.equal(await city(), 'Old, GB');
    assert.equal(logged('warn').length, 1);
    assert.match(logged('warn')[0]!, /it does not exist; the previous data stays in use/);
    await writeFile(database, cityFile('New'));
    await becomes('New, GB');
  });
});

test('stops checking a geolocation file that is no longer used', async (t) => {
  const { database, geography, log, city } = await setUp(t, cityFile('Old'));
  assert.equal(await city(), 'Old, GB');
  geography.close();
  await writeFile(database, cityFile('New'));
  await sleep(SOME_LOOKS_MS);
  assert.equal(await city(), 'Old, GB');
  assert.equal(log.length, 1);
});
