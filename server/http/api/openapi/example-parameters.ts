// The example of each parameter of the OpenAPI document, about the example account.
import { ids, person } from './example-account/identity.ts';
import { sections, walkingMaps } from './example-account/page.ts';
import { period, TIME_ZONE, visitor } from './example-account/statistics.ts';
import { exampleHeader, faintText, token } from './example-requests.ts';

/** What `{id}` is, by the segment before it. */
const idsByCollection: Readonly<Record<string, number>> = {
  links: ids.item,
  versions: ids.version,
  uploads: ids.upload,
  pixels: ids.pixel,
  shares: ids.share,
  sessions: ids.otherSession,
  passkeys: ids.passkey,
  keys: ids.key,
};

const { customize, background } = sections;
const { solid, gradient } = background.settings;

/** In a query, a colour needs no `#`, which would have to be escaped. */
const withoutHash = (colour: string) => colour.slice(1);

/** By name, or by operation and name. */
const values: Readonly<Record<string, unknown>> = {
  slug: walkingMaps.slug,
  page: 1,
  results_per_page: 10,
  'listUploads.kind': 'image',
  in_use: true,
  theme: customize.theme,
  texts_color: withoutHash(faintText),
  button_text_color: withoutHash(customize.button_text_color),
  button_background_color: withoutHash(customize.button_background_color),
  background_type: background.type,
  color: withoutHash(solid.color),
  color_1: withoutHash(gradient.color_1),
  color_2: withoutHash(gradient.color_2),
  ...visitor,
  app: 'Instagram',
  utm_term: 'maps',
  utm_content: 'footer',
  link_slug: walkingMaps.slug,
  dimension: 'country',
  dimensions: 'country,referrer',
  limit: 10,
  interval: 'week',
  compare: 'previous',
  ...period,
  timezone: TIME_ZONE,
  type: 'login',
  group: 'security',
  search: 'Safari',
  ip: '203.0.113.7',
  username: person.username,
  token,
};

export function exampleParameter(path: string, operationId: string, name: string): unknown {
  return (
    exampleHeader(name, operationId) ?? exampleIdAt(path, name) ?? values[`${operationId}.${name}`] ?? values[name]
  );
}

/** The id of the record that `{name}` in the path is about. */
export function exampleIdAt(path: string, name: string): number | undefined {
  const isDeleted = path.endsWith('/restore');
  if (name === 'item_id') return isDeleted ? ids.deletedItem : ids.item;
  if (name === 'entry_id') return ids.entry;
  if (name === 'block_id') {
    if (path.includes('/entries')) return ids.form;
    return isDeleted && !path.includes('/items') ? ids.deletedBlock : ids.block;
  }
  const collection = name === 'id' ? path.split('/{id}')[0]!.split('/').at(-1)! : '';
  return idsByCollection[collection];
}
