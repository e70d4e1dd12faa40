import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { maxmindRecord, placesFile } from '../visits/places-file.ts';
import { fingerpost } from './fingerpost.ts';

const folder = mkdtempSync(join(tmpdir(), 'fingerpost-test-'));
after(() => rmSync(folder, { recursive: true }));
const data = join(folder, 'data');

const DAY_MS = 86_400_000;
const networks = { '81.2.69.0/24': maxmindRecord('GB', { en: 'London' }), '2001:db8::/32': maxmindRecord('NL') };

function file(name: string, content: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function status(database: string, ...args: string[]) {
  // A store that cannot be opened: the command must not need it.
  const environment = { DATA_DIR: data, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', GEO_DATABASE: database };
  return fingerpost(['geo', 'status', ...args], { environment });
}

describe('geo status', () => {
  it('reports the bundled data, its source and its age, and looks up an address', async () => {
    const { code, stdout, stderr } = await status('', '--address', '::ffff:81.2.69.142');
    assert.equal(code, 0);
    assert.match(stderr, /^[^\n]+\.\n/);
    const paragraphs = stdout.trimEnd().split('\n\n');
    assert.equal(paragraphs.length, 3);
    for (const [index, version] of ['4', '6'].entries()) {
      const lines = paragraphs[index]!.split('\n');
      assert.match(lines[0]!, new RegExp(`/dbip-city-ipv${version}\\.mmdb \\(included\\)$`));
      assert.match(lines[1]!, new RegExp(`^ {2}data +.*: countries and cities, for IPv${version}$`));
      assert.match(lines[2]!, /^ {2}built +20\d\d-\d\d-\d\d, \d+ days ago/);
      assert.match(lines[3]!, /^ {2}size +\d+\.\d MB, [\d,]+ nodes$/);
      assert.match(lines[4]!, /^ {2}licence +CC BY 4\.0, https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/$/);
      assert.match(lines[5]!, /^ {2}attribution +"IP Geolocation by DB-IP", https:\/\/db-ip\.com;/);
      assert.match(lines[6]!, /^ {2}use +yes$/);
    }
    assert.equal(paragraphs[2], '81.2.69.142: London, GB');
  });

  it('prints the same as JSON', async () => {
    const builtAt = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 10 * DAY_MS);
    const content = placesFile(networks, { type: 'GeoLite2-City', builtAt });
    const path = file('city.mmdb', content);
    const { code, stdout, stderr } = await status(path, '--json', '--address', '2001:db8::1');
    assert.deepEqual([code, stderr], [0, '']);
    const { response } = JSON.parse(stdout);
    assert.deepEqual(response, {
      usable: true,
      files: [
        {
          file: path,
          built_in: false,
          serves: 'IPv4 and IPv6',
          usable: true,
          type: 'GeoLite2-City',
          built_at: `${builtAt.toISOString().slice(0, 10)}T00:00:00.000000Z`,
          age_days: 10,
          is_stale: false,
          size_bytes: content.length,
          nodes: response.files[0].nodes,
          has_cities: true,
          licence: { name: 'GeoLite End User License Agreement', url: 'https://www.maxmind.com/en/geolite/eula' },
          attribution: {
            text: 'This product includes GeoLite Data created by MaxMind, available from https://www.maxmind.com',
            url: 'https://www.maxmind.com',
          },
        },
      ],
      place: { address: '2001:db8::1', country: 'nl', country_name: 'Netherlands', city: 'Unknown, NL' },
      message: 'The service can use this data.',
    });
  });

  it('warns about old data and an unknown licence, and exits with 0', async () => {
    const builtAt = new Date('2020-01-01');
    const path = file('old.mmdb', placesFile(networks, { type: 'My \u001b[31mplaces', builtAt }));
    const { code, stdout, stderr } = await status(path);
    assert.equal(code, 0);
    assert.match(stderr, /is \d{4} days old, and .+: replace it with a newer one; no restart is needed\.\n$/);
    assert.match(stdout, /licence +unknown: check the source of the file\n {2}attribution +unknown\n/);
    assert.ok(stdout.includes('My �[31mplaces: countries and cities'));
  });

  it('exits with 1 and a remedy for an unusable file', async () => {
    const asn = { '81.2.69.0/24': { autonomous_system_number: 64496 } };
    for (const [path, sentence] of [
      [join(folder, 'none.mmdb'), 'it does not exist. To fix it: put the file there, or set GEO_DATABASE to its path.'],
      [
        file('half.mmdb', placesFile(networks).subarray(0, 300)),
        'it is not a complete MaxMind DB file (.mmdb). To fix it: download it again.',
      ],
      [
        file('asn.mmdb', placesFile(asn, { type: 'GeoLite2-ASN' })),
        'it contains no countries (its type is "GeoLite2-ASN"). To fix it: use a city database, such as GeoLite2-City.',
      ],
    ] as const) {
      const text = await status(path, '--address', '81.2.69.142');
      assert.equal(text.code, 1);
      assert.equal(text.stderr, `The file ${path} cannot be used: ${sentence}\n`);
      assert.doesNotMatch(text.stdout, /81\.2\.69\.142/);
    }
    const json = await status(join(folder, 'none.mmdb'), '--json');
    assert.equal(json.code, 1);
    const { usable, files, place } = JSON.parse(json.stdout).response;
    assert.deepEqual(
      [usable, files.length, files[0].usable, files[0].problem, place],
      [false, 1, false, 'it does not exist', null],
    );
  });

  it('rejects an invalid address', async () => {
    for (const address of ['81.2.69', 'localhost', '']) {
      const { code, stdout, stderr } = await status('', '--address', address);
      assert.deepEqual([code, stdout], [4, '']);
      assert.equal(stderr, `--address must be an IPv4 or IPv6 address (it is "${address}").\n`);
    }
  });

  it('creates no files and opens no store', () => {
    assert.equal(existsSync(data), false);
  });
});
