// Checks answers against docs/openapi.json: for every status, the body must match its schema.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export interface Operation {
  operationId: string;
  /** The original operation of an alias. */
  'x-alias-of'?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  /** Absent where a key will do. */
  security?: Record<string, string[]>[];
  parameters?: { in: string; name: string; schema: Record<string, unknown>; required?: boolean; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown>; example?: unknown }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: object; example?: unknown }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    responses: Record<string, { content: Record<string, { schema: object }> }>;
    schemas: Record<string, object>;
  };
}

export const document = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
) as Document;

// Compiling takes longer here than validating. test/api/openapi/openapi.test.ts checks that the schemas are valid.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
});
addFormats.default(ajv);
ajv.addSchema(document, 'api');
const validators = new Map<string, ValidateFunction>();

const PREFIX = '/api/v1';

const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path: path.slice(PREFIX.length),
    operation,
  })),
);

/** A stream has no end, so each has tests of its own. */
export const streams = documented.filter(({ operation }) => isStream(operation));
export const allOperations = documented.filter(({ operation }) => !isStream(operation));

function isStream({ responses }: Operation): boolean {
  return responses['200']!.content?.['text/event-stream'] !== undefined;
}

/** Those that a key may call. The rest is for people who sign in, and has tests of its own in test/api/auth. */
export const operations = allOperations.filter(({ operation }) => operation.security === undefined);

export function assertDocumented(method: string, url: string, answer: { status: number; body: unknown; text: string }) {
  if (method === 'HEAD' || answer.status === 204 || answer.status === 304) {
    assert.equal(answer.text, '', `${method} ${url} has a body with status ${answer.status}`);
    return;
  }
  const validate = validatorFor(method, url.split('?', 1)[0]!, answer.status);
  assert.ok(validate, `${method} ${url} answered ${answer.status}, which is not documented: ${answer.text}`);
  assert.ok(
    validate(answer.body),
    `${method} ${url} ${answer.status}: ${ajv.errorsText(validate.errors)}\n${answer.text}`,
  );
}

function validatorFor(method: string, path: string, status: number): ValidateFunction | undefined {
  const found = documented
    .filter((operation) => operation.method === method && matches(operation.path, path))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
  if (found && !(status in found.operation.responses)) return undefined;
  if (!found || status !== 200) return schemaAt(`/components/responses/${status}/content/application~1json/schema`);
  const pointer = `${PREFIX}${found.path}`
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replaceAll('{', '%7B')
    .replaceAll('}', '%7D');
  return schemaAt(`/paths/${pointer}/${method.toLowerCase()}/responses/200/content/application~1json/schema`);
}

function schemaAt(pointer: string): ValidateFunction | undefined {
  const known = validators.get(pointer);
  if (known) return known;
  try {
    const validate = ajv.compile({ $ref: `api#${pointer}` });
    validators.set(pointer, validate);
    return validate;
  } catch {
    return undefined;
  }
}

/** A path with fewer parameters takes precedence. */
function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{[a-z_]+\}/g, '[^/]+')}$`).test(path);
}

/** The reads that the API reference defines: they ignore parameters that they do not know. */
export const readsOfReference = [
  '/user',
  '/blocks',
  '/blocks/{block_id}',
  '/plan-history',
  '/analytics/live',
  '/analytics/clicks',
  '/analytics/clicks/{slug}',
  '/analytics/views',
  '/pixels',
  '/pixels/{id}',
  '/pixels/template',
  '/activities',
];
