// Describes the geolocation files for the operator. They are read in the same way as by the service, so the result
// shows what the service would do.
import { DAY, type Micros } from '../../../../contract/time.ts';
import { builtInFile } from './built-in.ts';
import { type DataFile, readDataFile, UnusableFile } from './data-file.ts';
import { dbIpLite, type Licence, licenceOf } from './licence.ts';

/** Networks move, so old data becomes less accurate. A licence may require a shorter time. */
export const STALE_AFTER_DAYS = 180;

export interface GeoFile {
  readonly file: string;
  /** It is part of the install and not configured. */
  readonly builtIn: boolean;
  /** The addresses that are looked up in it. */
  readonly serves: 'IPv4' | 'IPv6' | 'IPv4 and IPv6';
}

export interface UsableGeoData extends GeoFile, Omit<DataFile, 'locate' | 'close'> {
  readonly usable: true;
  /** Whole days; negative if the clock is behind the file's date. */
  readonly ageDays: number;
  readonly staleAfterDays: number;
  readonly isStale: boolean;
  /** Undefined if the file does not name its publisher. The operator must then look it up. */
  readonly licence: Licence | undefined;
}

export interface UnusableGeoData extends GeoFile {
  readonly usable: false;
  /** The problem and its remedy, each as a clause for use in a sentence. */
  readonly problem: string;
  readonly remedy: string;
}

export type GeoData = UsableGeoData | UnusableGeoData;

/** Describes the configured file, or the built-in ones. */
export async function describeGeoData(database: string | undefined, now: Micros): Promise<GeoData[]> {
  const files: GeoFile[] = database
    ? [{ file: database, builtIn: false, serves: 'IPv4 and IPv6' }]
    : [
        { file: builtInFile(4), builtIn: true, serves: 'IPv4' },
        { file: builtInFile(6), builtIn: true, serves: 'IPv6' },
      ];
  const described: GeoData[] = [];
  // One at a time, because the files are large.
  for (const file of files) described.push(await describe(file, now));
  return described;
}

async function describe(file: GeoFile, now: Micros): Promise<GeoData> {
  try {
    const { locate: _, close: __, ...data } = await readDataFile(file.file);
    const licence = file.builtIn ? dbIpLite : licenceOf(data.type);
    const serves = data.ipVersion === 4 ? 'IPv4' : file.serves;
    const ageDays = Math.floor((now - data.builtAt) / DAY);
    const staleAfterDays = licence?.maxDays ?? STALE_AFTER_DAYS;
    return {
      ...file,
      ...data,
      serves,
      usable: true,
      ageDays,
      staleAfterDays,
      isStale: ageDays > staleAfterDays,
      licence,
    };
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const remedy = file.builtIn ? 'reinstall with "npm ci"' : error.remedy;
    return { ...file, usable: false, problem: error.message, remedy };
  }
}
