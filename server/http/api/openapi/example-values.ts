// The values in the examples of the OpenAPI document. They are those of the demo account, so examples with its links
// work there.

import { uploadPath, uploadReference } from '../../../../contract/page/uploads.ts';
import { avatarPath, sharePath, thumbnailPath } from '../../../views/pictures.ts';
import { pixelTemplates } from '../../../views/pixel-templates.ts';

/** The origin in all examples. The reference replaces it with its own. */
export const EXAMPLE_ORIGIN = 'https://links.example';

export interface ExampleContext {
  /** The operation's path from the root. */
  path: string;
}

const TOKEN = 'q3Vw8mT0bYkZr5nXc1LsAg';
const DIGEST = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

export const exampleIds = { account: 7, block: 42, otherBlock: 43, form: 57, item: 117, otherItem: 118, entry: 201 };
export const exampleUploadUrl = EXAMPLE_ORIGIN + uploadPath({ digest: DIGEST, owner: TOKEN, file: '1600x1200.webp' });
export const exampleUploadReference = uploadReference({ digest: DIGEST, file: '1600x1200.webp' });
export const exampleLink = {
  slug: 'walking-maps',
  url: 'https://example.com/maps',
  caption: 'Hand-drawn walking maps',
};

type Value = unknown | ((context: ExampleContext) => unknown);

/** By field, or by `parent.field`. The parent may also be the last part of the path, or the resource. */
const values: Record<string, Value> = {
  // Accounts
  'user.id': exampleIds.account,
  user: exampleIds.account,
  email: 'ada@example.com',
  name: 'Ada Fenwick',
  bio: 'I mend old road signs and draw the maps between them.',
  username: 'ada',
  'username.url': `${EXAMPLE_ORIGIN}/ada`,
  'former_usernames.': 'fenwick',
  avatar: EXAMPLE_ORIGIN + avatarPath(TOKEN),
  opengraph_image: EXAMPLE_ORIGIN + sharePath(TOKEN),
  page_name: 'Ada Fenwick: fingerposts and walking maps',
  page_description: 'Old road signs mended, new ones painted, and the maps that go with them.',
  enable: '1',
  block_engine: '0',
  whatsapp: '+441632960123',
  facebook: 'ada.fenwick',
  instagram: 'ada.fenwick',
  twitter: 'adafenwick',
  youtube: null,
  plan: 'pro',
  plan_name: 'Pro',
  ref: 'inv_2026_0042',
  currency: 'EUR',
  price: 90,
  duration: 'year',
  gateway: 'stripe',
  'plan-history.updated_at': null,
  is_active: 1,
  total_login: 12,
  lastAgent: 'macOS',
  lastCountry: 'United Kingdom',

  // Appearance
  font: 'inter',
  theme: 'signpost',
  radius: 'pill',
  bio_align: 'center',
  button_background_color: '#20473c',
  button_text_color: '#fdf8ec',
  texts_color: '#2b2a26',
  'contrast.button_background_color': '20473c',
  'contrast.button_text_color': 'fdf8ec',
  'contrast.texts_color': '2b2a26',
  'contrast.color_1': 'f4ead7',
  'contrast.color_2': 'cfe0d4',
  background_type: 'gradient',
  'background.type': 'gradient',
  animate: '0',
  color: '#f4ead7',
  color_1: '#f4ead7',
  color_2: '#cfe0d4',
  video: '',
  image: '',
  external_url: null,
  'themes.name': 'signpost',
  'themes.title': 'Signpost',
  'themes.layout': 'centred',
  'themes.buttons': 'arm',
  'themes.font': 'bricolage-grotesque',
  display_font: 'bricolage-grotesque',
  default_theme: 'signpost',
  'fonts.name': 'inter',
  'fonts.title': 'Inter',
  'fonts.file': `${EXAMPLE_ORIGIN}/assets/fonts/inter-latin.woff2`,
  'subsets.': 'latin',
  surface: '#ffffff',
  muted: '#5b6472',
  accent: '#1f4fd8',
  border: '#c9cfd8',

  // Blocks, links and uploads
  block_id: exampleIds.block,
  'entries.block_id': exampleIds.form,
  item_id: exampleIds.item,
  entry_id: exampleIds.entry,
  id: 9,
  'blocks.id': exampleIds.block,
  'items.id': exampleIds.item,
  'links.id': exampleIds.item,
  'uploads.id': 61,
  'entries.id': exampleIds.entry,
  'links.url': exampleLink.url,
  'links.title': exampleLink.caption,
  'former_slugs.': 'maps',
  short_url: `${EXAMPLE_ORIGIN}/ada/${exampleLink.slug}`,
  'uploads.name': 'walking-maps.jpg',
  'uploads.type': 'image/webp',
  'uploads.url': exampleUploadUrl,
  'uploads.width': 1600,
  'uploads.height': 1200,
  'uploads.bytes': 642_318,
  thumbnail: EXAMPLE_ORIGIN + thumbnailPath(exampleIds.item),
  position: 1,
  caption: exampleLink.caption,
  alt: 'A map with footpaths in green',
  link: exampleLink.url,
  slug: exampleLink.slug,
  kind: 'counted',
  'entries.kind': 'contact_form',
  'values.key': 'name',
  'values.': 'Grace Hopper',

  // Pixels and activities
  'pixels.name': 'Map buyers',
  'pixels.status': 1,
  'template.response': pixelTemplates,
  pixel_id: '1234567890',
  'activities.message': 'Signed in with Mobile Safari on iOS.',
  'activities.type': 'login',
  ip: '203.0.113.7',
  os: 'iOS',
  browser: 'Mobile Safari',

  // Analytics
  last_activity: 1_794_734_400,
  impressions: 4210,
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
  'browsers.key': 'Mobile Safari',
  'browsers.name': 'Mobile Safari',
  'links.key': exampleLink.slug,
  dimension: 'country',
  'breakdown.key': 'de',
  'breakdown.name': 'Germany',
  'events.type': 'click',
  country: 'de',
  link_slug: exampleLink.slug,
  device: 'Phone',
  referrer: 'news.example.org',
  'events.app': null,
  app: 'Instagram',
  language: 'de',
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'autumn',
  utm_term: 'maps',
  utm_content: 'footer',
  'analytics.from': '2026-11-01',
  'analytics.to': '2026-11-15',
  timezone: 'Europe/Berlin',
  'breakdowns.dimensions': 'country,referrer,hour',
  limit: 10,
  interval: 'day',
  compare: 'previous',

  // Pages of a listing
  page: 1,
  results_per_page: 10,
  current_page: 1,
  from: 1,
  last_page: 1,
  per_page: 10,
  to: 1,
  total: 1,
  path: listingUrl,
  first_page_url: (context: ExampleContext) => `${listingUrl(context)}?page=1`,
  last_page_url: (context: ExampleContext) => `${listingUrl(context)}?page=1`,
  next_page_url: null,
  prev_page_url: null,
};

function listingUrl({ path }: ExampleContext): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[`entries.${name}`] ?? values[name]));
  return EXAMPLE_ORIGIN + filled;
}

export function exampleValue(context: ExampleContext, name: string): unknown {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value === 'function' ? (value as (context: ExampleContext) => unknown)(context) : value;
}
