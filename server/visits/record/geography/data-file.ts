// A MaxMind DB file. It is read completely and checked before use. The error of an incomplete or unsuitable file says
// what is wrong.
import { type FileHandle, open } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Reader, type Response } from 'maxmind';
import type { Micros } from '../../../../contract/time.ts';
import { type Place, placeOf, unknownPlace } from './place.ts';
import { sampleOf } from './sample.ts';

export interface DataFile {
  /** The file's own type name, such as `GeoLite2-City`. */
  readonly type: string;
  readonly builtAt: Micros;
  readonly size: number;
  /** 6 usually includes IPv4. */
  readonly ipVersion: 4 | 6;
  readonly nodes: number;
  readonly hasCities: boolean;
  locate(address: string): Place;
}

/** The problem of a file and its remedy, each as a clause for use in a sentence. */
export class UnusableFile extends Error {
  readonly remedy: string;
  constructor(problem: string, remedy: string) {
    super(problem);
    this.remedy = remedy;
  }
}

/** The file is being written: the bytes read are neither the old file nor the new one. */
export class ChangedDuringRead extends UnusableFile {
  constructor() {
    super('it changed while it was read', 'try again when it is complete');
  }
}

/** What one read waits for. */
const PART = 4 * 1024 * 1024;
const MAX_METADATA = 128 * 1024;
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const SEPARATOR = Buffer.alloc(16);
const MAX_CACHED_RECORDS = 2000;
const FETCH_AGAIN = 'download it again';

export async function readDataFile(path: string): Promise<DataFile> {
  const bytes = await bytesOf(path);
  if (bytes.length === 0) throw new UnusableFile('it is empty', FETCH_AGAIN);
  if (bytes.readUInt8(0) === 0x1f && bytes[1] === 0x8b) {
    throw new UnusableFile('it is compressed', 'decompress it and use the .mmdb file');
  }
  // The library would search the whole file for this marker and block the event loop.
  const ending = bytes.subarray(-MAX_METADATA);
  const markerAt = ending.lastIndexOf(METADATA_MARKER);
  if (markerAt < 0) throw new UnusableFile('it is not a complete MaxMind DB file (.mmdb)', FETCH_AGAIN);
  try {
    return checked(bytes, bytes.length - ending.length + markerAt);
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new UnusableFile('it is damaged: its structure is inconsistent', FETCH_AGAIN);
  }
}

async function bytesOf(path: string): Promise<Buffer> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const before = await file.stat({ bigint: true });
    if (!before.isFile()) throw new UnusableFile('it is not a file', 'set GEO_DATABASE to the .mmdb file itself');
    const bytes = await contentOf(file, Number(before.size));
    const after = await file.stat({ bigint: true });
    if (before.mtimeNs !== after.mtimeNs || after.size !== BigInt(bytes.length)) throw new ChangedDuringRead();
    return bytes;
  } catch (error) {
    throw error instanceof UnusableFile ? error : unreadable(error as NodeJS.ErrnoException);
  } finally {
    await file?.close();
  }
}

/** `readFile` would collect parts and then copy them: twice the memory, and the parts leave gaps behind. */
async function contentOf(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, Math.min(PART, size - length));
    if (bytesRead === 0) throw new ChangedDuringRead();
    length += bytesRead;
  }
  return bytes;
}

function unreadable({ code, message }: NodeJS.ErrnoException): UnusableFile {
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new UnusableFile('it does not exist', 'put the file there, or set GEO_DATABASE to its path');
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new UnusableFile('this user has no permission to read it', 'change its owner or mode');
  }
  return new UnusableFile(`it cannot be read (${code ?? message})`, 'check the disk');
}

function checked(bytes: Buffer, metadataAt: number): DataFile {
  const places = new WeakMap<object, Place>();
  const reader = new Reader<Response>(bytes, {
    cache: new LRUCache<string | number, object>({ max: MAX_CACHED_RECORDS }),
  });
  const { databaseType, buildEpoch, ipVersion, nodeCount, searchTreeSize, binaryFormatMajorVersion } = reader.metadata;
  const separator = bytes.subarray(searchTreeSize, searchTreeSize + SEPARATOR.length);
  const builtAt = buildEpoch.getTime() * 1000;
  const isWhole =
    binaryFormatMajorVersion === 2 &&
    typeof databaseType === 'string' &&
    Number.isSafeInteger(builtAt) &&
    nodeCount > 0 &&
    searchTreeSize + SEPARATOR.length <= metadataAt &&
    separator.equals(SEPARATOR);
  if (!isWhole || (ipVersion !== 4 && ipVersion !== 6)) throw new Error('invalid metadata');

  const { hasCountries, hasCities } = sampleOf(reader);
  if (!hasCountries) {
    const problem = `it contains no countries (its type is "${databaseType}")`;
    throw new UnusableFile(problem, 'use a city database, such as GeoLite2-City');
  }
  return { type: databaseType, builtAt, size: bytes.length, ipVersion, nodes: nodeCount, hasCities, locate };

  function locate(address: string): Place {
    // The library would use the first four bytes of an IPv6 address to search an IPv4 tree.
    if (ipVersion === 4 && !isIPv4(address)) return unknownPlace;
    try {
      return placeIn(reader.get(address));
    } catch {
      // A record that cannot be read must not lose the visit.
      return unknownPlace;
    }
  }

  /** Cached records are shared by all addresses of a network, so their locations can share one object. */
  function placeIn(record: object | null): Place {
    if (!record) return unknownPlace;
    const known = places.get(record);
    if (known) return known;
    const place = placeOf(record);
    places.set(record, place);
    return place;
  }
}
