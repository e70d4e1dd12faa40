// Fields that a schema describes only in part: for each, values that the further rules mostly accept.
import fc, { type Arbitrary } from 'fast-check';

const address = fc.constantFrom(
  'https://example.com/',
  'https://example.com/a?b=c&d=ü#e',
  'https://example.com:8443/%2e',
);
const slug = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
  minLength: 2,
  maxLength: 12,
});
/** Only the account's own pictures and files are allowed. */
const nothing = fc.constant(null);
const instant = fc.constantFrom('2026-01-01T09:00:00Z', '2027-12-31T23:59:59+02:00');

const words: Record<string, Arbitrary<unknown>> = {
  link: address,
  url: address,
  external_url: address,
  avatar: nothing,
  thumbnail: nothing,
  opengraph_image: nothing,
  image: nothing,
  video: nothing,
  photo: nothing,
  slug,
  former_slugs: slug,
  username: slug.map((text) => `u-${text}`),
  from: instant,
  to: instant,
  date: instant,
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'asia/kathmandu'),
  dimensions: fc.constantFrom('country', 'city,hour,weekday'),
  email: fc.constantFrom('ada@example.com', 'wanderer@example.com', 'nobody@example.com'),
  whatsapp: fc.constant('+491700000000'),
  facebook: slug,
  instagram: slug,
  twitter: slug,
  youtube: slug,
  password: fc.constantFrom('correct horse battery staple', 'seven green signposts', 'password', 'x'),
  current_password: fc.constantFrom('correct horse battery staple', 'seven green signposts'),
  return_to: fc.constantFrom('/', '/account/keys'),
};

/** The smallest file of each type. */
const wholeFiles = [
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n').toString('base64'),
].map((content) => Buffer.from(content, 'base64'));

/** Intact files, damaged files, and other bytes. */
export const file: Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(...wholeFiles),
  fc.string({ minLength: 1, maxLength: 300 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(fc.constantFrom(...wholeFiles), fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.boolean())
    .map(([whole, at, bytes, isCut]) => {
      const offset = 8 + (at % (whole.length - 8));
      const rest = isCut ? Buffer.alloc(0) : whole.subarray(offset + bytes.length);
      return Buffer.concat([whole.subarray(0, offset), Buffer.from(bytes), rest]);
    }),
);

const periodOperations = new Set([
  'getViews',
  'getClicks',
  'getLinkClicks',
  'listLinkFigures',
  'listBreakdown',
  'getBreakdowns',
  'listVisits',
  'listActivities',
]);

/** Mostly removes fields that must not be sent together. */
export function sensible(operation: string, fields: Record<string, unknown>): Record<string, unknown> {
  const { text, format, document, block_id, link_slug, slug: end, ...rest } = fields;
  // Only another operation has the link in its path.
  if (periodOperations.has(operation)) return inOrder(comparable(rest));
  // The days of a series are limited: today is, and thousands of years are not.
  if (operation === 'getSeries') return { ...rest, from: '2026-11-01', to: '2026-11-15' };
  if (operation === 'importPage') return document ? { ...rest, document: spoken(document) } : { ...rest, text, format };
  if (operation !== 'createBlockItem' && operation !== 'editBlockItem') return fields;
  return rest.link && end ? { ...rest, slug: end } : rest;
}

/** A comparison needs days of which there are some before. */
function comparable(fields: Record<string, unknown>): Record<string, unknown> {
  return fields.compare === undefined ? fields : { ...fields, from: '2026-11-01', to: '2026-11-15' };
}

/** Puts the earlier day first. */
function inOrder(fields: Record<string, unknown>): Record<string, unknown> {
  const { from, to } = fields;
  return typeof from === 'string' && typeof to === 'string' && from > to ? { ...fields, from: to, to: from } : fields;
}

function spoken(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document, (_name, value) => value ?? undefined));
}

export function wordFor(name: string): Arbitrary<unknown> | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
