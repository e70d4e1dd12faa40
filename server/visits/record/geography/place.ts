// What a record of a file says about where an address is. Every publisher lays its records out in its own way.

export interface Place {
  /** Lowercase ISO code; `xx` where it is not known. */
  readonly country: string;
  /** `London, GB`; `Unknown, GB` where only the country is known, `Unknown, XX` where nothing is. */
  readonly city: string;
}

export const unknownPlace: Place = Object.freeze({ country: 'xx', city: 'Unknown, XX' });

const MAX_CITY = 100;

/** DB-IP's, as installed, are flat; MaxMind's are nested; IPinfo's have the code where others have the country. */
interface PlaceRecord {
  country_code?: unknown;
  country?: unknown;
  city?: unknown;
}

/**
 * The country is where the address is used. MaxMind's `registered_country`, where its block was registered, is often
 * another one, and stands in for nothing here.
 */
export function placeOf(record: unknown): Place {
  const { country_code, country, city } = fieldsOf(record);
  const code = country_code ?? (typeof country === 'string' ? country : fieldsOf(country).iso_code);
  if (typeof code !== 'string' || !/^[A-Za-z]{2}$/.test(code) || /^(xx|zz)$/i.test(code)) return unknownPlace;
  const iso = code.toUpperCase();
  const name = typeof city === 'string' ? city : fieldsOf(fieldsOf(city).names).en;
  return { country: iso.toLowerCase(), city: `${cityName(name) || UNKNOWN_CITY}, ${iso}` };
}

export function hasCity({ city }: Place): boolean {
  return !city.startsWith(`${UNKNOWN_CITY}, `);
}

const UNKNOWN_CITY = 'Unknown';

function fieldsOf(value: unknown): PlaceRecord & Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Whatever file is configured, a name is short and something that every store takes. */
function cityName(name: unknown): string {
  if (typeof name !== 'string') return '';
  return name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_CITY)
    .toWellFormed();
}
