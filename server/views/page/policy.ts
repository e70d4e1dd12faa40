// What a browser may load for a page: what is written in it, by hash, what is ours, and whom its owner called in.
import { hash } from 'node:crypto';
import type { PixelType } from '../../../contract/vocabulary.ts';
import { type Vendor, vendors } from './pixels/vendors.ts';

export interface Loaded {
  /** The text of each inline style and script, letter for letter as the browser sees it. */
  styles: readonly string[];
  scripts?: readonly string[];
  pixels?: readonly PixelType[];
  /** The pixels' pictures for browsers without script are hidden with a style attribute of the vendor's. */
  hasStyleAttributes?: boolean;
  /** Origins of players that open on a click. */
  frames?: readonly string[];
  /** Origins of a background from elsewhere. */
  media?: readonly string[];
  /** Where the page is served encrypted, nothing on it is fetched in the clear. */
  isSecure?: boolean;
}

export function pagePolicy(loaded: Loaded): string {
  const { styles, scripts = [], pixels = [], frames = [], media = [] } = loaded;
  const called = [...new Set(pixels)].map((type) => vendors[type]);
  const of = (kind: 'script' | 'img' | 'connect' | 'frame' | 'form') => called.flatMap((vendor) => vendor[kind] ?? []);
  return [
    directive('default-src', ["'none'"]),
    directive('script-src', [...scripts.map(hashed), ...(called.some(isOpenEnded) ? strictly : []), ...of('script')]),
    directive('style-src', styles.map(hashed)),
    loaded.hasStyleAttributes && directive('style-src-attr', ["'unsafe-inline'"]),
    directive('img-src', ["'self'", ...media, ...of('img')]),
    directive('media-src', ["'self'", ...media]),
    directive('font-src', ["'self'"]),
    // Whoever examines the page fetches robots.txt and llms.txt in its name.
    directive('connect-src', ["'self'", ...of('connect')]),
    directive('frame-src', [...frames, ...of('frame')]),
    directive('form-action', ["'self'", ...of('form')]),
    directive('base-uri', ["'none'"]),
    directive('frame-ancestors', ["'self'"]),
    // Vendors write script addresses by hand, so only a page without them can be held to this.
    called.length === 0 && directive('require-trusted-types-for', ["'script'"]),
    called.length === 0 && directive('trusted-types', ["'none'"]),
    loaded.isSecure && 'upgrade-insecure-requests',
  ]
    .filter(Boolean)
    .join('; ');
}

const strictly = ["'strict-dynamic'"];

function isOpenEnded(vendor: Vendor): boolean {
  return vendor.isOpenEnded === true;
}

/** Left out where it would allow nothing: the default allows nothing either. */
function directive(name: string, sources: readonly string[]): string | undefined {
  return sources.length === 0 ? undefined : `${name} ${[...new Set(sources)].join(' ')}`;
}

function hashed(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
