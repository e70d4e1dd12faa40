// CBOR, as far as passkeys need it: maps of integers, short texts, bytes, and lists of bytes.
export type Value = string | number | Buffer | readonly Buffer[] | { cbor: Buffer };

export function map(entries: readonly (readonly [string | number, Value])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, value]) => [item(key), item(value)])]);
}

function item(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return 'cbor' in value ? value.cbor : Buffer.concat([head(4, value.length), ...value.map(item)]);
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  return length < 256 ? Buffer.from([(type << 5) | 24, length]) : Buffer.from([(type << 5) | 25, length >> 8, length]);
}
