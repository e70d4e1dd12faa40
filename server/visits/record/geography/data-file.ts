// A file of the MaxMind DB format, read whole and checked before it is used: one that is half there, or that is about
// something else than countries, is told by what is wrong with it.
import { type FileHandle, open } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Reader, type Response } from 'maxmind';
import type { Micros } from '../../../../contract/time.ts';
import { type Place, placeOf, unknownPlace } from './place.ts';
import { sampleOf } from './sample.ts';

export interface DataFile {
  /** As the file itself calls it, such as `GeoLite2-City`. */
  readonly type: string;
  readonly builtAt: Micros;
  readonly size: number;
  /** 6 has both, as a rule. */
  readonly ipVersion: 4 | 6;
  readonly nodes: number;
  readonly hasCities: boolean;
  locate(address: string): Place;
}

/** What is wrong with a file, and what to do about it, each as a clause that a sentence can be made of. */
export class UnusableFile extends Error {
  readonly remedy: string;
  constructor(problem: string, remedy: string) {
    super(problem);
    this.remedy = remedy;
  }
}

/** It is being written right now: what was read is neither the old file nor the new one. */
export class ChangedMeanwhile extends UnusableFile {
  constructor() {
    super('it changed while it was read', 'try again when it is written');
  }
}

const MAX_METADATA = 128 * 1024;
const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const SEPARATOR = Buffer.alloc(16);
const RECORDS_KEPT = 10_000;
const FETCH_AGAIN = 'fetch it again';

export async function readDataFile(path: string): Promise<DataFile> {
  const bytes = await bytesOf(path);
  if (bytes.length === 0) throw new UnusableFile('it is empty', FETCH_AGAIN);
  if (bytes.readUInt8(0) === 0x1f && bytes[1] === 0x8b) {
    throw new UnusableFile('it is compressed', 'unpack it, and take the .mmdb file');
  }
  // The library would look for this through the whole file, and hold up everybody meanwhile.
  const ending = bytes.subarray(-MAX_METADATA);
  const markerAt = ending.lastIndexOf(METADATA_MARKER);
  if (markerAt < 0) throw new UnusableFile('it is no whole file of the MaxMind DB format (.mmdb)', FETCH_AGAIN);
  try {
    return checked(bytes, bytes.length - ending.length + markerAt);
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new UnusableFile('it is broken: its parts do not fit together', FETCH_AGAIN);
  }
}

async function bytesOf(path: string): Promise<Buffer> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const before = await file.stat({ bigint: true });
    if (!before.isFile()) throw new UnusableFile('it is no file', 'set GEO_DATABASE to the .mmdb file itself');
    const bytes = await file.readFile();
    const after = await file.stat({ bigint: true });
    if (before.mtimeNs !== after.mtimeNs || after.size !== BigInt(bytes.length)) throw new ChangedMeanwhile();
    return bytes;
  } catch (error) {
    throw error instanceof UnusableFile ? error : unreadable(error as NodeJS.ErrnoException);
  } finally {
    await file?.close();
  }
}

function unreadable({ code, message }: NodeJS.ErrnoException): UnusableFile {
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new UnusableFile('it is not there', 'put it there, or set GEO_DATABASE to where it is');
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new UnusableFile('this user may not read it', 'change its owner or its mode');
  }
  return new UnusableFile(`it cannot be read (${code ?? message})`, 'look to the disk that it is on');
}

function checked(bytes: Buffer, metadataAt: number): DataFile {
  const places = new WeakMap<object, Place>();
  const reader = new Reader<Response>(bytes, { cache: new LRUCache<string | number, object>({ max: RECORDS_KEPT }) });
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
  if (!isWhole || (ipVersion !== 4 && ipVersion !== 6)) throw new Error('not as the format wants it');

  const { hasCountries, hasCities } = sampleOf(reader);
  if (!hasCountries) {
    const problem = `it knows no countries (its type is "${databaseType}")`;
    throw new UnusableFile(problem, 'take a file of cities, such as GeoLite2-City');
  }
  return { type: databaseType, builtAt, size: bytes.length, ipVersion, nodes: nodeCount, hasCities, locate };

  function locate(address: string): Place {
    // An IPv6 address in a tree of IPv4 would be taken by its first four bytes for another place.
    if (ipVersion === 4 && !isIPv4(address)) return unknownPlace;
    try {
      return placeIn(reader.get(address));
    } catch {
      // One record that cannot be read is no reason to lose the visit.
      return unknownPlace;
    }
  }

  /** A record that is kept is the same for all addresses of its network: their places, kept one by one, are then one. */
  function placeIn(record: object | null): Place {
    if (!record) return unknownPlace;
    const known = places.get(record);
    if (known) return known;
    const place = placeOf(record);
    places.set(record, place);
    return place;
  }
}
