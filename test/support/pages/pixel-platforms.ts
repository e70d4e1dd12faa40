// What each platform's pixel must do on a page, written out: in the order of the contract.
import type { PixelType } from '../../../contract/vocabulary.ts';

interface Expected {
  name: string;
  /** How often the snippet contains the id, and the only hosts that it may contact. */
  places: number;
  hosts: string[];
  call: string;
  /** What a page with the id `id-{type}` loads. */
  script: string;
  /** The host that it contacts in a browser without scripts, if any. */
  withoutScript?: string;
  /** The directives of its policy that differ from those of a page without pixels. */
  policy: Record<string, string>;
}

export const expectedPlatforms: Record<PixelType, Expected> = {
  facebook: {
    name: 'Facebook',
    places: 2,
    hosts: ['connect.facebook.net', 'www.facebook.com'],
    call: "fbq('init', '{pixel}');",
    script: 'https://connect.facebook.net/en_US/fbevents.js',
    withoutScript: 'www.facebook.com',
    policy: {
      'script-src': 'HASH HASH https://connect.facebook.net',
      'img-src': "'self' https://www.facebook.com",
      'connect-src': "'self' https://connect.facebook.net https://www.facebook.com",
      'frame-src': 'https://www.facebook.com',
      'form-action': "'self' https://www.facebook.com/tr/",
      'style-src-attr': "'unsafe-inline'",
    },
  },
  twitter: {
    name: 'Twitter',
    places: 1,
    hosts: ['static.ads-twitter.com'],
    call: "twq('config','{pixel}');",
    script: 'https://static.ads-twitter.com/uwt.js',
    policy: {
      'script-src': 'HASH HASH https://static.ads-twitter.com',
      'img-src': "'self' https://t.co https://analytics.twitter.com https://analytics.x.com",
      'connect-src':
        "'self' https://ads-twitter.com https://ads-api.twitter.com https://ads-api.x.com https://analytics.twitter.com https://analytics.x.com",
    },
  },
  google_analytics: {
    name: 'Google Analytics',
    places: 2,
    hosts: ['www.googletagmanager.com'],
    call: "gtag('config', '{pixel}');",
    script: 'https://www.googletagmanager.com/gtag/js?id=id-google_analytics',
    policy: {
      'script-src': 'HASH HASH https://*.googletagmanager.com',
      'img-src': "'self' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
      'connect-src':
        "'self' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
    },
  },
  google_tag_manager: {
    name: 'Google Tag Manager',
    places: 2,
    hosts: ['www.googletagmanager.com', 'www.googletagmanager.com'],
    call: "'dataLayer','{pixel}')",
    script: 'https://www.googletagmanager.com/gtm.js?id=id-google_tag_manager',
    withoutScript: 'www.googletagmanager.com',
    policy: {
      'script-src': "HASH HASH 'strict-dynamic' https://www.googletagmanager.com",
      'img-src': "'self' https:",
      'connect-src': "'self' https:",
      'frame-src': 'https:',
      'style-src-attr': "'unsafe-inline'",
    },
  },
  quora: {
    name: 'Quora',
    places: 2,
    hosts: ['a.quora.com', 'q.quora.com'],
    call: "qp('init', '{pixel}');",
    script: 'https://a.quora.com/qevents.js',
    withoutScript: 'q.quora.com',
    policy: {
      'script-src': 'HASH HASH https://a.quora.com',
      'img-src': "'self' https://q.quora.com",
      'connect-src': "'self' https://q.quora.com",
      'style-src-attr': "'unsafe-inline'",
    },
  },
  pinterest: {
    name: 'Pinterest',
    places: 2,
    hosts: ['s.pinimg.com', 'ct.pinterest.com'],
    call: "pintrk('load', '{pixel}');",
    script: 'https://s.pinimg.com/ct/core.js',
    withoutScript: 'ct.pinterest.com',
    policy: {
      'script-src': 'HASH HASH https://s.pinimg.com',
      'img-src': "'self' https://ct.pinterest.com",
      'connect-src': "'self' https://ct.pinterest.com",
      'frame-src': 'https://ct.pinterest.com',
      'style-src-attr': "'unsafe-inline'",
    },
  },
};
