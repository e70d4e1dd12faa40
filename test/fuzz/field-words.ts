// Fields of which a schema cannot say all: for each, words that the rules behind it mostly take.
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
/** Of pictures and files only one's own may be named. */
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
  username: slug.map((text) => `u-${text}`),
  from: instant,
  to: instant,
  date: instant,
  email: fc.constant('ada@example.com'),
  whatsapp: fc.constant('+491700000000'),
  facebook: slug,
  instagram: slug,
  twitter: slug,
  youtube: slug,
};

export function wordFor(name: string): Arbitrary<unknown> | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}
