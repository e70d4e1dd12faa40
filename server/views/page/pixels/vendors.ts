// Whom each pixel speaks to, as its vendor documents it. A page's policy names these only where the pixel is on it.
import type { PixelType } from '../../../../contract/vocabulary.ts';

export interface Vendor {
  /** As a visitor is told who would be called in. */
  name: string;
  script: readonly string[];
  img: readonly string[];
  connect: readonly string[];
  frame?: readonly string[];
  /** Large events leave as a form that is posted into a frame. */
  form?: readonly string[];
  /** What its script loads cannot be known beforehand, so whatever a trusted script adds is trusted too. */
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
