import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { countryName, createGeography } from '../../server/visits/geography.ts';
import { placesFile } from './places-file.ts';

const silent = { error: () => {} };
const nowhere = { country: 'xx', city: 'Unknown, XX' };

describe('the places that came with the install', () => {
  const { locate } = createGeography({ logger: silent });

  test('know the city of an address', async () => {
    assert.deepEqual(await locate('81.2.69.142'), { country: 'gb', city: 'London, GB' });
  });

  test('know IPv6, and IPv4 written as IPv6', async () => {
    const { country, city } = await locate('2a02:8100::1');
    assert.equal(country, 'de');
    assert.match(city, /^.+, DE$/);
    for (const mapped of ['::ffff:81.2.69.142', '::FFFF:5102:458E', '0:0:0:0:0:ffff:81.2.69.142']) {
      assert.deepEqual(await locate(mapped), { country: 'gb', city: 'London, GB' }, mapped);
    }
  });

  test('do not know what is private or no address', async () => {
    for (const address of ['10.0.0.1', '127.0.0.1', '::1', 'fe80::1%eth0', '', 'unknown', '1.2.3', undefined]) {
      assert.deepEqual(await locate(address), nowhere, address);
    }
  });
});

describe('a file of places of one’s own', () => {
  async function geographyOf(t: TestContext, record: object, ipVersion: 4 | 6 = 6) {
    const folder = await mkdtemp(join(tmpdir(), 'fingerpost-test-'));
    t.after(() => rm(folder, { recursive: true }));
    const database = join(folder, 'places.mmdb');
    await writeFile(database, placesFile(record, ipVersion));
    return createGeography({ database, logger: silent });
  }

  test('may be in MaxMind’s form, for IPv4 and IPv6', async (t) => {
    const record = { country: { iso_code: 'NL' }, city: { names: { de: 'Den Haag', en: 'The Hague' } } };
    const { locate } = await geographyOf(t, record);
    assert.deepEqual(await locate('192.0.2.1'), { country: 'nl', city: 'The Hague, NL' });
    assert.deepEqual(await locate('2001:db8::1'), { country: 'nl', city: 'The Hague, NL' });
  });

  test('may know the country alone', async (t) => {
    const { locate } = await geographyOf(t, { country: { iso_code: 'DE' } });
    assert.deepEqual(await locate('192.0.2.1'), { country: 'de', city: 'Unknown, DE' });
  });

  test('may name things as it likes, and breaks nothing', async (t) => {
    const odd = await geographyOf(t, { country_code: 'GB', city: `con\u0000structor${'x'.repeat(500)}` });
    const { country, city } = await odd.locate('192.0.2.1');
    assert.equal(country, 'gb');
    assert.match(city, /^con structorx+, GB$/);
    assert.ok(city.length < 120);
    for (const code of ['', 'GBR', '__proto__', 'ZZ', 'XX']) {
      const { locate } = await geographyOf(t, { country_code: code, city: 'London' });
      assert.deepEqual(await locate('192.0.2.1'), nowhere, code);
    }
  });

  test('that has IPv4 alone says nothing of IPv6', async (t) => {
    const { locate } = await geographyOf(t, { country_code: 'GB', city: 'London' }, 4);
    assert.deepEqual(await locate('192.0.2.1'), { country: 'gb', city: 'London, GB' });
    assert.deepEqual(await locate('2001:db8::1'), nowhere);
  });

  test('that is not there is told of once, and nobody is known', async () => {
    const complaints: string[] = [];
    const logger = { error: (_details: object, message: string) => complaints.push(message) };
    const { locate } = createGeography({ database: '/nowhere/places.mmdb', logger });
    assert.deepEqual(await locate('81.2.69.142'), nowhere);
    assert.deepEqual(await locate('81.2.69.143'), nowhere);
    assert.equal(complaints.length, 1);
  });
});

test('countries have English names', () => {
  assert.equal(countryName('gb'), 'United Kingdom');
  for (const unknown of ['xx', 'zz', '', 'constructor', 'GB ', '__proto__']) {
    assert.equal(countryName(unknown), 'Unknown', unknown);
  }
});
