// The visitors, and how they are counted. The expected result for each address and user agent is written out here, not
// read from the service.
import { maxmindRecord } from '../places-file.ts';

export interface Place {
  country: string;
  countryName: string;
  city: string;
  cityName: string;
  iso: string;
}

export interface Home extends Place {
  /** One address in several spellings. */
  spellings: string[];
  /** The IPv4 address, or the IPv6 /64. */
  network: string;
}

export type Kind = 'counted' | 'bot' | 'preview' | 'prefetch' | 'head';

export interface Agent {
  /** Several user agents of one browser, major version, system and device class. */
  userAgents: readonly (string | undefined)[];
  kind: 'counted' | 'bot' | 'preview';
  browser: string;
  os: string;
  device: string;
  app?: string;
}

export interface Person {
  name: string;
  home: Home;
  agent: Agent;
}

/** Further headers of a request, and the traits to be read from them. */
export interface HeaderTraits {
  headers: Record<string, string>;
  traits: Record<string, string>;
}

const london = { country: 'gb', countryName: 'United Kingdom', city: 'London, GB', cityName: 'London', iso: 'GB' };
const berlin = { country: 'de', countryName: 'Germany', city: 'Berlin, DE', cityName: 'Berlin', iso: 'DE' };
const france = { country: 'fr', countryName: 'France', city: 'Unknown, FR', cityName: 'Unknown', iso: 'FR' };
const amsterdam = {
  country: 'nl',
  countryName: 'Netherlands',
  city: 'Amsterdam, NL',
  cityName: 'Amsterdam',
  iso: 'NL',
};
const newYork = {
  country: 'us',
  countryName: 'United States',
  city: 'New York, US',
  cityName: 'New York',
  iso: 'US',
};
const nowhere = { country: 'xx', countryName: 'Unknown', city: 'Unknown, XX', cityName: 'Unknown', iso: 'XX' };

export const networks = {
  '192.0.2.0/24': maxmindRecord('GB', { en: 'London' }),
  '198.51.100.0/24': maxmindRecord('DE', { en: 'Berlin' }),
  '203.0.113.0/24': maxmindRecord('FR'),
  '2001:db8:1::/48': maxmindRecord('NL', { en: 'Amsterdam' }),
  '2001:db8:2::/48': maxmindRecord('US', { en: 'New York' }),
};

export const homes: Home[] = [
  ...street(8, london, (n) => [`192.0.2.${n}`, `::ffff:192.0.2.${n}`]),
  ...street(8, berlin, (n) => [`198.51.100.${n}`]),
  ...street(6, france, (n) => [`203.0.113.${n}`, `::FFFF:203.0.113.${n}`]),
  ...street(6, amsterdam, (n) => [`2001:db8:1::${n}`, `2001:0DB8:0001:0000:0000:0000:0000:000${n}`], '2001:db8:1:0'),
  ...street(6, newYork, (n) => [`2001:db8:2::${n}`, `2001:db8:2:0:0::${n}`], '2001:db8:2:0'),
  ...street(3, nowhere, (n) => [`10.0.0.${n}`]),
  ...street(3, nowhere, (n) => [`fd00::${n}`, `fd00:0:0::${n}`], 'fd00:0:0:0'),
];

function street(
  length: number,
  place: Place,
  spellings: (number: number) => string[],
  /** The network of all, unless each has its own. */
  network?: string,
): Home[] {
  return Array.from({ length }, (_, index) => {
    const [first = '', ...others] = spellings(index + 1);
    return { ...place, spellings: [first, ...others], network: network ?? first };
  });
}

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

