// The smallest file of the MaxMind DB format: one record, for every address there is.

const TEXT = 2;
const MAP = 7;
const UINT = 6;
const DATA_SEPARATOR = Buffer.alloc(16);
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');

export function placesFile(record: object, ipVersion: 4 | 6): Buffer {
  const [nodeCount, recordSize] = [1, 24];
  // Both branches of the only node lead to the start of the data.
  const pointer = Buffer.alloc(3);
  pointer.writeUIntBE(nodeCount + DATA_SEPARATOR.length, 0, 3);
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 0,
    database_type: 'test',
    ip_version: ipVersion,
    node_count: nodeCount,
    record_size: recordSize,
  };
  return Buffer.concat([pointer, pointer, DATA_SEPARATOR, encoded(record), METADATA_MARKER, encoded(metadata)]);
}

function encoded(value: unknown): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([control(TEXT, text.length), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(UINT, bytes.length), bytes]);
  }
  const entries = Object.entries(value as object);
  return Buffer.concat([control(MAP, entries.length), ...entries.flat().map(encoded)]);
}

function control(type: number, size: number): Buffer {
  if (size < 29) return Buffer.from([(type << 5) | size]);
  if (size < 285) return Buffer.from([(type << 5) | 29, size - 29]);
  return Buffer.from([(type << 5) | 30, (size - 285) >> 8, (size - 285) & 255]);
}
