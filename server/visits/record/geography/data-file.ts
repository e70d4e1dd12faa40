// A MaxMind DB file. It is checked before use. The error of an incomplete or unsuitable file says what is wrong.
import { type FileHandle, open } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Reader, type Response } from 'maxmind';
import type { Micros } from '../../../../contract/time.ts';
import { type Place, placeOf, unknownPlace } from './place.ts';
import { sampleOf } from './sample.ts';
import { blockWalker, type Walker } from './tree-blocks.ts';

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
  close(): Promise<void>;
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
const PART = 1024 * 1024;
const MAX_METADATA = 128 * 1024;
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const SEPARATOR = Buffer.alloc(16);
const MAX_CACHED_RECORDS = 2000;
const FETCH_AGAIN = 'download it again';

type PlaceReader = Reader<Response>;

/** Reads the whole file, which may then change at any time. */
export function readDataFile(path: string): Promise<DataFile> {
  return explained(async () => {
    const file = await open(path);
    try {
      const before = await statsOf(file);
      const bytes = Buffer.allocUnsafeSlow(Number(before.size));
      await readInto(bytes, file, 0);
      const after = await statsOf(file);
      if (before.mtimeNs !== after.mtimeNs || before.size !== after.size) throw new ChangedDuringRead();
      const metadataAt = metadataIn(bytes);
      return { ...checked(readerOf(bytes), bytes, metadataAt), close: async () => {} };
    } finally {
      await file.close();
    }
  });
}

/** Leaves the search tree on the disk, which needs far less memory. The file must not be rewritten in place. */
export function openDataFile(path: string): Promise<DataFile> {
  return explained(async () => {
    const file = await open(path);
    try {
      // Memory that is never written to is never taken from the system.
      const bytes = Buffer.alloc(Number((await statsOf(file)).size));
      await file.read(bytes, 0, Math.min(2, bytes.length), 0);
      await readInto(bytes, file, Math.max(0, bytes.length - MAX_METADATA));
      const metadataAt = metadataIn(bytes);
      const reader = readerOf(bytes);
      const { searchTreeSize } = reader.metadata;
      await readInto(bytes, file, Math.min(searchTreeSize, bytes.length));
      await readAhead(file, Math.min(searchTreeSize, bytes.length));
      replaceWalker(reader, blockWalker(file.fd, reader.metadata));
      return { ...checked(reader, bytes, metadataAt), close: () => file.close() };
    } catch (error) {
      await file.close();
      throw error;
    }
  });
}

/** Every error becomes one that says what is wrong with the file. */
async function explained(work: () => Promise<DataFile>): Promise<DataFile> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw unreadable(error as NodeJS.ErrnoException);
    throw new UnusableFile('it is damaged: its structure is inconsistent', FETCH_AGAIN);
  }
}

async function statsOf(file: FileHandle) {
  const stats = await file.stat({ bigint: true });
  if (!stats.isFile()) throw new UnusableFile('it is not a file', 'set GEO_DATABASE to the .mmdb file itself');
  if (stats.size === 0n) throw new UnusableFile('it is empty', FETCH_AGAIN);
  return stats;
}

/** From this place on. `readFile` would collect parts and then copy them, which needs twice the memory. */
async function readInto(bytes: Buffer, file: FileHandle, start: number): Promise<void> {
  for (let at = start; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, Math.min(PART, bytes.length - at), at);
    if (bytesRead === 0) throw new ChangedDuringRead();
    at += bytesRead;
  }
}

/** Lets the operating system read the file into its cache, so that later reads do not wait for the disk. */
async function readAhead(file: FileHandle, length: number): Promise<void> {
  const scratch = Buffer.allocUnsafeSlow(PART);
  for (let at = 0; at < length; at += PART) await file.read(scratch, 0, PART, at);
}

/** Returns where the metadata starts. The library would search the whole file for it and block the event loop. */
function metadataIn(bytes: Buffer): number {
  if (bytes.readUInt8(0) === 0x1f && bytes[1] === 0x8b) {
    throw new UnusableFile('it is compressed', 'decompress it and use the .mmdb file');
  }
  const ending = bytes.subarray(-MAX_METADATA);
  const markerAt = ending.lastIndexOf(METADATA_MARKER);
  if (markerAt < 0) throw new UnusableFile('it is not a complete MaxMind DB file (.mmdb)', FETCH_AGAIN);
  return bytes.length - ending.length + markerAt;
}

function readerOf(bytes: Buffer): PlaceReader {
  return new Reader(bytes, { cache: new LRUCache<string | number, object>({ max: MAX_CACHED_RECORDS }) });
}

/** The library has no public way to read a part of the file from elsewhere. */
function replaceWalker(reader: PlaceReader, walker: Walker): void {
  const internals = reader as unknown as { walker: Walker; ipv4StartNodeNumber: number; ipv4Start(): number };
  internals.walker = walker;
  internals.ipv4StartNodeNumber = internals.ipv4Start();
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

function checked(reader: PlaceReader, bytes: Buffer, metadataAt: number): Omit<DataFile, 'close'> {
  const places = new WeakMap<object, Place>();
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
