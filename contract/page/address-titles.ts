// A title for an address that has none: the name of a well-known site, or the words in the path, or the host.
import { socialNetworks } from './social-networks.ts';
import { parseAddress } from './targets.ts';

/** Well-known sites that are not among the social networks, by domain. */
const otherSites: Record<string, string> = {
  'music.youtube.com': 'YouTube Music',
  'podcasts.apple.com': 'Apple Podcasts',
  'apps.apple.com': 'App Store',
  'play.google.com': 'Google Play',
  'vimeo.com': 'Vimeo',
  'deezer.com': 'Deezer',
  'tidal.com': 'TIDAL',
  'paypal.me': 'PayPal',
  'paypal.com': 'PayPal',
  'buymeacoffee.com': 'Buy Me a Coffee',
  'gofundme.com': 'GoFundMe',
  'kickstarter.com': 'Kickstarter',
  'etsy.com': 'Etsy',
  'reddit.com': 'Reddit',
  'tumblr.com': 'Tumblr',
  'goodreads.com': 'Goodreads',
  'letterboxd.com': 'Letterboxd',
  'strava.com': 'Strava',
  'behance.net': 'Behance',
  'dribbble.com': 'Dribbble',
  'gitlab.com': 'GitLab',
  'codeberg.org': 'Codeberg',
};

const sites = new Map([
  ...Object.values(socialNetworks).flatMap(({ name, hosts }) => hosts.map((host) => [host, name] as const)),
  ...Object.entries(otherSites),
]);

/** Of the longest domain: a host of an address may have thousands. */
const MAX_LABELS = Math.max(...[...sites.keys()].map((domain) => domain.split('.').length));

/** Pages that are named after their place, not after what is on them. */
const plainPages = /^(?:index|home|default|main|start|page)$/i;

/** Empty if the address cannot be a link. */
export function titleOf(address: string): string {
  const url = parseAddress(address);
  if (!url) return '';
  if (/^(?:mailto|tel):$/.test(url.protocol)) return decoded(url.pathname);
  if (!/^https?:$/.test(url.protocol)) return '';
  return siteOf(url.hostname) ?? wordsIn(url.pathname) ?? hostIn(address, url);
}

/** By the longest domain that is known: `ada.bandcamp.com` is Bandcamp. */
function siteOf(hostname: string): string | undefined {
  const labels = hostname.split('.').slice(-MAX_LABELS);
  for (let start = 0; start < labels.length - 1; start += 1) {
    const name = sites.get(labels.slice(start).join('.'));
    if (name !== undefined) return name;
  }
  return undefined;
}

/** `/books/my-new-book.html` → `My new book`; undefined if the last part of the path is an id or says nothing. */
function wordsIn(pathname: string): string | undefined {
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  const words = decoded(last)
    .replace(/\.[a-z]{2,5}$/i, '')
    .split(/[-_+\s]+/)
    .filter((word) => word !== '');
  while (words.length > 1 && /^\d{4,}$/.test(words.at(-1)!)) words.pop();
  const title = words.join(' ');
  const isTitle = words.length > 0 && words.every(isWord) && isLongEnough(title) && !plainPages.test(title);
  return isTitle ? title.charAt(0).toUpperCase() + title.slice(1) : undefined;
}

/** Letters of any script, or a short number. Letters with digits among them, or in alternating case, are an id. */
function isWord(word: string): boolean {
  if (!/^[\p{L}\p{M}\p{N}'’]+$/u.test(word)) return false;
  if (/\d/.test(word)) return /^\d{1,4}$/.test(word) || (word.length <= 4 && /\p{L}/u.test(word));
  return (word.match(/\p{Ll}\p{Lu}/gu) ?? []).length <= 1;
}

/** Two Latin letters are mostly a language: `/en/`. */
function isLongEnough(title: string): boolean {
  const letters = title.match(/\p{L}/gu) ?? [];
  return letters.length >= (/^[\p{Script=Latin}\P{L}]*$/u.test(title) ? 3 : 2);
}

/** As it was typed: `URL` turns letters beyond ASCII into `xn--…`. */
function hostIn(address: string, { hostname }: URL): string {
  const typed = /^https?:\/\/([^\s/?#:@]+)/i.exec(address)?.[1] ?? hostname;
  return typed.toLowerCase().replace(/^www\./, '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
