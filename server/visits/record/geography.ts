// Where an address is, by a file of the MaxMind DB format: the one that came with the install, or any other that knows
// countries, and cities if it can. A file is read when it is first asked for and not before, so that it holds up no
// start. One that is configured is taken up anew when it changes; what came with the install changes with an install.
import { isIPv4 } from 'node:net';
import type { Micros } from '../../../contract/time.ts';
import { createLru } from '../../cache/lru.ts';
import { plainAddress } from './address.ts';
import { builtInFile } from './geography/built-in.ts';
import { dbIpLite, type Licence, licenceOf } from './geography/licence.ts';
import { type Place, unknownPlace } from './geography/place.ts';
import { type GeographyLogger, openSource } from './geography/source.ts';

/** What counting a visit needs of it. */
export interface Locator {
  /** At once where it is known. */
  locate(address: string | undefined): Place | Promise<Place>;
}

export interface Geography extends Locator {
  /** Reads the file now, so that the first visitor does not wait for it. */
  load(): Promise<void>;
  /** The terms of the data in use; nothing where there is none, or where they are not known. */
  licence(): Licence | undefined;
  figures(): GeographyFigures;
  /** Looks no more whether the file changed. */
  close(): void;
}

export interface GeographyFigures {
  /** When the data in use was built, the oldest of it; nothing before it is read. */
  builtAt: Micros | undefined;
  /** How often a changed file was taken up since the start. */
  reloads: number;
  /** How often a file was found unfit to be used, the first time included. */
  failures: number;
  /** Places that were known from a moment ago, and those that had to be looked up. */
  hits: number;
  misses: number;
  /** How many places are kept for that. */
  kept: number;
}

export interface GeographyOptions {
  /** A .mmdb file, for IPv4 and IPv6 alike, in place of those that came with the install. */
  database?: string | undefined;
  /** How often to look whether that file changed. */
  watchEveryMs?: number;
  logger: GeographyLogger;
}

const WATCH_EVERY_MS = 3000;
const PLACES_KEPT = 20_000;

export function createGeography({ database, watchEveryMs = WATCH_EVERY_MS, logger }: GeographyOptions): Geography {
  const places = createLru<string, Place>(PLACES_KEPT);
  const takenUp = () => places.clear();
  const version4 = database
    ? openSource({ path: database, watchEveryMs, logger, takenUp })
    : openSource({ path: builtInFile(4), logger, takenUp });
  const version6 = database ? version4 : openSource({ path: builtInFile(6), logger, takenUp });
  const sources = [...new Set([version4, version6])];
  let hits = 0;
  let misses = 0;

  async function lookUp(address: string): Promise<Place> {
    const source = isIPv4(address) ? version4 : version6;
    await source.ready();
    // Looked up and kept in one go: a file taken up in between would leave a place of the former one behind.
    const place = source.inUse()?.locate(address) ?? unknownPlace;
    places.set(address, place);
    return place;
  }

  return {
    locate(given) {
      const address = plainAddress(given);
      if (address === '') return unknownPlace;
      const kept = places.get(address);
      if (!kept) {
        misses += 1;
        return lookUp(address);
      }
      hits += 1;
      return kept;
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
/** A list of a thousand visitors asks for as many names; there are no more of them than pairs of letters. */
const countryNames = new Map<string, string>();
