// The origins that each pixel needs, as documented by its vendor. A page's policy lists only those of its own pixels.
import type { PixelType } from '../../../../contract/vocabulary.ts';

export interface Vendor {
  /** The name in the consent bar. */
  name: string;
  script: readonly string[];
  img: readonly string[];
  connect: readonly string[];
  frame?: readonly string[];
  /** Large events are posted as a form into a frame. */
  form?: readonly string[];
  /** Its script loads unknown other scripts, so scripts that a trusted script adds are trusted too. */
  isOpenEnded?: true;
}

const google = ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'];

export const vendors: Record<PixelType, Vendor> = {
  facebook: {
    name: 'Meta Pixel',
    script: ['https://connect.facebook.net'],
    img: ['https://www.facebook.com'],
    connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
    frame: ['https://www.facebook.com'],
    form: ['https://www.facebook.com/tr/'],
  },
  twitter: {
    name: 'X Pixel',
    script: ['https://static.ads-twitter.com'],
    img: ['https://t.co', 'https://analytics.twitter.com', 'https://analytics.x.com'],
    connect: [
      'https://ads-twitter.com',
      'https://ads-api.twitter.com',
      'https://ads-api.x.com',
      'https://analytics.twitter.com',
      'https://analytics.x.com',
    ],
  },
  google_analytics: {
    name: 'Google Analytics',
    script: ['https://*.googletagmanager.com'],
    img: google,
    connect: google,
  },
  google_tag_manager: {
    name: 'Google Tag Manager',
    script: ['https://www.googletagmanager.com'],
    img: ['https:'],
    connect: ['https:'],
    frame: ['https:'],
    isOpenEnded: true,
  },
  quora: {
    name: 'Quora Pixel',
    script: ['https://a.quora.com'],
    img: ['https://q.quora.com'],
    connect: ['https://q.quora.com'],
  },
  pinterest: {
    name: 'Pinterest Tag',
    script: ['https://s.pinimg.com'],
    img: ['https://ct.pinterest.com'],
    connect: ['https://ct.pinterest.com'],
    frame: ['https://ct.pinterest.com'],
  },
};
