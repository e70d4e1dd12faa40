// Reads a location from a record. Every publisher has its own record format.

export interface Place {
  /** Lowercase ISO code; `xx` if unknown. */
  readonly country: string;
  /** `London, GB`; `Unknown, GB` if only the country is known, `Unknown, XX` if nothing is known. */
  readonly city: string;
}

export const unknownPlace: Place = Object.freeze({ country: 'xx', city: 'Unknown, XX' });

const MAX_CITY = 100;

/** Records of DB-IP (built in) are flat; those of MaxMind are nested; those of IPinfo have the code in `country`. */
interface PlaceRecord {
  country_code?: unknown;
  country?: unknown;
  city?: unknown;
}

/**
 * The country where the address is used. MaxMind's `registered_country` is where the block was registered, which is
 * often another country, so it is not used as a fallback.
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

/** Limits the length and removes characters that a store would reject. */
function cityName(name: unknown): string {
  if (typeof name !== 'string') return '';
  return name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_CITY)
    .toWellFormed();
}
