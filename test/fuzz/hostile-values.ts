// Ids, texts, JSON and headers that nobody sends by accident and that break careless code.
import fc, { type Arbitrary } from 'fast-check';

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  ' ',
  '\0',
  'a[b]',
  'a.b',
  '$where',
];
const numerals = [
  '0',
  '-0',
  '-1',
  '1e3',
  '1e400',
  '0x10',
  '007',
  '1.5',
  '9007199254740992',
  '9223372036854775808',
  '1'.repeat(400),
];
const texts = [
  'null',
  'NaN',
  'undefined',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  '%s%n{0}',
  '\r\nX-Injected: 1',
  '\u202e\u2066',
  'i\u0307İﬃ',
  'é\u0301'.repeat(50),
];

/** Text of every kind and size, without lone surrogates. */
export const text: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...names, ...numerals, ...texts),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(fc.constantFrom('x', '9', '\0', '🪧', '%', '"', '[', '&a='), fc.constantFrom(101, 256, 5000))
    .map(([unit, times]) => unit.repeat(times)),
);

/** A path segment. */
export const segment: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...numerals,
    '%00',
    '%2F',
    'a%2Fb',
    '..',
    '.',
    '%2e%2e',
    '%',
    '%zz',
    '%ff',
    '%c0%af',
    '%ud800',
    '%25',
    ';a=b',
    '*',
    '{id}',
  ),
  fc.constantFrom(
    '',
    'a/b',
    '/',
    '?',
    '#x',
    'template',
    'templat%65',
    'delete',
    "'",
    '"',
    '|',
    '\\',
    '`',
    '\xff',
    '\x80\x81',
  ),
  text.map((value) => encodeURIComponent(value).slice(0, 7000)),
  fc.integer({ min: 1, max: 2 ** 53 - 1 }).map(String),
  fc.constantFrom(300, 8191, 8193, 20_000).map((length) => '1'.repeat(length)),
);

const scalars = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '1.5',
    '1e400',
    '-1e400',
    '1E+2',
    '9007199254740993',
    '9223372036854775808',
  ],
  ...[
    '""',
    '"\\u0000"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"__proto__"',
    '"1"',
    '"25"',
    '[]',
    '{}',
    '[1]',
    '[null]',
    '[[10]]',
  ],
  ...[
    '{"__proto__":{"page":2}}',
    '{"toString":null}',
    '{"length":4294967295}',
    '{"then":1}',
    '{"toJSON":1}',
    '{"$ref":"#"}',
  ],
];

/** The text of a JSON value, including JSON that JSON.stringify cannot produce. */
export const json: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...scalars) },
  { weight: 3, arbitrary: text.map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('[]', '{"a":}'), fc.constantFrom(10, 1000, 50_000)).map(deep) },
  { weight: 1, arbitrary: fc.constantFrom(1000, 200_000).map((length) => `"${'x'.repeat(length)}"`) },
  { weight: 1, arbitrary: fc.constantFrom(100, 20_000).map((length) => `[${Array(length).fill('1').join()}]`) },
);

function deep([around, levels]: [string, number]): string {
  const middle = around.length - 1;
  return `${around.slice(0, middle).repeat(levels)}1${around.slice(middle).repeat(levels)}`;
}

/** The name of a field, known or unknown. */
export function fieldName(known: readonly string[]): Arbitrary<string> {
  const hostile = fc.oneof(fc.constantFrom(...names), text);
  return known.length === 0 ? hostile : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, hostile);
}

/** Any byte allowed in a header. */
const headerText = fc.oneof(
  fc.constantFrom(
    '',
    '*',
    '"',
    ',',
    ', ,',
    '\t',
    'null',
    '__proto__',
    '\xff\x80',
    'a'.repeat(300),
    'W/"x", "y"',
    '<script>',
  ),
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map(String.fromCharCode),
    maxLength: 40,
  }),
);

const headerNames = [
  ...[
    'Host',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'Forwarded',
    'X-Real-IP',
    'X-HTTP-Method-Override',
  ],
  ...['Idempotency-Key', 'If-None-Match', 'If-Match', 'If-Modified-Since', 'X-Request-Id', 'Range', 'Cookie', 'Origin'],
  ...[
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'Content-Encoding',
    'User-Agent',
    'Referer',
    'Cache-Control',
    'Pragma',
  ],
  ...[
    'Access-Control-Request-Method',
    'Access-Control-Request-Headers',
    'Upgrade',
    'TE',
    'Via',
    '__proto__',
    'constructor',
  ],
];

const telling: [string, string][] = [
  ['Accept', 'text/html'],
  ['Accept', 'text/csv'],
  ['Accept', 'text/event-stream'],
  ['Content-Encoding', 'gzip'],
  ['Expect', '100-continue'],
  ['Expect', 'a miracle'],
  ['Host', 'evil.example'],
  ['Host', '"><script>'],
  ['Host', ''],
  ['Idempotency-Key', 'the-same-again'],
  ['If-None-Match', '*'],
  ['X-Forwarded-For', '1.2.3.4, ::1, unknown'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-HTTP-Method-Override', 'DELETE'],
];

export const header: Arbitrary<[string, string]> = fc.oneof(
  fc.constantFrom(...telling),
  fc.tuple(fc.constantFrom(...headerNames), headerText),
);
