// What writes to records have in common in the OpenAPI document: their headers, and the two forms of the response. The
// validator reads the headers from the same schemas.
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest, FastifySchema, RouteOptions } from 'fastify';
import { type TObject, type TSchema, Type } from 'typebox';
import { IdempotencyHeader, success } from '../../../contract/schemas/common.ts';
import { MatchHeader, PreferHeader } from '../../../contract/schemas/writing.ts';
import type { Executor } from '../../storage/tables.ts';

/** The record that a route creates, changes or deletes, as its GET answers it. */
export interface WrittenRecord {
  /** Of the whole answer. */
  schema: TSchema;
  /** `id` is that of a new record. Others are in the path, or there is one per account. */
  read(request: FastifyRequest, db: Executor, id?: number): Promise<object>;
  /** No GET has this record alone, so it has no ETag. */
  isListed?: true;
}

type Envelope = TObject<{ response: TObject }>;

export function declareHeaders(route: RouteOptions): void {
  const { schema, config: { written, creates } = {} } = route;
  // An alias has the schema of its original.
  if (!schema || 'x-alias-of' in schema || !(written || creates)) return;
  const changes = written !== undefined && !isDeletion(schema);
  const existed = written !== undefined && !written.isListed && creates !== 'record';
  const properties = {
    ...(schema.headers as TObject | undefined)?.properties,
    ...(creates && IdempotencyHeader.properties),
    ...(existed && MatchHeader.properties),
    ...(changes && PreferHeader.properties),
  };
  route.schema = { ...schema, headers: Type.Object(properties) };
  if (!changes) return;
  const { 200: answer } = schema.response as { 200: TSchema };
  route.schema.response = { 200: eitherOf(answer, written) };
}

/** The short answer comes first, and the one to `Prefer: return=representation` last. */
function eitherOf(answer: TSchema, { schema, isListed }: WrittenRecord): TSchema {
  const preferred = isListed ? withShownOnce(answer as Envelope, schema as Envelope) : schema;
  return isDeepStrictEqual(answer, preferred) ? answer : Type.Union([answer, preferred]);
}

function withShownOnce(answer: Envelope, record: Envelope): TSchema {
  const own = answer.properties.response.properties;
  const { response } = record.properties;
  const isPart = Object.keys(own).every((name) => name in response.properties);
  return isPart ? record : success(Type.Object({ ...own, ...response.properties }, { additionalProperties: false }));
}

export function checksMatch(schema: FastifySchema | undefined): boolean {
  return 'if-match' in ((schema?.headers as TObject | undefined)?.properties ?? {});
}

/** As for the aliases. */
export function isDeletion({ operationId = '' }: FastifySchema = {}): boolean {
  return operationId.startsWith('delete');
}
