import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { describeGeoData, STALE_AFTER_DAYS } from '../../server/visits/record/geography/description.ts';
import { countryName, createGeography } from '../../server/visits/record/geography.ts';
import { type FileOptions, maxmindRecord, placesFile } from './places-file.ts';

const silent = { info() {}, warn() {}, error() {} };
const nowhere = { country: 'xx', city: 'Unknown, XX' };
const everywhere = (record: object) => ({ '::/0': record });

async function written(t: TestContext, content: Buffer | string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'places.mmdb');
  await writeFile(path, content);
  return path;
}

async function geographyOf(t: TestContext, networks: Record<string, object>, options?: FileOptions) {
  const geography = createGeography({ database: await written(t, placesFile(networks, options)), logger: silent });
  t.after(() => geography.close());
  return geography;
}

describe('the bundled geolocation data', () => {
  const geography = createGeography({ logger: silent });
  const { locate } = geography;
  after(() => geography.close());

  test('finds the city of an address', async () => {
    assert.deepEqual(await locate('81.2.69.142'), { country: 'gb', city: 'London, GB' });
  });

  test('supports IPv6 and IPv4-mapped IPv6', async () => {
    const { country, city } = await locate('2a02:8100::1');
    assert.equal(country, 'de');
    assert.match(city, /^.+, DE$/);
    for (const mapped of ['::ffff:81.2.69.142', '::FFFF:5102:458E', '0:0:0:0:0:ffff:81.2.69.142']) {
      assert.deepEqual(await locate(mapped), { country: 'gb', city: 'London, GB' }, mapped);
    }
  });

  test('returns unknown for private and invalid addresses', async () => {
    for (const address of ['10.0.0.1', '127.0.0.1', '::1', 'fe80::1%eth0', '', 'unknown', '1.2.3', undefined]) {
      assert.deepEqual(await locate(address), nowhere, address);
    }
  });

  test('requires attribution to DB-IP', async () => {
    const { licence } = createGeography({ logger: silent });
    assert.equal(licence()?.name, 'CC BY 4.0');
    assert.deepEqual(licence()?.attribution, { text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com' });
    const described = await describeGeoData(undefined, Date.UTC(2026, 8, 1) * 1000);
    assert.deepEqual(
      described.map((data) => data.usable && [data.serves, data.builtIn, data.hasCities, data.licence === licence()]),
      [
        ['IPv4', true, true, true],
        ['IPv6', true, true, true],
      ],
    );
  });

  test('is reported in figures', async () => {
    const other = createGeography({ logger: silent });
    const none = { builtAt: undefined, reloads: 0, failures: 0, hits: 0, misses: 0, kept: 0 };
    assert.deepEqual(other.figures(), none);
    for (const address of ['81.2.69.142', '81.2.69.142', '::ffff:81.2.69.142', '81.2.69.143', 'none']) {
      await other.locate(address);
    }
    const { builtAt, ...counts } = other.figures();
    assert.deepEqual(counts, { reloads: 0, failures: 0, hits: 2, misses: 2, kept: 2 });
    assert.ok(builtAt! > Date.UTC(2025, 0) * 1000 && builtAt! < Date.now() * 1000);
    other.close();
  });
});

describe('a custom geolocation file', () => {
  const london = maxmindRecord('GB', { de: 'London', en: 'London', fr: 'Londres' });
  const hague = maxmindRecord('NL', { de: 'Den Haag', en: 'The Hague' });
  const registeredAlone = {
    registered_country: { geoname_id: 6252001, iso_code: 'US', names: { en: 'United States' } },
  };
  const networks = {
    '81.2.69.0/24': london,
    '81.2.69.160/27': hague,
    '89.160.20.112/28': maxmindRecord('SE'),
    '1.1.1.0/24': registeredAlone,
    '2001:db8::/32': hague,
  };

  for (const recordSize of [24, 28, 32] as const) {
    test(`may be a MaxMind city file with IPv4 inside IPv6 and ${recordSize}-bit records`, async (t) => {
      const { locate } = await geographyOf(t, networks, { type: 'GeoLite2-City', recordSize });
      for (const [address, place] of [
        ['81.2.69.142', { country: 'gb', city: 'London, GB' }],
        ['81.2.69.159', { country: 'gb', city: 'London, GB' }],
        ['81.2.69.160', { country: 'nl', city: 'The Hague, NL' }],
        ['81.2.69.192', { country: 'gb', city: 'London, GB' }],
        ['81.2.70.1', nowhere],
        ['89.160.20.113', { country: 'se', city: 'Unknown, SE' }],
        ['2001:db8:ffff::1', { country: 'nl', city: 'The Hague, NL' }],
        ['2001:db9::1', nowhere],
        ['2002:5102:458e::1', { country: 'gb', city: 'London, GB' }],
        ['::ffff:81.2.69.142', { country: 'gb', city: 'London, GB' }],
      ] as const) {
        assert.deepEqual(await locate(address), place, address);
      }
    });
  }

  test('gives no country if it has only the registered country', async (t) => {
    const { locate } = await geographyOf(t, networks);
    assert.deepEqual(await locate('1.1.1.1'), nowhere);
  });

  test('may contain only countries', async (t) => {
    const { locate } = await geographyOf(t, everywhere(maxmindRecord('DE')), { type: 'GeoLite2-Country' });
    assert.deepEqual(await locate('192.0.2.1'), { country: 'de', city: 'Unknown, DE' });
  });

  test('may have the country code instead of the country', async (t) => {
    const { locate } = await geographyOf(t, everywhere({ country: 'FR', city: 'Lyon' }));
    assert.deepEqual(await locate('192.0.2.1'), { country: 'fr', city: 'Lyon, FR' });
  });

  test('may contain unusual names', async (t) => {
    const odd = await geographyOf(t, everywhere({ country_code: 'GB', city: `con\u0000structor${'x'.repeat(500)}` }));
    const { country, city } = await odd.locate('192.0.2.1');
    assert.equal(country, 'gb');
    assert.match(city, /^con structorx+, GB$/);
    assert.ok(city.length < 120);
    const codes = ['', 'GBR', '__proto__', 'ZZ', 'XX'];
    const records = codes.map((code, index) => [`192.0.${index}.0/24`, { country_code: code, city: 'London' }]);
    const { locate } = await geographyOf(t, { ...Object.fromEntries(records), '198.51.100.0/24': london });
    for (const [index, code] of codes.entries()) assert.deepEqual(await locate(`192.0.${index}.1`), nowhere, code);
  });

  test('may contain a single address', async (t) => {
    for (const address of ['207f:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '192.0.2.77']) {
      const { locate } = await geographyOf(t, { [`${address}/${address.includes(':') ? 128 : 32}`]: london });
      assert.deepEqual(await locate(address), { country: 'gb', city: 'London, GB' });
    }
  });

  test('returns unknown for IPv6 if it has only IPv4', async (t) => {
    const { locate } = await geographyOf(t, { '0.0.0.0/0': { country_code: 'GB', city: 'London' } }, { ipVersion: 4 });
    assert.deepEqual(await locate('192.0.2.1'), { country: 'gb', city: 'London, GB' });
    assert.deepEqual(await locate('2001:db8::1'), nowhere);
  });

  test('is used despite a single unreadable record', async (t) => {
    const before = Object.fromEntries([1, 2, 3, 4, 5].map((part) => [`81.2.${part}.0/24`, london]));
    const file = placesFile({ ...before, '81.2.70.1/32': maxmindRecord('AT', { en: 'Vienna' }) });
    // A text with an invalid type.
    file[file.indexOf('AT', 'latin1') - 1] = 0;
    const { locate, close } = createGeography({ database: await written(t, file), logger: silent });
    t.after(close);
    assert.deepEqual(await locate('81.2.5.1'), { country: 'gb', city: 'London, GB' });
    assert.deepEqual(await locate('81.2.70.1'), nowhere);
  });
});

describe('the report on a file', () => {
  const now = Date.UTC(2026, 10, 15, 12) * 1000;
  const record = everywhere(maxmindRecord('GB', { en: 'London' }));

  test('gives its type, age and licence', async (t) => {
    for (const [type, licence, shown, staleAfterDays] of [
      ['GeoLite2-City', 'GeoLite End User License Agreement', 'https://www.maxmind.com', 30],
      ['GeoIP2-City', 'MaxMind End User License Agreement', undefined, STALE_AFTER_DAYS],
      ['DBIP-City-Lite', 'CC BY 4.0', 'https://db-ip.com', STALE_AFTER_DAYS],
      ['DBIP-Location (compat=City)', undefined, undefined, STALE_AFTER_DAYS],
      ['somebody’s places', undefined, undefined, STALE_AFTER_DAYS],
    ] as const) {
      const builtAt = new Date(Date.UTC(2026, 9, 1));
      const content = placesFile(record, { type, builtAt });
      const path = await written(t, content);
      const [data, ...others] = await describeGeoData(path, now);
      assert.ok(data?.usable && others.length === 0);
      const { licence: terms, ...rest } = data;
      assert.deepEqual(rest, {
        file: path,
        builtIn: false,
        serves: 'IPv4 and IPv6',
        usable: true,
        type,
        builtAt: Date.UTC(2026, 9, 1) * 1000,
        size: content.length,
        ipVersion: 6,
        nodes: rest.nodes,
        hasCities: true,
        ageDays: 45,
        staleAfterDays,
        isStale: staleAfterDays === 30,
      });
      assert.equal(terms?.name, licence);
      assert.equal(terms?.attribution?.url, shown);
    }
  });

  test('says if it has no cities or no IPv6', async (t) => {
    const path = await written(t, placesFile({ '0.0.0.0/0': maxmindRecord('GB') }, { ipVersion: 4 }));
    const [data] = await describeGeoData(path, now);
    assert.ok(data?.usable);
    assert.deepEqual([data.hasCities, data.serves, data.nodes], [false, 'IPv4', 1]);
  });

  test('says what is wrong with it', async (t) => {
    const whole = placesFile(record);
    const misfit = Buffer.from(whole);
    // The node count follows its name: a control byte and one byte of value.
    misfit[misfit.indexOf('node_count') + 'node_count'.length + 1] = 200;
    const unparted = Buffer.from(whole);
    unparted[unparted.indexOf(Buffer.alloc(16)) + 8] = 1;
    const asn = { autonomous_system_number: 29518, autonomous_system_organization: 'Bredband2 AB' };
    for (const [content, problem] of [
      ['', 'it is empty'],
      ['<html>Not found</html>', 'it is not a complete MaxMind DB file (.mmdb)'],
      [whole.subarray(0, whole.length / 2), 'it is not a complete MaxMind DB file (.mmdb)'],
      [whole.subarray(0, whole.length - 5), 'it is damaged: its structure is inconsistent'],
      [whole.subarray(20), 'it is damaged: its structure is inconsistent'],
      [misfit, 'it is damaged: its structure is inconsistent'],
      [unparted, 'it is damaged: its structure is inconsistent'],
      [gzipSync(whole), 'it is compressed'],
      [placesFile({}), 'it contains no countries (its type is "Test-City")'],
      [
        placesFile({ '81.2.69.0/24': asn }, { type: 'GeoLite2-ASN' }),
        'it contains no countries (its type is "GeoLite2-ASN")',
      ],
    ] as const) {
      const [data] = await describeGeoData(await written(t, content as Buffer), now);
      assert.ok(data && !data.usable, problem);
      assert.equal(data.problem, problem);
      assert.match(data.remedy, /^[a-z].+[^.]$/);
    }
    for (const [path, problem] of [
      ['/nowhere/places.mmdb', 'it does not exist'],
      [tmpdir(), 'it is not a file'],
    ] as const) {
      const [data] = await describeGeoData(path, now);
      assert.ok(data && !data.usable);
      assert.equal(data.problem, problem);
    }
  });
});

test('countryName returns English names', () => {
  assert.equal(countryName('gb'), 'United Kingdom');
  for (const unknown of ['xx', 'zz', '', 'constructor', 'GB ', '__proto__']) {
    assert.equal(countryName(unknown), 'Unknown', unknown);
  }
});