const agents: Agent[] = [
  person(
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36`,
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.6723.92 Safari/537.36`,
      `Mozilla/5.0 (Windows NT 6.1; WOW64) ${webkit} Chrome/130.1 Safari/537.36 something/1`,
    ],
    'Chrome',
    'Windows',
  ),
  person(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Windows'),
  person(
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`,
    'Edge',
    'Windows',
  ),
  person('Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox', 'Linux'),
  person(
    ['Mozilla/5.0 (Toaster 1) Nobody/1', 'Mozilla/5.0 (Toaster 2) Nobody/2', 'Mozilla/5.0 (Kettle) Nobody/1'],
    'Unknown',
    'Unknown',
    'Unknown',
  ),
  person(
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Safari',
    'macOS',
  ),
  person(`${iphone} Version/17.4 Mobile/15E148 Safari/604.1`, 'Mobile Safari', 'iOS', 'Phone'),
  person(
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    'Mobile Safari',
    'iOS',
    'Tablet',
  ),
  person(
    [
      `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/130.0.0.0 Mobile Safari/537.36`,
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/130.0.0.0 Mobile Safari/537.36`,
    ],
    'Chrome',
    'Android',
    'Phone',
  ),
  person(
    `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/94.0.4606.128 Safari/537.36 WebAppManager`,
    'Chrome',
    'webOS',
    'Television',
  ),
  { ...person(`${iphone} Mobile/15E148 Instagram 320.0.0.0`, 'Instagram', 'iOS', 'Phone'), app: 'Instagram' },
  {
    ...person(`${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0;FBDV/iPhone14,5]`, 'Facebook', 'iOS', 'Phone'),
    app: 'Facebook',
  },
  nobody('bot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
  nobody('bot', 'curl/8.5.0'),
  nobody('bot', undefined),
  nobody('preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'),
  nobody('preview', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'),
];

function person(userAgents: string | string[], browser: string, os: string, device = 'Computer'): Agent {
  return { userAgents: [userAgents].flat(), kind: 'counted', browser, os, device };
}

function nobody(kind: 'bot' | 'preview', userAgent: string | undefined): Agent {
  return { userAgents: [userAgent], kind, browser: '', os: '', device: '' };
}

/** All people: each user agent at each address. */
export const people: Person[] = homes.flatMap((home) =>
  agents.map((agent, index) => ({ name: `${home.spellings[0]} ${index}`, home, agent })),
);

/** Fake visitors: another browser version each, from different addresses of one /64. */
export function madeUp(number: number): Person {
  const address = `2001:db8:2:5:${(number % 7) + 1}::${number.toString(16)}`;
  return {
    name: `made up ${number}`,
    home: { ...newYork, spellings: [address], network: '2001:db8:2:5' },
    agent: person(`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/${number}.0 Safari/537.36`, 'Chrome', 'Linux'),
  };
}

const silent: HeaderTraits = { headers: {}, traits: {} };

export const referrers: HeaderTraits[] = [
  silent,
  silent,
  silent,
  { headers: { referer: 'https://www.google.com/' }, traits: { referrer: 'google.com' } },
  { headers: { referer: 'https://news.example/a?b=c' }, traits: { referrer: 'news.example' } },
  { headers: { referer: 'http://T.CO:8080/xyz' }, traits: { referrer: 'x.com' } },
  { headers: { referer: 'https://links.example/ada' }, traits: {} },
  { headers: { referer: 'not an address' }, traits: {} },
];

/** An app that names itself as the referrer; for people whose browser is not an app. */
export const appReferrer: HeaderTraits = { headers: { referer: 'android-app://com.slack/' }, traits: { app: 'Slack' } };

export const languages: HeaderTraits[] = [
  silent,
  { headers: { 'accept-language': 'en-GB,en;q=0.9' }, traits: { language: 'en' } },
  { headers: { 'accept-language': 'de' }, traits: { language: 'de' } },
  { headers: { 'accept-language': 'FR-ca, fr;q=0.8' }, traits: { language: 'fr' } },
  { headers: { 'accept-language': '*' }, traits: {} },
];

export const campaigns: { query: string; traits: Record<string, string> }[] = [
  { query: '', traits: {} },
  { query: '', traits: {} },
  { query: '?ref=somewhere', traits: {} },
  {
    query: '?utm_source=mail&utm_medium=newsletter&utm_campaign=spring',
    traits: { utm_source: 'mail', utm_medium: 'newsletter', utm_campaign: 'spring' },
  },
  { query: '?utm_source=Mail&utm_content=bio', traits: { utm_source: 'Mail', utm_content: 'bio' } },
  {
    query: '?x=1&utm_term=red%20shoes&utm_source=ads&utm_medium=',
    traits: { utm_term: 'red shoes', utm_source: 'ads' },
  },
];

export const prefetches: Record<string, string>[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
];
