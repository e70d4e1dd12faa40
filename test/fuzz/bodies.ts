// Bodies: fields in each of the documented formats, and bodies in no valid format.
import fc, { type Arbitrary } from 'fast-check';
import { fieldName, json, text } from './hostile-values.ts';
import type { Fields } from './schema-values.ts';

export interface Body {
  contentType: string | undefined;
  bytes: Buffer;
}

const LIMIT = 1024 * 1024;
const BOUNDARY = '----boundary7MA4YWxk';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** By media type of the document; a new one there needs a writer here. */
const writers: Record<string, (fields: Fields) => Body> = {
  'application/json': (fields) => body(JSON_TYPE, JSON.stringify(fields)),
  'application/x-www-form-urlencoded': (fields) =>
    body(
      FORM_TYPE,
      new URLSearchParams(withoutNull(fields).map(([name, value]): [string, string] => [name, String(value)])),
    ),
  'multipart/form-data': (fields) =>
    body(
      MULTIPART_TYPE,
      Buffer.concat([
        ...withoutNull(fields).flatMap(([name, value]) =>
          Buffer.isBuffer(value)
            ? [
                Buffer.from(`--${BOUNDARY}\r\n${disposition(name)}; filename="a.bin"\r\n\r\n`),
                value,
                Buffer.from('\r\n'),
              ]
            : [Buffer.from(part(disposition(name), String(value)))],
        ),
        Buffer.from(multipart([])),
      ]),
    ),
};

export function written(mediaType: string, fields: Fields): Body {
  const write = writers[mediaType];
  if (!write) throw new Error(`There is no writer for bodies of ${mediaType}.`);
  return write(fields);
}

/** A form cannot express null. */
function withoutNull(fields: Fields): [string, unknown][] {
  return Object.entries(fields).filter(([, value]) => value !== null);
}

function body(contentType: string | undefined, content: string | Buffer | URLSearchParams): Body {
  return { contentType, bytes: Buffer.isBuffer(content) ? content : Buffer.from(content.toString()) };
}

function disposition(name: string): string {
  return `Content-Disposition: form-data; name="${name}"`;
}

function part(headers: string, value: string): string {
  return `--${BOUNDARY}\r\n${headers}\r\n\r\n${value}\r\n`;
}

function multipart(parts: string[]): string {
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

/** A prefix that lacks at least the last `least` bytes, and is never empty. */
function cut(whole: Body, least = 1): Arbitrary<Body> {
  return fc
    .integer({ min: 1, max: whole.bytes.length - least })
    .map((length) => ({ ...whole, bytes: whole.bytes.subarray(0, length) }));
}

/** Content that does not match its type. */
export function broken(mediaTypes: readonly string[], fields: Fields): Arbitrary<Body> {
  const whole = mediaTypes.map((mediaType) => written(mediaType, fields));
  const cutOff = whole.flatMap((one) =>
    one.contentType === JSON_TYPE ? [cut(one)] : one.contentType === MULTIPART_TYPE ? [cut(one, 4)] : [],
  );
  const noJson = ['[]', 'null', '7', '"name"', '{]', '{"a":1}}', '{a:1}', "{'a':1}", '{"a":NaN}', '{"a":01}', ' '];
  const noUtf8 = Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]);
  const nonsense = fc.constantFrom(...noJson, noUtf8, '['.repeat(100_000)).map((content) => body(JSON_TYPE, content));
  return fc.oneof(...cutOff, ...(mediaTypes.length === 0 || mediaTypes.includes(JSON_TYPE) ? [nonsense] : []));
}

export const tooLarge: Arbitrary<Body> = fc
  .tuple(fc.constantFrom(JSON_TYPE, FORM_TYPE, MULTIPART_TYPE, 'text/plain'), fc.integer({ min: 1, max: 200_000 }))
  .map(([type, excess]) => body(type, Buffer.alloc(LIMIT + excess, '{')));

export const otherType: Arbitrary<Body> = fc
  .tuple(
    fc.constantFrom(
      undefined,
      '',
      'text/plain',
      'application/jsonx',
      'application/json/x',
      'json',
      'multipart/mixed',
      '*/*',
      ';',
      '\xff',
    ),
    // White space is no body of a GET.
    fc.constantFrom('{}', 'a=b', '\0', '[1]'),
  )
  .map(([type, content]) => body(type, content));

