// Requests from the OpenAPI document, of three kinds: valid ones, which must succeed; ones with a single flaw, for which
// the contract names the status; and hostile ones, whose answer must have a documented shape.
import { hash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { type Body, broken, hostileBody, otherType, tooLarge, written } from './bodies.ts';
import { sensible } from './field-words.ts';
import { fieldName, header, json, segment, text } from './hostile-values.ts';
import {
  assembled,
  type Cast,
  everyOperation,
  everywhere,
  type FuzzRequest,
  type Operation,
  ownValues,
  type Parts,
  valuesOf,
} from './plans.ts';
import { allowedFields, type Fields, forbiddenFields, type ValueSchema } from './schema-values.ts';

const OTHER_METHODS = ['PUT', 'PATCH', 'DELETE', 'PROPFIND', 'LOCK', 'TRACE', 'PURGE'];

function methodsNotAt(path: string): string[] {
  const taken = everyOperation.filter((operation) => operation.path === path).map(({ method }) => method);
  return OTHER_METHODS.filter((method) => !taken.includes(method));
}

export function fuzzRequests(cast: Cast): Arbitrary<FuzzRequest> {
  const of = (operation: Operation) =>
    fc.oneof(
      { weight: 3, arbitrary: valid(operation, cast) },
      { weight: 3, arbitrary: flawed(operation, cast) },
      { weight: 4, arbitrary: hostile(operation, cast) },
    );
  // Operations with more fields are tried more often.
  const weight = ({ writes, fields, hasParameter }: Operation) =>
    1 + (writes ? 2 : 0) + (fields ? 2 : 0) + (hasParameter ? 1 : 0);
  return fc.oneof(...everyOperation.map((operation) => ({ weight: weight(operation), arbitrary: of(operation) })));
}

/** One valid request of each operation. */
export function oneOfEach(cast: Cast): Arbitrary<FuzzRequest>[] {
  return everyOperation.map((operation) => valid(operation, cast));
}

/** For operations whose answer depends on more than the document: whether a password, a token or a code is right. */
export function unpredictable(operation: Operation, cast: Cast): Arbitrary<FuzzRequest> {
  return fc.oneof(
    { weight: 3, arbitrary: valid(operation, cast).map((request) => ({ ...request, status: undefined })) },
    { weight: 4, arbitrary: hostile(operation, cast) },
  );
}

function valid(operation: Operation, cast: Cast): Arbitrary<FuzzRequest> {
  const key = operation.writes ? fc.constant(cast.writeKey) : fc.constantFrom(cast.writeKey, cast.readKey);
  const scheme = fc.constantFrom('Bearer', 'bearer', 'BEARER');
  return fc.tuple(key, scheme, validParts(operation)).map(([token, name, { fields, ...parts }]) => ({
    ...assembled('valid', operation, cast, operation.status, { ...parts, authorization: `${name} ${token}` }),
    ...(operation.writes && fields ? { fields } : {}),
  }));
}

/** Values in every format they may be sent. */
function validParts(operation: Operation): Arbitrary<Parts & { fields?: Fields }> {
  const { writes, bodies, fields: schema } = operation;
  if (!schema) return fc.constantFrom({}, { headers: [['Content-Type', 'application/json']] as [string, string][] });
  const allowed = allowedFields(schema).map((fields) => sensible(operation.id, fields));
  return fc
    .tuple(allowed, allowed, fc.constantFrom(...Object.keys(bodies), 'query', 'both'))
    .map(([fields, others, form]) => {
      if (writes) {
        // The same Idempotency-Key for the same fields: a repeated request gets the same answer.
        const key = hash('sha256', operation.id + JSON.stringify(fields));
        const headers: [string, string][] =
          operation.takesIdempotencyKey && form === 'both' ? [['Idempotency-Key', key]] : [];
        return { fields, headers, body: written(form in bodies ? form : Object.keys(bodies)[0]!, fields) };
      }
      // A day in the query could be later than the last day in the body.
      const { from, to, ...apart } = others as Record<string, string>;
      const given = form === 'both' ? apart : (others as Record<string, string>);
      const query = `?${new URLSearchParams(given)}`;
      if (form === 'query') return { query };
      return { query: form === 'both' ? query : '', body: written('application/json', fields) };
    });
}

function flawed(operation: Operation, cast: Cast): Arbitrary<FuzzRequest> {
  const { writes, bodies, fields: schema } = operation;
  const one = (status: number, flaw: { [Name in keyof Parts]: Arbitrary<Parts[Name]> }) =>
    fc
      .record(flaw as Record<string, Arbitrary<unknown>>)
      .map((parts) => assembled('flawed', operation, cast, status, parts));
  const bearer = (key: string) => fc.constant(`Bearer ${key}`);
  const anyBody = fc.oneof(fc.constant(undefined), hostileBody(operation.fieldNames, writes));

  const flaws = [
    one(400, { body: broken(Object.keys(bodies), { name: 'x' }) }),
    one(401, { authorization: fc.constantFrom(...deadAuthorizations(cast)) }),
    one(403, { authorization: bearer(cast.suspendedKey) }),
    one(404, { query: fc.constant('/no/such/thing'), body: anyBody }),
    one(405, { method: fc.constantFrom(...methodsNotAt(operation.path)), body: anyBody }),
    ...(operation.takesMuch ? [] : [one(413, { body: tooLarge })]),
    one(415, { body: otherType }),
    one(431, { headers: fc.constant<[string, string][]>([['X-Long', 'x'.repeat(33_000)]]) }),
  ];
  if (writes && !operation.readsOnly) flaws.push(one(403, { authorization: bearer(cast.readKey) }));
  if (operation.hasParameter) flaws.push(one(404, { values: lostValues(operation, cast) }));
  // In a form everything is text, so few values are certain to be invalid.
  if (schema && 'application/json' in bodies) {
    flaws.push(one(422, { body: forbiddenFields(schema).map((fields) => written('application/json', fields)) }));
  }
  if (operation.takesIfMatch) {
    const headers = fc.constantFrom<[string, string][]>(
      [['If-Match', '"old"']],
      [['If-Match', '']],
      [['If-Match', 'W/"x", ,']],
    );
    const body = schema
      ? allowedFields(schema).map((fields) => written('application/json', fields))
      : fc.constant(undefined);
    flaws.push(
      fc
        .record({ headers, body })
        .map((parts) => assembled('flawed', operation, cast, operation.status === 200 ? 412 : [412, 422], parts)),
    );
  }
  return fc.oneof(...flaws);
}

function deadAuthorizations({ writeKey, deadKeys }: Cast): (string | undefined)[] {
  return [
    ...deadKeys.map((key) => `Bearer ${key}`),
    ...[undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer \xff', `Bearer ${'x'.repeat(5000)}`],
    ...[
      writeKey,
      `Token ${writeKey}`,
      `Bearer ${writeKey}x`,
      `Bearer ${writeKey} x`,
      `Bearer ${writeKey.toUpperCase()}`,
    ],
  ];
}

/** Ids and slugs of another account, unknown ones, and impossible ones. */
function lostValues(operation: Operation, { foreign }: Cast): Arbitrary<Record<string, string>> {
  const noIds = [
    '0',
    '-1',
    '1.5',
    '+1',
    '007',
    '1e3',
    '0x1f',
    '%00',
    '1%00',
    '%20',
    '9007199254740992',
    '9223372036854775808',
  ];
  const noId = text
    .filter((value) => value !== '' && !/^\d+$/.test(value))
    .map(encodeURIComponent)
    .filter((value) => value.length < 3000);
  return fc.oneof(
    fc.constant(valuesOf(operation, foreign)),
    fc.oneof(fc.constantFrom(...noIds, '99999999'), noId).map(everywhere),
  );
}

function hostile(operation: Operation, cast: Cast): Arbitrary<FuzzRequest> {
  const known = [...operation.fieldNames, 'page', 'type', 'id', 'user'];
  const value = fc.oneof(
    { weight: 2, arbitrary: fc.constant(ownValues(operation)) },
    { weight: 2, arbitrary: segment.map(everywhere) },
    { weight: 1, arbitrary: lostValues(operation, cast) },
  );
  const authorization = fc.oneof(
    { weight: 12, arbitrary: fc.constant(`Bearer ${cast.writeKey}`) },
    { weight: 2, arbitrary: fc.constantFrom(`Bearer ${cast.readKey}`, `Bearer ${cast.suspendedKey}`) },
    { weight: 1, arbitrary: fc.constantFrom(...deadAuthorizations(cast)) },
  );
  const method = fc.oneof(
    { weight: 8, arbitrary: fc.constant(operation.method) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', ...OTHER_METHODS) },
  );
  return fc
    .record({
      method,
      values: value,
      query: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: hostileQuery(known) }),
      suffix: fc.oneof(
        { weight: 12, arbitrary: fc.constant('') },
        fc.constantFrom('/', '/.', '//', '/..', ';x', '%20', '.json', '%'),
      ),
      authorization,
      headers: fc.array(header, { maxLength: 4 }),
      body: fc.oneof(
        { weight: 1, arbitrary: fc.constant(undefined) },
        { weight: 2, arbitrary: hostileBody(known, operation.writes) },
        ...(operation.fields ? [{ weight: 3, arbitrary: harmedBody(operation, operation.fields) }] : []),
      ),
    })
    .map(({ suffix, ...parts }) =>
      assembled('hostile', operation, cast, undefined, { ...parts, query: suffix + parts.query }),
    );
}

/** A valid body except for one place. */
function harmedBody({ bodies }: Operation, schema: ValueSchema): Arbitrary<Body> {
  const type = 'application/json' in bodies ? 'application/json' : Object.keys(bodies)[0]!;
  const offset = type === 'application/json' ? JSON.stringify(HARM) : HARM;
  return fc
    .tuple(allowedFields(schema), fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), json)
    .map(([fields, way, harm]) => {
      const { contentType, bytes } = written(type, { ...(harmed({ ...fields, x: 1 }, way) as Fields) });
      const at = bytes.indexOf(offset);
      if (at === -1) return { contentType, bytes };
      // As text: JSON.stringify cannot produce all JSON.
      const parts = [bytes.subarray(0, at), Buffer.from(harm), bytes.subarray(at + offset.length)];
      return { contentType, bytes: Buffer.concat(parts) };
    });
}

const HARM = 'here it goes wrong';

/** Replaces the value at a path. */
function harmed(value: unknown, [step, ...rest]: number[]): unknown {
  const entries = typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? Object.entries(value) : [];
  if (step === undefined || entries.length === 0) return HARM;
  const [name, one] = entries[step % entries.length]!;
  const changed = harmed(one, rest);
  return Array.isArray(value) ? value.with(Number(name), changed) : { ...(value as object), [name]: changed };
}

function hostileQuery(known: readonly string[]): Arbitrary<string> {
  const pair = fc.oneof(
    fc
      .tuple(fieldName(known), text)
      .map((both) => both.map((part) => encodeURIComponent(part).slice(0, 900)).join('=')),
    fc
      .tuple(
        fc.constantFrom(...known),
        segment.filter((part) => part.length < 900 && !/[#]/.test(part)),
      )
      .map((both) => both.join('=')),
    fc.constantFrom(
      '',
      '=',
      '&',
      '?',
      '%',
      '%zz',
      'page',
      'page=1&page=2',
      'page[]=1',
      'page%00=1',
      '__proto__[page]=1',
    ),
  );
  return fc.array(pair, { maxLength: 6 }).map((pairs) => `?${pairs.join('&')}`);
}
