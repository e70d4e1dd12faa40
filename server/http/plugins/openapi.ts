// The OpenAPI document, generated from the schemas that validate requests.
import { isDeepStrictEqual } from 'node:util';
import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type ErrorCode, errorCatalogue, MAX_ERRORS } from '../../../contract/errors.ts';
import { describe, tags } from '../api/introduction.ts';
import { withCanonicalTypes } from '../api/openapi/canonical-types.ts';
import { addExamples, type ExampleOperation } from '../api/openapi/examples.ts';
import { mediaTypesOf } from '../wire/media-types.ts';
import { RETURN_REPRESENTATION } from '../wire/preferences.ts';

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  description: string;
  responses: Record<string, Json>;
  parameters?: { in: string; name: string; required?: boolean; schema: Json; description?: string }[];
  requestBody?: Json;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The current document: the credit for geographic data may change while the service runs. */
    apiDocument(): object;
    /** The same as JSON. All responses share one buffer, however many clients read slowly. */
    apiDocumentJson(): Buffer;
  }
}

export interface OpenapiOptions {
  /** The attribution that the licence of the geographic data requires, as Markdown. */
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
      // Relative to the document's URL, so that one file works on every host.
      servers: [{ url: '/' }],
      tags,
      security: [{ key: [] }, { session: [] }],
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'An API key, fp_…' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'fingerpost.session',
            description: 'The session cookie of the dashboard; with https its name begins with `__Host-`',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, consumes: mediaTypesOf(schema), ...securityOf(route.config?.access) },
      url,
    }),
    transformObject: (document) =>
      'openapiObject' in document
        ? (completed(document.openapiObject as unknown as Json) as never)
        : document.swaggerObject,
  });
});

function securityOf(access: FastifyContextConfig['access']) {
  if (access === undefined) return {};
  return { security: access === 'public' ? [] : [{ session: [] }] };
}

/** Adds what all operations have in common, and what Fastify cannot express. */
function completed(given: Json): Json {
  const document = withCanonicalTypes(given);
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
        // A write that cannot check `If-Match` refuses it.
        if (code === 'precondition_failed' && method === 'get') continue;
        operation.responses[status] = { $ref: `#/components/responses/${status}` };
      }
      operation.responses['200'] = {
        ...(named(operation.responses['200'], schemas) as Json),
        description: 'Success',
        ...headersOf(path, method, operation),
      };
      if (operation.requestBody) operation.requestBody = named(operation.requestBody, schemas) as Json;
      if (method === 'get') mentionBody(operation);
      addExamples(path, operation as ExampleOperation);
    }
  }
  return document;
}

function takes({ parameters = [] }: Operation, header: string): boolean {
  return parameters.some(({ in: location, name }) => location === 'header' && name === header);
}

/** A deleted record and a stream have no ETag. */
function headersOf(path: string, method: string, operation: Operation): Json {
  const headers: Json = {};
  const isStream = path.endsWith('/stream');
  if (!path.endsWith('/delete') && method !== 'delete' && !isStream)
    headers.ETag = { $ref: '#/components/headers/ETag' };
  if (takes(operation, 'prefer')) {
    headers['Preference-Applied'] = { $ref: '#/components/headers/Preference-Applied' };
  }
  if (takes(operation, 'idempotency-key')) {
    headers.Location = { $ref: '#/components/headers/Location' };
    headers['Idempotency-Replayed'] = { $ref: '#/components/headers/Idempotency-Replayed' };
  }
  return Object.keys(headers).length > 0 ? { headers } : {};
}

const answerHeaders = {
  ETag: {
    description: 'Version of the record, for `If-None-Match` and `If-Match`',
    schema: { type: 'string' },
  },
  Location: {
    description: 'Path of the new record',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'Present if the request was a repeat and nothing was created',
    schema: { type: 'string', const: 'true' },
  },
  'Preference-Applied': {
    description: 'Present if the response has the record, as the `Prefer` header asked',
    schema: { type: 'string', const: RETURN_REPRESENTATION },
  },
};

/** Moves schemas with a title into the components, so that generated clients have types of those names. */
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

const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** Two codes share a status: the first stands for both. */
const errorResponses = errorCodes
  .map((code) => ({ code, status: errorCatalogue[code].status as number }))
  .filter(({ code, status }) => code === errorCodes.find((other) => errorCatalogue[other].status === status))
  .concat([
    { code: 'too_large', status: 414 },
    { code: 'too_large', status: 431 },
  ])
  .sort((a, b) => a.status - b.status);

const errorSchema = {
  type: 'object',
  required: ['status', 'response', 'code'],
  properties: {
    status: { type: 'boolean', const: false },
    response: { type: 'string', description: 'Error message, one sentence' },
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    errors: {
      type: 'object',
      description: `The errors of each field, for the first ${MAX_ERRORS} fields; only with the code \`invalid\``,
      maxProperties: MAX_ERRORS,
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
  additionalProperties: false,
};

function errorResponse(code: ErrorCode): Json {
  const example = { status: false, response: errorCatalogue[code].message, code };
  const codes = errorCodes.filter((other) => errorCatalogue[other].status === errorCatalogue[code].status);
  return {
    description: codes.map((one) => `\`${one}\`: ${errorCatalogue[one].message}`).join(' '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
  };
}

/**
 * The server reads the parameters of a GET from a JSON body as well. The document declares no `requestBody` there: API
 * clients and code generators would send one, and most HTTP libraries refuse to.
 */
function mentionBody(operation: Operation): void {
  if (!operation.parameters?.some((parameter) => parameter.in === 'query')) return;
  operation.description +=
    '\n\nThe query parameters can also be sent as a JSON body; a value in the body takes precedence.';
}
