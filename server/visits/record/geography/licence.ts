// The licences of geolocation data, and the attribution they require. A file's type names its publisher.

export interface Licence {
  readonly name: string;
  readonly url: string;
  /** Must be shown wherever results are shown. */
  readonly attribution?: { readonly text: string; readonly url: string };
  /** The licence requires a newer file after this many days. */
  readonly maxDays?: number;
}

/** The built-in data, and DB-IP's own free downloads. */
export const dbIpLite: Licence = {
  name: 'CC BY 4.0',
  url: 'https://creativecommons.org/licenses/by/4.0/',
  attribution: { text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com' },
};

const geoLite: Licence = {
  name: 'GeoLite End User License Agreement',
  url: 'https://www.maxmind.com/en/geolite/eula',
  attribution: {
    text: 'This product includes GeoLite Data created by MaxMind, available from https://www.maxmind.com',
    url: 'https://www.maxmind.com',
  },
  // The licence does not allow a file to be used for longer than this after a newer one is published, which happens
  // twice a week.
  maxDays: 30,
};

const geoIp: Licence = {
  name: 'MaxMind End User License Agreement',
  url: 'https://www.maxmind.com/en/end-user-license-agreement',
};

const known: [type: RegExp, licence: Licence][] = [
  [/^DBIP-.*\bLite\b/, dbIpLite],
  [/^GeoLite/, geoLite],
  [/^GeoIP/, geoIp],
];

/** Undefined if the type does not name a known publisher. */
export function licenceOf(type: string): Licence | undefined {
  return known.find(([pattern]) => pattern.test(type))?.[1];
}