/** Arbitrary content with the known fields; mostly JSON if forms are not accepted. */
export function hostileBody(known: readonly string[], takesForms: boolean): Arbitrary<Body> {
  const name = fieldName(known);
  const whole = fc.oneof(
    { weight: takesForms ? 4 : 20, arbitrary: hostileJson(name) },
    { weight: 4, arbitrary: hostileMultipart(name) },
    { weight: 2, arbitrary: hostileForm(name) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => body(JSON_TYPE, Buffer.from(bytes))) },
    { weight: 1, arbitrary: otherType },
  );
  const renamed = fc
    .tuple(whole, fc.constantFrom(JSON_TYPE, FORM_TYPE, MULTIPART_TYPE, 'APPLICATION/JSON ; charset=utf-16', undefined))
    .map(([{ bytes }, contentType]) => ({ contentType, bytes }));
  const cutOff = whole.filter(({ bytes }) => bytes.length > 1).chain((one) => cut(one));
  return fc.oneof({ weight: 8, arbitrary: whole }, { weight: 1, arbitrary: renamed }, { weight: 2, arbitrary: cutOff });
}

function hostileJson(name: Arbitrary<string>): Arbitrary<Body> {
  const entry = fc.tuple(name, json).map(([key, value]) => `${JSON.stringify(key)}:${value}`);
  return fc.array(entry, { maxLength: 8 }).map((entries) => body(JSON_TYPE, `{${entries.join()}}`));
}

function hostileForm(name: Arbitrary<string>): Arbitrary<Body> {
  const pair = fc.oneof(
    fc.tuple(name, text).map((both) => both.map(encodeURIComponent).join('=')),
    fc.constantFrom('', '=', '==', 'name', '%', '%zz=%', '&&', '+=+', 'name[]=1', 'page=1;page=2'),
  );
  return fc
    .tuple(fc.array(pair, { maxLength: 8 }), fc.constantFrom(1, 1, 1, 2000))
    .map(([pairs, times]) => body(FORM_TYPE, repeated(`${pairs.join('&')}&`, times)));
}

function hostileMultipart(name: Arbitrary<string>): Arbitrary<Body> {
  const headers = fc.oneof(
    { weight: 5, arbitrary: name.map(disposition) },
    {
      weight: 2,
      arbitrary: name.map((field) => `${disposition(field)}; filename="${field}.bin"\r\nContent-Type: image/png`),
    },
    { weight: 2, arbitrary: fc.tuple(name, text).map(([field, extra]) => `${disposition(field)}\r\n${extra}`) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '',
        ':',
        'Content-Disposition',
        'Content-Disposition: form-data',
        'Content-Disposition: attachment; name=a',
        'Content-Disposition: form-data; name=',
        'Content-Disposition: form-data; name="a',
        "Content-Disposition: form-data; name*=utf-8''%zz%ff",
        `Content-Disposition: form-data; name="name"\r\nContent-Type: multipart/mixed; boundary=${BOUNDARY}`,
        'Content-Disposition: form-data; name="name"\r\nContent-Type: text/plain; charset=utf-7\r\nContent-Transfer-Encoding: base64',
        `Content-Disposition: form-data; name="${'n'.repeat(100_000)}"`,
        `X: ${'h'.repeat(100_000)}`,
        'X: y\r\n'.repeat(3000),
      ),
    },
  );
  const parts = fc.array(
    fc.tuple(headers, fc.oneof(text, json)).map(([head, value]) => part(head, value)),
    { maxLength: 8 },
  );
  const boundary = fc.oneof(
    { weight: 6, arbitrary: fc.constant(`; boundary=${BOUNDARY}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', ';', '; boundary', '; boundary=', '; boundary=""', `; boundary="${BOUNDARY}"`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '; boundary=other',
        '; boundary=-',
        `; boundary=${'b'.repeat(5000)}`,
        `; charset=x; BOUNDARY=${BOUNDARY}`,
      ),
    },
  );
  return fc.tuple(parts, fc.constantFrom(1, 1, 1, 1, 1000), boundary).map(([some, times, parameter]) => {
    return body(`multipart/form-data${parameter}`, multipart([repeated(some.join(''), times)]));
  });
}

/** Repeated `times` times, limited to a little over the allowed total. */
function repeated(unit: string, times: number): string {
  return unit.repeat(Math.min(times, Math.ceil(LIMIT / unit.length)));
}
