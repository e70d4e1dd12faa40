// The data of the demo account: a fictional signwriter with settings, pixels, plans and activities. E-mail and IP addresses
// are from ranges reserved for documentation.

import type { ActivityType } from '../../contract/activities.ts';
import type { Duration, PixelType } from '../../contract/vocabulary.ts';
import type { Actor } from '../domain/accounts/actor.ts';
import type { PageSettings, StoredBackground, StoredSeo } from '../domain/page/page-settings.ts';
import type { PlanId } from '../domain/plans/plans.ts';

/** A number of days before today, and a time in UTC. */
export interface Moment {
  daysAgo: number;
  time: `${number}:${number}`;
}

export const person = { username: 'demo', name: 'Ada Fenwick', email: 'demo@example.com' };

export const bio =
  'I mend old road signs, paint new ones, and draw the maps between them. 🪧 This is a demonstration page: Ada, her workshop and every number here are made up.';

const seo: StoredSeo = {
  page_name: 'Ada Fenwick: fingerposts and walking maps',
  page_description: 'A demonstration page. Old road signs mended, new ones painted, and the maps that go with them.',
};

/** Not a valid name on any of the networks, so that it belongs to no real account. */
const handle = 'fingerpost_demo_page_of_nobody_real';
const social: Partial<PageSettings['social']> = {
  email: person.email,
  whatsapp: '+441632960123',
  facebook: handle,
  instagram: handle,
  twitter: handle,
  youtube: handle,
};

const customize: Partial<PageSettings['customize']> = {
  button_background_color: '#20473c',
  button_text_color: '#fdf8ec',
  texts_color: '#2b2a26',
  radius: 'pill',
};

const background: StoredBackground = {
  type: 'gradient',
  settings: { gradient: { color_1: '#f4ead7', color_2: '#cfe0d4' } },
};

export const settings = { seo, social, customize, background };

export const joined: Moment = { daysAgo: 731, time: '08:14' };

const from = { country: 'United Kingdom', countryCode: 'gb', language: 'en' } as const;
export const laptop: Actor = { ip: '192.0.2.17', os: 'macOS', browser: 'Firefox', ...from };
const phone: Actor = { ip: '198.51.100.23', os: 'iOS', browser: 'Mobile Safari', ...from };

interface DemoPlan extends Moment {
  plan: PlanId;
  duration: Duration;
  priceMinor: number;
  ref: string;
}

export const currency = 'EUR';
export const planHistory: DemoPlan[] = [
  { daysAgo: 725, time: '18:02', plan: 'pro', duration: 'month', priceMinor: 900, ref: 'demo-0001' },
  { daysAgo: 694, time: '09:30', plan: 'pro', duration: 'year', priceMinor: 9000, ref: 'demo-0002' },
  { daysAgo: 329, time: '09:31', plan: 'pro', duration: 'year', priceMinor: 9000, ref: 'demo-0003' },
  { daysAgo: 24, time: '16:45', plan: 'business', duration: 'year', priceMinor: 18_000, ref: 'demo-0004' },
];

interface DemoPixel extends Moment {
  name: string;
  type: PixelType;
  pixelId: string;
}

/** Valid formats, but not real trackers. They have status 0, so that the demo never loads a vendor's script. */
export const pixels: DemoPixel[] = [
  { daysAgo: 33, time: '10:05', type: 'facebook', name: 'Map buyers', pixelId: '000000000000000' },
  { daysAgo: 33, time: '10:09', type: 'twitter', name: 'Signpost spotters', pixelId: 'demo0' },
  { daysAgo: 33, time: '10:16', type: 'google_analytics', name: 'Workshop visits', pixelId: 'G-DEMO000000' },
  { daysAgo: 27, time: '14:40', type: 'google_tag_manager', name: 'All tags', pixelId: 'GTM-DEMO000' },
  {
    daysAgo: 27,
    time: '14:52',
    type: 'quora',
    name: 'How to read a fingerpost',
    pixelId: '00000000000000000000000000000000',
  },
  { daysAgo: 9, time: '20:31', type: 'pinterest', name: 'Lettering board', pixelId: '0000000000000' },
];

interface DiaryEntry extends Moment {
  type: ActivityType;
  message: string;
  actor: Actor;
}

const login = (actor: Actor, daysAgo: number, time: Moment['time']): DiaryEntry => {
  return { daysAgo, time, type: 'login', message: `Signed in with ${actor.browser} on ${actor.os}.`, actor };
};
const profile = (message: string, daysAgo: number, time: Moment['time']): DiaryEntry => {
  return { daysAgo, time, type: 'profile_updated', message, actor: laptop };
};

/** Other activities: blocks, pixels and plans write their own. */
export const diary: DiaryEntry[] = [
  login(laptop, 40, '07:55'),
  profile('The bio was changed.', 40, '08:03'),
  login(laptop, 36, '08:51'),
  login(laptop, 33, '09:58'),
  login(laptop, 27, '14:33'),
  profile('The page got new colours.', 27, '15:10'),
  login(laptop, 24, '16:41'),
  login(laptop, 19, '08:12'),
  login(laptop, 14, '19:26'),
  profile('The page name and description were changed.', 12, '11:20'),
  login(laptop, 9, '20:25'),
  login(laptop, 5, '12:38'),
  login(phone, 2, '08:47'),
  login(phone, 1, '17:15'),
];

export const farewell =
  'This account was made as a demonstration, for an empty installation: its page, history, visits and clicks are made up.';
