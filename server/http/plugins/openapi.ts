// The OpenAPI document, generated from the route schemas: what validates is what is documented.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { type ErrorCode, errorCatalogue } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  responses: Record<string, Json>;
  parameters?: { in: string; name: string; required?: boolean; schema: Json; description?: string }[];
  requestBody?: Json;
}

const tags = [
  { name: 'Account', description: 'The profile, what was bought, and what happened.' },
  { name: 'Blocks', description: 'What the page consists of.' },
  { name: 'Page', description: 'All of it as one document: to keep, to change, and to bring along.' },
  { name: 'Uploads', description: 'Pictures, videos and files that the page shows or hands out.' },
  { name: 'Analytics', description: 'Who came, what they followed, and who is there now.' },
  { name: 'Pixels', description: "Other platforms' trackers on the page." },
];

const errorTable = (Object.keys(errorCatalogue) as ErrorCode[])
  .map((code) => `| ${errorCatalogue[code].status} | \`${code}\` | ${errorCatalogue[code].message} |`)
  .join('\n');

const describe = (
  credit: string | undefined,
) => `One page of links per account holder, true numbers on who came and what they followed, and tracking pixels. Every result belongs to the account that owns the key.

## Authentication
Send a key as \`Authorization: Bearer fp_…\`. Keys are made with \`bin/fingerpost key create USERNAME\`, have the scope \`read\` or \`write\`, can expire and can be revoked.

## Envelope
Answers are \`{ "status": true, "response": … }\`, lists carry \`meta\` as well; \`GET /user\` alone has no \`status\`. Every success is a 200.

## Parameters
Reads take them from the JSON body of the GET or from the query string; where a name is in both, the body wins. Numbers may arrive as numerals in strings. Pixel writes take \`multipart/form-data\`, \`application/x-www-form-urlencoded\` or JSON. Unknown fields are ignored. Bodies may have up to 1 MiB.

## Errors
One shape everywhere: \`{ "status": false, "response": "a sentence", "code": "snake_case", "errors": { "field": ["a sentence"] } }\`, \`errors\` with 422 only.

| status | code | what it says |
|---|---|---|
${errorTable}

Where several apply, the first of: path (404, 405), 401, 429, 403, the body (413, 415, 400), the id (404), the values (422). A URL or headers that are too long are \`too_large\` as well, with 414 and 431.

## Pagination
\`page\` from 1, \`results_per_page\` one of ${limits.pageSizes.join(', ')}. A page past the last one is empty, not an error. The URLs in \`meta\` give the same listing when they are followed.

## Rate limits
\`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) are on every answer; past the limit there is a 429 with \`Retry-After\`.

## Repeating a creation
With an \`Idempotency-Key\` header a creation that is sent again within ${limits.idempotencyHours} hours happens once, and gets the first answer with \`Idempotency-Replayed: true\`.

## Caching
Reads carry an \`ETag\`; sent back as \`If-None-Match\` it gets a 304 while nothing changed.

## Places
Countries and cities are looked up by a visitor's address, and no address leaves this service for that. What is not known is \`xx\`, or \`Unknown\`.${credit ? ` The data: ${credit}.` : ''}

## From a browser
Every origin may use a key (CORS). Nothing depends on cookies.

## Following a request
Every answer carries \`X-Request-Id\`: the one that was sent, or a fresh one. Quote it when you report a problem.`;

declare module 'fastify' {
  interface FastifyInstance {
    /** The document as it is now: whose data is used may change while the service runs. */
    apiDocument(): object;
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
  components.responses = Object.fromEntries(
    errorResponses.map(({ status, code }) => [String(status), errorResponse(code)]),
  );
  for (const methods of Object.values(document.paths as Record<string, Record<string, Operation>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      for (const { status } of errorResponses) {
        operation.responses[status] = { $ref: `#/components/responses/${status}` };
      }
      operation.responses['200'] = { ...(named(operation.responses['200'], schemas) as Json), description: 'Success' };
      if (operation.requestBody) operation.requestBody = named(operation.requestBody, schemas) as Json;
      if (method === 'get') addBody(operation);
    }
  }
  return document;
}

/** Moves what has a title into the components, so that generated clients have types by those names. */
function named(part: unknown, schemas: Json): unknown {
  if (Array.isArray(part)) return part.map((item) => named(item, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, named(value, schemas)]));
  if (typeof copy.title !== 'string') return copy;
  const { title, ...schema } = copy;
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
      description: 'What is wrong with each field; with `invalid` only',
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
