// Small files in the MaxMind DB format, version 2.0: a tree of networks, their records, and metadata. IPv4 is in the IPv6
// tree under ::/96 and, as in MaxMind's files, under the IPv6 prefixes that map to IPv4.
import { isIPv4 } from 'node:net';

export interface FileOptions {
  type?: string;
  builtAt?: Date;
  ipVersion?: 4 | 6;
  recordSize?: 24 | 28 | 32;
}

type Branch = Node | Leaf | undefined;
type Node = { branches: [Branch, Branch] };
type Leaf = { record: object };

const kinds = { text: 2, double: 3, uint16: 5, uint32: 6, map: 7, uint64: 9, array: 11, boolean: 14 };
const SEPARATOR = Buffer.alloc(16);
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const STANDING_FOR_IPV4 = ['::ffff:0:0/96', '2002::/16'];

/** Networks such as `192.0.2.0/24` or `2001:db8::/32` with their records; a larger network comes before those it contains. */
export function placesFile(networks: Record<string, object>, options: FileOptions = {}): Buffer {
  const { type = 'Test-City', builtAt = new Date('2026-10-01'), ipVersion = 6, recordSize = 24 } = options;
  const root: Node = { branches: [undefined, undefined] };
  for (const [network, record] of Object.entries(networks)) place(root, bitsOf(network, ipVersion), { record });
  if (ipVersion === 6) {
    const version4 = '0'
      .repeat(96)
      .split('')
      .reduce<Branch>((at) => (at && 'branches' in at ? at.branches[0] : at), root);
    for (const network of STANDING_FOR_IPV4) if (version4) place(root, bitsOf(network, 6), version4);
  }

  const nodes = [root];
  const numbers = new Map([[root, 0]]);
  for (const { branches } of nodes) {
    for (const branch of branches) {
      if (!branch || 'record' in branch || numbers.has(branch)) continue;
      numbers.set(branch, nodes.length);
      nodes.push(branch);
    }
  }
  const data: Buffer[] = [];
  const offsets = new Map<object, number>();
  let size = 0;
  function valueFor(branch: Branch): number {
    if (!branch) return nodes.length;
    if ('branches' in branch) return numbers.get(branch)!;
    if (!offsets.has(branch.record)) {
      offsets.set(branch.record, size);
      size += data[data.push(encoded(branch.record)) - 1]!.length;
    }
    return nodes.length + SEPARATOR.length + offsets.get(branch.record)!;
  }
  const tree = nodes.map(({ branches: [left, right] }) => pairOf(valueFor(left), valueFor(right), recordSize));
  const metadata = map({
    binary_format_major_version: uint(kinds.uint16, 2),
    binary_format_minor_version: uint(kinds.uint16, 0),
    build_epoch: uint(kinds.uint64, builtAt.getTime() / 1000),
    database_type: encoded(type),
    description: encoded({ en: 'Made up for tests' }),
    ip_version: uint(kinds.uint16, ipVersion),
    languages: encoded(['en']),
    node_count: uint(kinds.uint32, nodes.length),
    record_size: uint(kinds.uint16, recordSize),
  });
  return Buffer.concat([...tree, SEPARATOR, ...data, METADATA_MARKER, metadata]);
}

/** A record as in MaxMind's city files. */
export function maxmindRecord(iso: string, city?: Record<string, string>): object {
  return {
    ...(city && { city: { geoname_id: 2643743, names: city } }),
    continent: { code: 'EU', geoname_id: 6255148, names: { de: 'Europa', en: 'Europe' } },
    country: { geoname_id: 2635167, is_in_european_union: false, iso_code: iso, names: { en: `Country ${iso}` } },
    location: { accuracy_radius: 10, latitude: 51.5142, longitude: -0.0931, time_zone: 'Europe/London' },
    registered_country: { geoname_id: 6252001, iso_code: 'US', names: { en: 'United States' } },
    subdivisions: [{ geoname_id: 6269131, iso_code: 'ENG', names: { en: 'England' } }],
  };
}

function place(root: Node, bits: string, leaf: Node | Leaf): void {
  if (bits === '') {
    root.branches = [leaf, leaf];
    return;
  }
  let node = root;
  for (const bit of bits.slice(0, -1)) {
    const side = Number(bit) as 0 | 1;
    const there = node.branches[side];
    const next: Node = there && 'branches' in there ? there : { branches: [there, there] };
    node.branches[side] = next;
    node = next;
  }
  node.branches[Number(bits.at(-1)) as 0 | 1] = leaf;
}

function bitsOf(network: string, ipVersion: 4 | 6): string {
  const [address, length] = network.split('/') as [string, string];
  if (isIPv4(address)) {
    const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
    return (ipVersion === 6 ? '0'.repeat(96) : '') + bits.join('').slice(0, Number(length));
  }
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const middle = Array(8 - left.length - right.length).fill('0');
  const words = [...left, ...middle, ...right].map((word) => Number.parseInt(word, 16).toString(2).padStart(16, '0'));
  return words.join('').slice(0, Number(length));
}

function pairOf(left: number, right: number, recordSize: number): Buffer {
  const bits = [left, right].map((value) => value.toString(2).padStart(recordSize, '0')) as [string, string];
  // With 28 bits, the highest four bits of both share the middle byte.
  const all = recordSize === 28 ? [bits[0].slice(4), bits[0].slice(0, 4), ...bits.slice(1)].join('') : bits.join('');
  return Buffer.from(all.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}

function encoded(value: unknown): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(kinds.text, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'boolean') return control(kinds.boolean, Number(value));
  if (Array.isArray(value)) return Buffer.concat([control(kinds.array, value.length), ...value.map(encoded)]);
  if (typeof value === 'object') {
    return map(Object.fromEntries(Object.entries(value!).map(([key, item]) => [key, encoded(item)])));
  }
  if (Number.isInteger(value)) return uint(kinds.uint32, value as number);
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value as number);
  return Buffer.concat([control(kinds.double, bytes.length), bytes]);
}

function map(entries: Record<string, Buffer>): Buffer {
  const all = Object.entries(entries);
  return Buffer.concat([control(kinds.map, all.length), ...all.flatMap(([key, value]) => [encoded(key), value])]);
}

/** Without leading zero bytes; 0 has no bytes. */
function uint(kind: number, value: number): Buffer {
  const hex = value === 0 ? '' : value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return Buffer.concat([control(kind, bytes.length), bytes]);
}

function control(kind: number, size: number): Buffer {
  const extended = kind > 7 ? [kind - 7] : [];
  const first = kind > 7 ? 0 : kind << 5;
  if (size < 29) return Buffer.from([first | size, ...extended]);
  if (size < 285) return Buffer.from([first | 29, ...extended, size - 29]);
  return Buffer.from([first | 30, ...extended, (size - 285) >> 8, (size - 285) & 255]);
}
