// What there is to know about the files of places, for whoever looks after the installation. Each is read as the
// service reads it, so what is said here of its use is what the service would do.
import { DAY, type Micros } from '../../../../contract/time.ts';
import { builtInFile } from './built-in.ts';
import { type DataFile, readDataFile, UnusableFile } from './data-file.ts';
import { dbIpLite, type Licence, licenceOf } from './licence.ts';

/** Networks move, and old data tells more and more of them wrong. A licence may want less than this. */
export const STALE_AFTER_DAYS = 180;

export interface GeoFile {
  readonly file: string;
  /** It came with the install, and no setting names it. */
  readonly builtIn: boolean;
  /** The addresses that it is asked about. */
  readonly serves: 'IPv4' | 'IPv6' | 'IPv4 and IPv6';
}

export interface UsableGeoData extends GeoFile, Omit<DataFile, 'locate'> {
  readonly usable: true;
  /** Whole days; negative where the clock is behind the file. */
  readonly ageDays: number;
  readonly staleAfterDays: number;
  readonly isStale: boolean;
  /** Nothing where the file does not tell its publisher: it has to be looked up. */
  readonly licence: Licence | undefined;
}

export interface UnusableGeoData extends GeoFile {
  readonly usable: false;
  /** What is wrong, and what to do about it: each a clause that a sentence can be made of. */
  readonly problem: string;
  readonly remedy: string;
}

export type GeoData = UsableGeoData | UnusableGeoData;

/** Of the file that is configured, or of those that came with the install. */
export async function describeGeoData(database: string | undefined, now: Micros): Promise<GeoData[]> {
  const files: GeoFile[] = database
    ? [{ file: database, builtIn: false, serves: 'IPv4 and IPv6' }]
    : [
        { file: builtInFile(4), builtIn: true, serves: 'IPv4' },
        { file: builtInFile(6), builtIn: true, serves: 'IPv6' },
      ];
  const described: GeoData[] = [];
  // One after the other: they are large, and nothing of them is kept.
  for (const file of files) described.push(await describe(file, now));
  return described;
}

async function describe(file: GeoFile, now: Micros): Promise<GeoData> {
  try {
    const { locate: _, ...data } = await readDataFile(file.file);
    const licence = file.builtIn ? dbIpLite : licenceOf(data.type);
    const serves = data.ipVersion === 4 ? 'IPv4' : file.serves;
    const ageDays = Math.floor((now - data.builtAt) / DAY);
    const staleAfterDays = licence?.mostDays ?? STALE_AFTER_DAYS;
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
    const remedy = file.builtIn ? 'install again with "npm ci"' : error.remedy;
    return { ...file, usable: false, problem: error.message, remedy };
  }
}
