// The time zones that this browser knows, with their names and offsets of today.

export interface ZoneChoice {
  /** Europe/Berlin */
  readonly id: string;
  /** Europe, Berlin */
  readonly place: string;
  /** Central European Standard Time */
  readonly name: string;
  /** UTC+01:00 */
  readonly offset: string;
}

const UTC = 'UTC';
const MINUTES = 60;

/** Some browsers list zones by names that people there no longer use. */
const currentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Louisville': 'America/Kentucky/Louisville',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

export function describeZone(listed: string, locale: string, now = Date.now()): ZoneChoice {
  const id = currentNames[listed] ?? listed;
  const parts = id.replaceAll('_', ' ').split('/');
  return {
    id,
    place: parts.length > 1 ? `${parts.at(-1)}, ${parts.slice(0, -1).reverse().join(', ')}` : parts[0]!,
    name: partOf(id, locale, 'long', now),
    offset: partOf(id, 'en', 'longOffset', now).replace('GMT', UTC),
  };
}

/** From west to east, and by name where clocks agree. */
export function listZones(locale: string, now = Date.now()): ZoneChoice[] {
  const ids = new Set([UTC, ...Intl.supportedValuesOf('timeZone')]);
  return [...ids]
    .map((id) => describeZone(id, locale, now))
    .toSorted((a, b) => minutesOf(a) - minutesOf(b) || a.place.localeCompare(b.place, locale));
}

function partOf(timeZone: string, locale: string, timeZoneName: 'long' | 'longOffset', now: number): string {
  try {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(now);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    // Chosen in a browser that knows more zones than this one.
    return '';
  }
}

function minutesOf({ offset }: ZoneChoice): number {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * MINUTES + Number(minutes));
}

/** Every word has to be somewhere, whatever its case and its accents. */
export function findZones(zones: readonly ZoneChoice[], search: string): ZoneChoice[] {
  const words = plain(search)
    .split(/[\s,]+/)
    .filter(Boolean);
  return zones.filter(({ id, place, name, offset }) => {
    const text = plain(`${id} ${place} ${name} ${offset}`);
    return words.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
