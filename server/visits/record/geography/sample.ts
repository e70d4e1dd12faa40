// Finds out what a file contains from a sample of its records. Its type is only a name, and every publisher uses its
// own.
import type { Reader, Response } from 'maxmind';
import { hasCity, placeOf, unknownPlace } from './place.ts';

const STARTS = 64;
const RECORDS_EACH = 4;
/** A single small network is surrounded by one empty network per bit. */
const MAX_STEPS = 300;

/** Throws if a record cannot be read. */
export function sampleOf(reader: Reader<Response>): { hasCountries: boolean; hasCities: boolean } {
  const places = [...records(reader)].map(placeOf);
  return { hasCountries: places.some((place) => place !== unknownPlace), hasCities: places.some(hasCity) };
}

function* records(reader: Reader<Response>): Generator<Response> {
  const { ipVersion } = reader.metadata;
  yield* spread(reader, 32n, 0n, 1n << 32n);
  if (ipVersion !== 6) return;
  // From the start, for any data at all, and across all public addresses: 2000::/3.
  yield* some(reader, 128n, 0n);
  yield* spread(reader, 128n, 1n << 125n, 1n << 125n);
}

function* spread(reader: Reader<Response>, bits: bigint, from: bigint, count: bigint): Generator<Response> {
  for (let index = 0n; index < STARTS; index++) yield* some(reader, bits, from + (index * count) / BigInt(STARTS));
}

/** The first networks with a record, starting at this address. */
function* some(reader: Reader<Response>, bits: bigint, from: bigint): Generator<Response> {
  let found = 0;
  let address = from;
  for (let step = 0; step < MAX_STEPS && found < RECORDS_EACH && address < 1n << bits; step++) {
    const [record, prefix] = reader.getWithPrefixLength(bits === 32n ? version4(address) : version6(address));
    if (record !== null) {
      found += 1;
      yield record;
    }
    const rest = bits - BigInt(prefix);
    address = ((address >> rest) + 1n) << rest;
  }
}

function version4(address: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join('.');
}

function version6(address: bigint): string {
  return Array.from({ length: 8 }, (_, index) => ((address >> BigInt(112 - 16 * index)) & 65535n).toString(16)).join(
    ':',
  );
}
