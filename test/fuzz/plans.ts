// A request before it is sent: which operation it is for, out of the OpenAPI document, and what it consists of.
import { operations } from '../support/openapi.ts';
import type { Body } from './bodies.ts';
import type { Fields, ObjectSchema } from './schema-values.ts';

export interface FuzzRequest {
  kind: 'valid' | 'flawed' | 'hostile';
  operation: string;
  method: string;
  /** From /api on. What is the caller's own, and made for this request, takes the place of OWN_PIXEL and OWN_ENTRY. */
  url: string;
  headers: [string, string][];
  body: Buffer | undefined;
  /** Undefined where nobody can say. */
  status: number | undefined;
  /** What was asked to be stored, where it was valid. */
  fields?: Fields;
}

/** Whose keys and ids there are to be used. */
export interface Cast {
  writeKey: string;
  readKey: string;
  suspendedKey: string;
  /** Revoked, expired, never given out. */
  deadKeys: string[];
  own: { id: number; block: number; slug: string };
  foreign: { block: number; pixel: number; entry: number; slug: string };
}

export const OWN_PIXEL = '{own pixel}';
export const OWN_ENTRY = '{own entry}';
const ROOT = '/api/v1';

export interface Operation {
  id: string;
  method: string;
  path: string;
  writes: boolean;
  /** By media type; reads take them in the query as well. */
  bodies: Record<string, ObjectSchema>;
  fields: ObjectSchema | undefined;
  hasParameter: boolean;
  takesIdempotencyKey: boolean;
}

export const everyOperation: Operation[] = operations.map(({ method, path, operation }) => {
  const bodies = Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema]);
  return {
    id: operation.operationId,
    method,
    path,
    writes: method !== 'GET',
    bodies: Object.fromEntries(bodies),
    fields: bodies[0]?.[1] as ObjectSchema | undefined,
    hasParameter: path.includes('{'),
    takesIdempotencyKey: operation.parameters?.some(({ name }) => name === 'idempotency-key') ?? false,
  };
});

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
  status: number | undefined,
  { method = operation.method, values = ownValues(cast), query = '', headers = [], body, ...rest }: Parts,
): FuzzRequest {
  const authorization = 'authorization' in rest ? rest.authorization : `Bearer ${cast.writeKey}`;
  const path = operation.path.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nobody knows a value for {${name}} in ${operation.path}.`);
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

export function ownValues({ own }: Cast): Record<string, string> {
  return { id: OWN_PIXEL, block_id: String(own.block), entry_id: OWN_ENTRY, slug: own.slug };
}
