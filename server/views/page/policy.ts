// The Content-Security-Policy of a page: inline styles and scripts by hash, our own origin, and the owner's pixels,
// players and background.
import { hash } from 'node:crypto';
import type { PixelType } from '../../../contract/vocabulary.ts';
import type { Vendor } from './pixels/platform-view.ts';
import { pixelViews } from './pixels/platforms.ts';

export interface Loaded {
  /** The exact text of each inline style and script. */
  styles: readonly string[];
  scripts?: readonly string[];
  pixels?: readonly PixelType[];
  /** The `noscript` images of pixels have style attributes. */
  hasStyleAttributes?: boolean;
  /** Origins of players that open on a click. */
  frames?: readonly string[];
  /** Origins of an external background. */
  media?: readonly string[];
  /** The page is served over HTTPS: insecure requests are upgraded. */
  isSecure?: boolean;
}

export function pagePolicy(loaded: Loaded): string {
  const { styles, scripts = [], pixels = [], frames = [], media = [] } = loaded;
  const used = [...new Set(pixels)].map((type) => pixelViews[type].vendor);
  const of = (kind: 'script' | 'img' | 'connect' | 'frame' | 'form') => used.flatMap((vendor) => vendor[kind] ?? []);
  return [
    directive('default-src', ["'none'"]),
    directive('script-src', [...scripts.map(hashed), ...(used.some(isOpenEnded) ? strictly : []), ...of('script')]),
    directive('style-src', styles.map(hashed)),
    loaded.hasStyleAttributes && directive('style-src-attr', ["'unsafe-inline'"]),
    directive('img-src', ["'self'", ...media, ...of('img')]),
    directive('media-src', ["'self'", ...media]),
    directive('font-src', ["'self'"]),
    // Audit tools fetch robots.txt and llms.txt from within the page.
    directive('connect-src', ["'self'", ...of('connect')]),
    directive('frame-src', [...frames, ...of('frame')]),
    directive('form-action', ["'self'", ...of('form')]),
    directive('base-uri', ["'none'"]),
    directive('frame-ancestors', ["'self'"]),
    // Vendor scripts do not support Trusted Types, so only pages without them require it.
    used.length === 0 && directive('require-trusted-types-for', ["'script'"]),
    used.length === 0 && directive('trusted-types', ["'none'"]),
    loaded.isSecure && 'upgrade-insecure-requests',
  ]
    .filter(Boolean)
    .join('; ');
}

const strictly = ["'strict-dynamic'"];

function isOpenEnded(vendor: Vendor): boolean {
  return vendor.isOpenEnded === true;
}

/** Omitted without sources: the default allows nothing either. */
function directive(name: string, sources: readonly string[]): string | undefined {
  return sources.length === 0 ? undefined : `${name} ${[...new Set(sources)].join(' ')}`;
}

function hashed(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
