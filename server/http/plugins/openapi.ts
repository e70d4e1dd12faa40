// The OpenAPI document, generated from the route schemas: what validates is what is documented.
import { isDeepStrictEqual } from 'node:util';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type ErrorCode, errorCatalogue, MAX_ERRORS } from '../../../contract/errors.ts';
import { describe, tags } from '../api-introduction.ts';
import { mediaTypesOf } from '../media-types.ts';

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  responses: Record<string, Json>;
  parameters?: { in: string; name: string; required?: boolean; schema: Json; description?: string }[];
  requestBody?: Json;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The document as it is now: whose data is used may change while the service runs. */
    apiDocument(): object;
    /** The same as JSON. All answers share these bytes, however many clients are slow to read them. */
    apiDocumentJson(): Buffer;
  }
}

export interface OpenapiOptions {
  /** What the licence of the data on places wants to be shown, as Markdown. */
  credit(): string | undefined;
}

export const openapiPlugin = fp(async (app: FastifyInstance, { credit }: OpenapiOptions) => {
  app.decorate('apiDocument', () => {
    const document = app.swagger();
    return { ...document, info: { ...document.info, description: describe(credit()) } };
  });
  let json: { credit: string | undefined; bytes: Buffer } | undefined;
  app.decorate('apiDocumentJson', () => {
    const credited = credit();
    if (!json || json.credit !== credited) {
      json = { credit: credited, bytes: Buffer.from(JSON.stringify(app.apiDocument())) };
    }
    return json.bytes;
  });
  await app.register(swagger, {
    hideUntagged: true,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Fingerpost API', version: '1', description: '', license: { name: 'MIT', identifier: 'MIT' } },
      // Relative to the document's own address, so that one file is right at every host.
      servers: [{ url: '/' }],
      tags,
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, fp_…' } } },
    },
    transform: ({ schema, url }) => ({ schema: { ...schema, consumes: mediaTypesOf(schema) }, url }),
    transformObject: (document) =>
      'openapiObject' in document
        ? (completed(document.openapiObject as unknown as Json) as never)
        : document.swaggerObject,
  });
});

/** What holds for every operation, and what Fastify has no word for: the bodies of GETs. */
function completed(document: Json): Json {
  const components = document.components as Json;
  const schemas: Json = { Error: errorSchema };
  components.schemas = schemas;
  components.headers = answerHeaders;
  components.responses = Object.fromEntries(
    errorResponses.map(({ status, code }) => [String(status), errorResponse(code)]),
  );
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Operation>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      for (const { status, code } of errorResponses) {
        if (code === 'precondition_failed' && !takes(operation, 'if-match')) continue;
        operation.responses[status] = { $ref: `#/components/responses/${status}` };
      }
      operation.responses['200'] = {
        ...(named(operation.responses['200'], schemas) as Json),
        description: 'Success',
        ...headersOf(path, operation),
      };
      if (operation.requestBody) operation.requestBody = named(operation.requestBody, schemas) as Json;
      if (method === 'get') addBody(operation);
    }
  }
  return document;
}

function takes({ parameters = [] }: Operation, header: string): boolean {
  return parameters.some(({ in: place, name }) => place === 'header' && name === header);
}

/** What is gone has no ETag. */
function headersOf(path: string, operation: Operation): Json {
  const headers: Json = {};
  if (!path.endsWith('/delete')) headers.ETag = { $ref: '#/components/headers/ETag' };
  if (takes(operation, 'idempotency-key')) {
    headers['Idempotency-Replayed'] = { $ref: '#/components/headers/Idempotency-Replayed' };
  }
  return Object.keys(headers).length > 0 ? { headers } : {};
}

const answerHeaders = {
  ETag: {
    description: 'Of what a GET gives now: for If-None-Match, and for If-Match where that is taken',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'Where nothing was created, since it had been already',
    schema: { const: 'true' },
  },
};

/** Moves what has a title into the components, so that generated clients have types by those names. */
function named(part: unknown, schemas: Json): unknown {
  if (Array.isArray(part)) return part.map((item) => named(item, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, named(value, schemas)]));
  if (typeof copy.title !== 'string' || !/^[A-Z]/.test(copy.title)) return copy;
  const { title, ...schema } = copy;
  if (schemas[title] && !isDeepStrictEqual(schemas[title], schema)) {
    throw new Error(`Two schemas that differ are both called "${title}".`);
  }
  schemas[title] = schema;
  return { $ref: `#/components/schemas/${title}` };
}

const errorResponses = (Object.keys(errorCatalogue) as ErrorCode[])
  .map((code) => ({ code, status: errorCatalogue[code].status as number }))
  .concat([
    { code: 'too_large', status: 414 },
    { code: 'too_large', status: 431 },
  ])
  .sort((a, b) => a.status - b.status);

const errorSchema = {
  type: 'object',
  required: ['status', 'response', 'code'],
  properties: {
    status: { const: false },
    response: { type: 'string', description: 'One plain sentence' },
    code: { enum: Object.keys(errorCatalogue) },
    errors: {
      type: 'object',
      description: `What is wrong with each field, for the first ${MAX_ERRORS} fields; with \`invalid\` only`,
      maxProperties: MAX_ERRORS,
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
  additionalProperties: false,
};

function errorResponse(code: ErrorCode): Json {
  const example = { status: false, response: errorCatalogue[code].message, code };
  return {
    description: `\`${code}\`: ${errorCatalogue[code].message}`,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
  };
}

/** The parameters of a read may come in its JSON body as well: the same ones. */
function addBody(operation: Operation): void {
  const inQuery = operation.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
  if (inQuery.length === 0) return;
  const properties = Object.fromEntries(
    inQuery.map(({ name, schema, description: text }) => [name, text ? { ...schema, description: text } : schema]),
  );
  operation.requestBody = {
    required: false,
    description: 'The same parameters as a JSON object; where a name is in both, the body wins.',
    content: { 'application/json': { schema: { type: 'object', properties } } },
  };
}
