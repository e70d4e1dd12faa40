// A request before it is sent: its operation from the OpenAPI document, and its parts.
import { allOperations, type Operation as Documented, operations } from '../support/openapi.ts';
import type { Body } from './bodies.ts';
import type { MarkedAccount } from './marked-account.ts';
import { type Fields, formsOf, type ValueSchema } from './schema-values.ts';

export interface FuzzRequest {
  kind: 'valid' | 'flawed' | 'hostile';
  operation: string;
  method: string;
  /** From /api on. `{own …}` is replaced by a current resource of the caller. */
  url: string;
  headers: [string, string][];
  body: Buffer | undefined;
  /** Undefined if unknown; several if rules beyond the schema decide. */
  status: number | readonly number[] | undefined;
  /** The fields to be stored, if valid. */
  fields?: Fields;
  /** Where it is sent, if not to the pages. */
  at?: 'dashboard';
}

/** Keys and accounts to use. */
export interface Cast {
  writeKey: string;
  readKey: string;
  suspendedKey: string;
  /** Revoked, expired or never issued. */
  deadKeys: string[];
  own: MarkedAccount;
  foreign: MarkedAccount;
  sessions: Sessions;
}

/** `Cookie` headers. */
export interface Sessions {
  own: string;
  /** Expired, ended, forged, or of a suspended account. */
  dead: string[];
}

/** Stands for a session that is started anew when it was ended. */
export const WANDERER = '{session}';

const ROOT = '/api/v1';

export interface Operation {
  /** An alias has the id of the original. */
  id: string;
  method: string;
  path: string;
  writes: boolean;
  /** A POST that changes nothing. */
  readsOnly: boolean;
  /** By media type; reads accept them in the query as well. */
  bodies: Record<string, ValueSchema>;
  fields: ValueSchema | undefined;
  /** Of all forms that the body may have. */
  fieldNames: string[];
  hasParameter: boolean;
  takesIdempotencyKey: boolean;
  takesIfMatch: boolean;
  /** The status for fields that the schema allows. */
  status: number | readonly number[];
  /** Has more fields than others. */
  takesMuch: boolean;
}

/** Operations with rules beyond the schema: a value must be the account's own, unused, or an existing position. */
const ruled = new Set(
  `editSocial editBackground editUsername createBlock editBlock reorderBlocks duplicateBlock createBlockItem editBlockItem
  reorderBlockItems duplicateBlockItem restoreBlock restoreBlockItem restorePageVersion editLink importPage previewPage createUpload
  shareStatistics`.split(/\s+/),
);
/** Their fields depend on the type of the block, which is the first one in the document. */
const typed = new Set(['editBlock', 'createBlockItem', 'editBlockItem']);

export const everyOperation: Operation[] = operations.map(operationOf);
/** For people: public, or with a session. */
export const signInOperations: Operation[] = allOperations.filter((one) => !operations.includes(one)).map(operationOf);

function operationOf({ method, path, operation }: (typeof allOperations)[number]): Operation {
  const { operationId, 'x-alias-of': id = operationId, parameters = [] } = operation;
  const bodies = Object.entries(operation.requestBody?.content ?? bodyOfRead(operation)).map(
    ([type, { schema }]): [string, ValueSchema] => [type, typed.has(id) ? formsOf(schema)[0]! : schema],
  );
  const takes = (header: string) => parameters.some(({ name }) => name === header);
  return {
    id,
    method,
    path,
    writes: method !== 'GET',
    readsOnly: id === 'previewPage',
    bodies: Object.fromEntries(bodies),
    fields: bodies[0]?.[1],
    fieldNames: [
      ...new Set(bodies.flatMap(([, schema]) => formsOf(schema)).flatMap((form) => Object.keys(form.properties ?? {}))),
    ],
    hasParameter: path.includes('{'),
    takesIdempotencyKey: takes('idempotency-key'),
    takesIfMatch: takes('if-match'),
    status: ruled.has(id) ? [200, 422] : 200,
    takesMuch: id === 'importPage' || id === 'createUpload',
  };
}

/** The server reads the query parameters of a GET from a JSON body as well; the document does not declare that body. */
function bodyOfRead({ parameters = [] }: Documented): Record<string, { schema: ValueSchema }> {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  if (inQuery.length === 0) return {};
  const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
  return { 'application/json': { schema: { type: 'object', properties } } };
}

export interface Parts {
  method?: string;
  values?: Record<string, string>;
  query?: string;
  authorization?: string | undefined;
  headers?: [string, string][];
  body?: Body | undefined;
}

export function assembled(
  kind: FuzzRequest['kind'],
  operation: Operation,
  cast: Cast,
  status: FuzzRequest['status'],
  { method = operation.method, values = ownValues(operation), query = '', headers = [], body, ...rest }: Parts,
): FuzzRequest {
  const authorization = 'authorization' in rest ? rest.authorization : `Bearer ${cast.writeKey}`;
  const path = operation.path.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`There is no value for {${name}} in ${operation.path}.`);
    return value;
  });
  return {
    kind,
    operation: operation.id,
    method,
    url: ROOT + path + query,
    headers: [
      ...(authorization === undefined ? [] : [['Authorization', authorization] as [string, string]]),
      ...(body?.contentType === undefined ? [] : [['Content-Type', body.contentType] as [string, string]]),
      ...headers,
    ],
    body: body?.bytes,
    status,
  };
}

export type OwnThing =
  | 'block'
  | 'form'
  | 'item'
  | 'entry'
  | 'pixel'
  | 'upload'
  | 'slug'
  | 'version'
  | 'share'
  | 'deletedBlock'
  | 'deletedItem';

const things: readonly [path: RegExp, id: OwnThing][] = [
  [/^\/links/, 'item'],
  [/^\/uploads/, 'upload'],
  [/^\/page\/versions/, 'version'],
  [/^\/analytics\/shares/, 'share'],
  [/^/, 'pixel'],
];

export function ownValues({ path }: Operation): Record<string, string> {
  const [, id] = things.find(([start]) => start.test(path))!;
  const isRestored = path.endsWith('/restore');
  const ofItem = path.includes('{item_id}');
  const block = path.includes('/entries') ? 'form' : isRestored && !ofItem ? 'deletedBlock' : 'block';
  const item = isRestored ? 'deletedItem' : 'item';
  return { id: own(id), block_id: own(block), item_id: own(item), entry_id: own('entry'), slug: own('slug') };
}

function own(thing: OwnThing): string {
  return `{own ${thing}}`;
}

/** The same id or name for every path parameter. */
export function everywhere(value: string): Record<string, string> {
  return { id: value, block_id: value, item_id: value, entry_id: value, slug: value };
}

export function valuesOf({ path }: Operation, account: MarkedAccount): Record<string, string> {
  const id = path.startsWith('/links') ? account.item : path.startsWith('/uploads') ? account.upload : account.pixel;
  const block = path.includes('/entries') ? account.form : account.block;
  const all = { id, block_id: block, item_id: account.item, entry_id: account.entry, slug: account.slug };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)]));
}
