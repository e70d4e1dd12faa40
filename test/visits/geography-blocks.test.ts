// A geolocation file whose search tree stays on the disk.
import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openDataFile, readDataFile } from '../../server/visits/record/geography/data-file.ts';
import { blockWalker } from '../../server/visits/record/geography/tree-blocks.ts';
import { generator } from '../support/random.ts';
import { maxmindRecord, placesFile } from './places-file.ts';

/** Thousands of networks, so that the tree has many blocks. */
function networks(): Record<string, object> {
  const random = generator(20261117);
  const byte = () => Math.floor(random() * 256);
  const found: Record<string, object> = {};
  for (let number = 0; number < 3000; number += 1) {
    const record = maxmindRecord(number % 2 === 0 ? 'GB' : 'FR', { en: `City ${number % 40}` });
    found[`${1 + (byte() % 200)}.${byte()}.${byte()}.0/24`] = record;
  }
  return found;
}

async function inFile(t: TestContext, content: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'places.mmdb');
  await writeFile(path, content);
  return path;
}

const all = networks();
const addresses = Object.keys(all).flatMap((network) => {
  const [start] = network.split('.0/24');
  return [`${start}.0`, `${start}.77`, `${start}.255`];
});

for (const recordSize of [24, 28, 32] as const) {
  for (const ipVersion of [4, 6] as const) {
    test(`gives the same places, with records of ${recordSize} bits in a tree for IPv${ipVersion}`, async (t) => {
      const path = await inFile(t, placesFile(all, { recordSize, ipVersion }));
      const [whole, opened] = [await readDataFile(path), await openDataFile(path)];
      t.after(() => opened.close());
      const others = ['0.0.0.1', '223.255.255.255', '2001:db8::1', '::1'];
      for (const address of [...addresses, ...others]) {
        assert.deepEqual(opened.locate(address), whole.locate(address), address);
      }
      assert.equal(opened.locate(addresses[0]!).country, 'gb');
      const { locate: _, close: __, ...described } = whole;
      const { locate: ___, close: ____, ...openedAs } = opened;
      assert.deepEqual(openedAs, described);
    });
  }

  test(`reads blocks again that made room for others, with records of ${recordSize} bits`, async (t) => {
    const content = placesFile(all, { recordSize, ipVersion: 4 });
    const { nodes } = await readDataFile(await inFile(t, content));
    assert.ok(nodes > 10 * 512, `${nodes} nodes are more than ten blocks`);
    const descriptor = openSync(await inFile(t, content), 'r');
    t.after(() => closeSync(descriptor));
    const { left, right } = blockWalker(descriptor, { nodeCount: nodes, recordSize }, 3);
    const digits = recordSize / 4;
    const random = generator(1);
    for (let time = 0; time < 5000; time += 1) {
      const node = Math.floor(random() * nodes);
      const offset = (node * recordSize) / 4;
      const hex = content.toString('hex', offset, offset + recordSize / 4);
      // With 28 bits, the byte in the middle begins with the highest digit of the left record.
      const [first, second] =
        recordSize === 28 ? [hex[6] + hex.slice(0, 6), hex.slice(7)] : [hex.slice(0, digits), hex.slice(digits)];
      assert.deepEqual([left(offset), right(offset)], [Number.parseInt(first, 16), Number.parseInt(second, 16)]);
    }
  });
}

test('stays usable when the file is replaced', async (t) => {
  const path = await inFile(t, placesFile(all, { recordSize: 28, ipVersion: 4 }));
  const opened = await openDataFile(path);
  t.after(() => opened.close());
  await writeFile(`${path}.new`, placesFile({ '0.0.0.0/0': maxmindRecord('US', { en: 'Other' }) }, { ipVersion: 4 }));
  await rename(`${path}.new`, path);
  const countries = new Set(addresses.map((address) => opened.locate(address).country));
  assert.deepEqual([...countries].sort(), ['fr', 'gb']);
});

test('notices that the file was cut off, and takes nothing else for its contents', async (t) => {
  const content = placesFile(all, { recordSize: 24, ipVersion: 4 });
  const { nodes } = await readDataFile(await inFile(t, content));
  const path = await inFile(t, content);
  const descriptor = openSync(path, 'r');
  t.after(() => closeSync(descriptor));
  const { left } = blockWalker(descriptor, { nodeCount: nodes, recordSize: 24 }, 1);
  assert.equal(left(0), content.readUIntBE(0, 3));
  await truncate(path, 4000);
  for (let time = 0; time < 2; time += 1) assert.throws(() => left(6 * 1000), /shorter than before/);
  assert.equal(left(6 * 511), content.readUIntBE(6 * 511, 3), 'the first block can still be read');
});

test('says what is wrong with a file, like the other way to read it', async (t) => {
  const content = placesFile(all, { recordSize: 28, ipVersion: 4 });
  const wrong = {
    empty: Buffer.alloc(0),
    compressed: Buffer.from([0x1f, 0x8b, 8, 0, 0]),
    'cut off': content.subarray(0, content.length - 200),
    'other contents': Buffer.from('not a database'),
    'without its middle': Buffer.concat([content.subarray(0, 1000), content.subarray(-2000)]),
    'without countries': placesFile({ '0.0.0.0/0': { autonomous_system_number: 64496 } }, { ipVersion: 4 }),
  };
  for (const [name, bytes] of Object.entries(wrong)) {
    const path = await inFile(t, bytes);
    const problemOf = (reading: Promise<unknown>) =>
      reading.then(
        () => 'none',
        (error: Error) => error.message,
      );
    const problem = await problemOf(readDataFile(path));
    assert.notEqual(problem, 'none', name);
    assert.equal(await problemOf(openDataFile(path)), problem, name);
  }
  const missing = join(tmpdir(), 'fingerpost-no-such-file.mmdb');
  await assert.rejects(openDataFile(missing), /it does not exist/);
  await assert.rejects(openDataFile(tmpdir()), /it is not a file/);
});
