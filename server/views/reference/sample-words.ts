// The words that examples are made of.

import { avatarPath, sharePath, thumbnailPath } from '../pictures.ts';
import { pixelTemplates } from '../pixel-templates.ts';

export interface Setting {
  origin: string;
  path: string;
}

type Word = string | number | null | ((setting: Setting) => unknown);

/** By field, or by field within another or at an address; what a record of a small, lively page would say. */
const words: Record<string, Word> = {
  id: 42,
  'user.id': 7,
  user: 7,
  'items.id': 117,
  block_id: 42,
  entry_id: 118,
  'entries.id': 118,
  kind: 'contact_form',
  'values.key': 'name',
  'values.': 'Grace Hopper',
  email: 'ada@example.org',
  name: 'Ada Lovelace',
  bio: 'Mathematician. First programs, long before machines.',
  username: 'ada',
  avatar: ({ origin }) => origin + avatarPath(7),
  thumbnail: ({ origin }) => origin + thumbnailPath(117),
  opengraph_image: ({ origin }) => origin + sharePath(7),
  page_name: 'Ada Lovelace',
  page_description: 'Talks, notes and the engine.',
  plan: 'pro',
  plan_name: 'Pro',
  ref: 'inv_2026_0042',
  currency: 'EUR',
  price: 48,
  duration: 'year',
  'plan-history.updated_at': null,
  is_active: 1,
  position: 1,
  total_login: 12,
  lastAgent: 'macOS',
  lastCountry: 'Germany',
  whatsapp: '+491700000000',
  facebook: 'ada.lovelace',
  instagram: 'ada',
  twitter: 'ada',
  youtube: 'ada',
  font: 'Inter',
  theme: 'paper',
  enable: '1',
  button_background_color: '#1f2a44',
  button_text_color: '#ffffff',
  texts_color: '#1f2a44',
  radius: 'soft',
  bio_align: 'center',
  'background.type': 'gradient',
  color: '#f6f1e7',
  color_1: '#f6f1e7',
  color_2: '#d9e4f5',
  blocks: null,
  settings: null,
  element: null,
  video: '',
  image: '',
  external_url: null,
  subheading: 'What I am working on',
  caption: 'The analytical engine',
  alt: 'A drawing of the engine',
  link: 'https://example.org/engine',
  'blocks.name': 'Projects',
  'pixels.name': 'Newsletter',
  'pixels.status': 1,
  'pixels.message': 'The pixel was saved.',
  'delete.response': ({ path }) => `The ${path.includes('/entries/') ? 'entry' : 'pixel'} was deleted.`,
  'template.response': () => pixelTemplates,
  message: 'Signed in.',
  ip: '203.0.113.7',
  os: 'iOS',
  browser: 'Safari',
  type: 'login',
  pixel_id: '1234567890',
  slug: 'engine',
  last_activity: 1_794_734_400,
  visits: 1240,
  unique: 968,
  'live.unique': 1,
  iso: 'de',
  city: 'Berlin, DE',
  'country.name': 'Germany',
  'countries.key': 'de',
  'countries.name': 'Germany',
  'cities.key': 'Berlin, DE',
  'cities.name': 'Berlin',
  'devices.key': 'iOS',
  'devices.name': 'iOS',
  'browsers.key': 'Safari',
  'browsers.name': 'Safari',
  'links.key': 'engine',
  'errors.key': 'name',
  page: 1,
  current_page: 1,
  from: 1,
  last_page: 1,
  per_page: 10,
  to: 1,
  total: 1,
  path: addressOf,
  first_page_url: (setting) => `${addressOf(setting)}?page=1`,
  last_page_url: (setting) => `${addressOf(setting)}?page=1`,
  next_page_url: null,
  prev_page_url: null,
};

/** With the words in it that stand for its parameters. */
function addressOf({ origin, path }: Setting): string {
  return origin + path.replace(/\{(\w+)\}/g, (_, name: string) => String(words[name]));
}

/** The first of the names that there is a word for. A name that every object inherits is no word of ours. */
export function wordAt(setting: Setting, ...names: string[]): unknown {
  const name = names.find((one) => Object.hasOwn(words, one));
  const word = name === undefined ? undefined : words[name];
  return typeof word === 'function' ? word(setting) : word;
}
