// Finds the location of an address in a MaxMind DB file: the built-in one, or another one with countries and optionally
// cities. A file is read on first use, so that it does not slow down the start. A configured file is reloaded when it
// changes. The built-in file changes only with an install.
import { isIPv4 } from 'node:net';
import type { Micros } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import { plainAddress } from './address.ts';
import { builtInFile } from './geography/built-in.ts';
import { dbIpLite, type Licence, licenceOf } from './geography/licence.ts';
import { type Place, unknownPlace } from './geography/place.ts';
import { type GeographyLogger, openSource } from './geography/source.ts';

/** The part that recording a visit needs. */
export interface Locator {
  /** Synchronous on a cache hit. */
  locate(address: string | undefined): Place | Promise<Place>;
}

export interface Geography extends Locator {
  /** Reads the file now, so that the first visitor does not wait. */
  load(): Promise<void>;
  /** The licence of the data in use; undefined if there is no data or its licence is unknown. */
  licence(): Licence | undefined;
  figures(): GeographyFigures;
  /** Stops watching the file. */
  close(): void;
}

export interface GeographyFigures {
  /** Build time of the oldest file in use; undefined before it is read. */
  builtAt: Micros | undefined;
  /** How often a changed file was reloaded. */
  reloads: number;
  /** How often a file could not be used, including the first read. */
  failures: number;
  /** Cache hits and misses. */
  hits: number;
  misses: number;
  /** The number of cached locations. */
  kept: number;
}

export interface GeographyOptions {
  /** A .mmdb file for IPv4 and IPv6, instead of the built-in ones. */
  database?: string | undefined;
  /** How often to check whether the file has changed. */
  watchEveryMs?: number;
  logger: GeographyLogger;
}

const WATCH_EVERY_MS = 3000;
const MAX_CACHED_PLACES = 20_000;

export function createGeography({ database, watchEveryMs = WATCH_EVERY_MS, logger }: GeographyOptions): Geography {
  const places = createLru<string, Place>(MAX_CACHED_PLACES);
  const onReload = () => places.clear();
  const version4 = database
    ? openSource({ path: database, watchEveryMs, logger, onReload })
    : openSource({ path: builtInFile(4), logger, onReload });
  const version6 = database ? version4 : openSource({ path: builtInFile(6), logger, onReload });
  const sources = [...new Set([version4, version6])];
  let hits = 0;
  let misses = 0;

  async function lookUp(address: string): Promise<Place> {
    const source = isIPv4(address) ? version4 : version6;
    await source.ready();
    // Look up and cache without an await in between: otherwise a reload could leave a location of the old file in the
    // cache.
    const place = source.inUse()?.locate(address) ?? unknownPlace;
    places.set(address, place);
    return place;
  }

  return {
    locate(given) {
      const address = plainAddress(given);
      if (address === '') return unknownPlace;
      const cached = places.get(address);
      if (!cached) {
        misses += 1;
        return lookUp(address);
      }
      hits += 1;
      return cached;
    },
    load: () => version4.ready(),
    licence() {
      if (!database) return dbIpLite;
      const data = version4.inUse();
      return data && licenceOf(data.type);
    },
    figures() {
      const built = sources.flatMap((source) => source.inUse()?.builtAt ?? []);
      const each = sources.map((source) => source.figures());
      return {
        builtAt: built.length > 0 ? Math.min(...built) : undefined,
        reloads: each.reduce((sum, { reloads }) => sum + reloads, 0),
        failures: each.reduce((sum, { failures }) => sum + failures, 0),
        hits,
        misses,
        kept: places.size,
      };
    },
    close() {
      for (const source of sources) source.close();
    },
  };
}

/** `United Kingdom` for `gb`. */
export function countryName(iso: string): string {
  if (!/^[a-z]{2}$/.test(iso) || iso === 'zz') return UNKNOWN;
  const known = countryNames.get(iso);
  if (known !== undefined) return known;
  const name = regionNames.of(iso.toUpperCase()) ?? UNKNOWN;
  countryNames.set(iso, name);
  return name;
}

const UNKNOWN = 'Unknown';
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** A list of a thousand visitors needs as many names. There are at most as many as pairs of letters. */
const countryNames = new Map<string, string>();
