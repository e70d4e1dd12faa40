// `fingerpost geo …`
import { invalid } from '../../../contract/errors.ts';
import { day, timestamp } from '../../../contract/time.ts';
import type { GeoData, UsableGeoData } from '../../visits/record/geography/description.ts';
import type { Licence } from '../../visits/record/geography/licence.ts';
import { type Command, command } from '../command.ts';
import { exitCodes } from '../failures.ts';

export const geoCommands: Command[] = [
  command({
    name: 'geo status',
    summary: 'Show the geolocation data, its age, and whether it can be used',
    arguments: [],
    options: { address: { type: 'string', value: 'IP', help: 'Also look up this address' } },
    notes: `GEO_DATABASE sets the file. The default is the included data. A running service loads a changed file within seconds.
Exits with 1 if a file cannot be used.`,
    example: 'GEO_DATABASE=/srv/GeoLite2-City.mmdb fingerpost geo status --address 81.2.69.142',
    json: `{"usable":<true if all files are>,"files":[{"file","built_in","usable","problem","remedy","type","built_at","age_days",
"is_stale","size_bytes","nodes","serves","has_cities","licence":{"name","url"},"attribution":{"text","url"}}],
"place":{"address","country","country_name","city"},"message":"<sentences>"}`,
    async run({ options }, context) {
      const { describeGeoData } = await import('../../visits/record/geography/description.ts');
      const { geoDatabase } = context.config;
      const address = options.address === undefined ? undefined : await plain(options.address);
      const files = await describeGeoData(geoDatabase, context.clock());
      const usable = files.every((data) => data.usable);
      const place = usable && address !== undefined ? await placeOf(geoDatabase, address) : null;
      const message = files.flatMap(advice).join('\n') || 'The service can use this data.';
      const text = [...files.map(paragraph), ...(place ? [`${place.address}: ${place.city}`] : [])].join('\n\n');
      context.output.value(text, { usable, files: files.map(item), place, message });
      return usable ? exitCodes.done : exitCodes.failed;
    },
  }),
];

async function plain(given: string): Promise<string> {
  const { plainAddress } = await import('../../visits/record/address.ts');
  const address = plainAddress(given);
  if (address === '') throw invalid({ address: [`--address must be an IPv4 or IPv6 address (it is "${given}").`] });
  return address;
}

async function placeOf(database: string | undefined, address: string) {
  const { countryName, createGeography } = await import('../../visits/record/geography.ts');
  // No logs: the command already reports everything about the file.
  const geography = createGeography({ database, logger: { info() {}, warn() {}, error() {} } });
  const { country, city } = await geography.locate(address);
  geography.close();
  return { address, country, country_name: countryName(country), city };
}

/** What to do about the file, if anything. */
function advice(data: GeoData): string[] {
  if (!data.usable) return [`The file ${data.file} cannot be used: ${data.problem}. To fix it: ${data.remedy}.`];
  if (data.ageDays < 0) return [`The file ${data.file} is newer than the clock of this machine: set the clock.`];
  if (!data.isStale) return [];
  const newer = data.builtIn
    ? 'install a newer version, or set GEO_DATABASE to a newer file'
    : 'replace it with a newer one; no restart is needed';
  const limit = data.licence?.maxDays === undefined ? 'becomes less accurate' : 'its licence requires a newer one';
  return [`The file ${data.file} is ${data.ageDays} days old, and ${limit}: ${newer}.`];
}

function paragraph(data: GeoData): string {
  const heading = `${data.file}${data.builtIn ? ' (included)' : ''}`;
  const rows = data.usable ? usableRows(data) : [['use', `no: ${data.problem}`]];
  return [heading, ...rows.map(([label, text]) => `  ${label!.padEnd(11)}  ${printable(text!)}`)].join('\n');
}

function usableRows(data: UsableGeoData): string[][] {
  const { type, hasCities, serves, size, nodes, licence } = data;
  const terms = licence ? `${licence.name}, ${licence.url}` : 'unknown: check the source of the file';
  return [
    ['data', `${type}: ${hasCities ? 'countries and cities' : 'countries, no cities'}, for ${serves}`],
    ['built', shownAge(data)],
    ['size', `${shownSize(size)}, ${nodes.toLocaleString('en')} nodes`],
    ['licence', terms],
    ['attribution', shownAttribution(licence)],
    ['use', 'yes'],
  ];
}

function shownAge({ builtAt, ageDays, isStale, staleAfterDays }: UsableGeoData): string {
  if (ageDays < 0) return `${day(builtAt)}, in the future`;
  const ago = `${ageDays === 1 ? 'a day' : `${ageDays} days`} ago`;
  return `${day(builtAt)}, ${ago}${isStale ? ` (${staleAfterDays} at most)` : ''}`;
}

function shownSize(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function shownAttribution(licence: Licence | undefined): string {
  if (!licence?.attribution) return licence ? 'not required' : 'unknown';
  const { text, url } = licence.attribution;
  return `"${text}"${text.includes(url) ? '' : `, ${url}`}; the service shows it at /docs`;
}

function item(data: GeoData) {
  const { file, builtIn, serves, usable } = data;
  const about = { file, built_in: builtIn, serves, usable };
  if (!data.usable) return { ...about, problem: data.problem, remedy: data.remedy };
  const { licence } = data;
  return {
    ...about,
    type: data.type,
    built_at: timestamp(data.builtAt),
    age_days: data.ageDays,
    is_stale: data.isStale,
    size_bytes: data.size,
    nodes: data.nodes,
    has_cities: data.hasCities,
    licence: licence ? { name: licence.name, url: licence.url } : null,
    attribution: licence?.attribution ?? null,
  };
}

/** Removes control characters, so that a file cannot control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}
