// Under which terms the data may be used, and what has to be shown for it. A file names its publisher in its type.

export interface Licence {
  readonly name: string;
  readonly url: string;
  /** What has to stand wherever results are shown. */
  readonly attribution?: { readonly text: string; readonly url: string };
  /** After so many days it wants a newer file in place of this one. */
  readonly mostDays?: number;
}

/** The data that comes with the install, and what its publisher gives away itself. */
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
  // It lets nobody keep a file for longer than that after a newer one came out, and they come out twice a week.
  mostDays: 30,
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

/** Nothing where the type does not tell: then it has to be looked up where the file came from. */
export function licenceOf(type: string): Licence | undefined {
  return known.find(([pattern]) => pattern.test(type))?.[1];
}
