// The OpenAPI document alone: complete, consistent, and with a full description of every operation.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { errorCatalogue } from '../../../contract/errors.ts';
import { document, allOperations as operations } from '../../support/openapi.ts';

const everything = document as unknown as {
  tags: { name: string; description?: string }[];
  components: Record<string, Record<string, object>>;
};

describe('The OpenAPI document', () => {
  it('has no dangling references and no unused components', () => {
    const references = new Set(JSON.stringify(document).match(/(?<="\$ref":")[^"]+/g));
    const held = Object.entries(everything.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `#/components/${kind}/${name}`));
    assert.deepEqual([...references].sort(), held.sort());
  });

  it('has valid JSON Schemas', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, validateFormats: true });
    addFormats.default(ajv);
    ajv.addVocabulary(['x-rule', 'x-trimmed', 'components']);
    ajv.addFormat('binary', true);
    const schemas = operations.flatMap(({ operation: { operationId, parameters = [], requestBody, responses } }) => [
      ...parameters.map(({ name, schema }) => [`${operationId} ${name}`, schema] as const),
      ...Object.entries({ ...requestBody?.content, ...responses['200']!.content }).map(
        ([type, { schema }]) => [`${operationId} ${type}`, schema] as const,
      ),
    ]);
    assert.ok(schemas.length > 100);
    for (const [what, schema] of schemas) {
      assert.doesNotThrow(() => ajv.compile({ ...schema, components: everything.components }), what);
    }
  });

  it('declares no body for a GET, and documents that the server reads parameters from one', () => {
    for (const { operation } of operations.filter(({ method }) => method === 'GET')) {
      const hasQuery = operation.parameters?.some((parameter) => parameter.in === 'query') ?? false;
      assert.equal(operation.requestBody, undefined, operation.operationId);
      assert.equal(operation.description?.includes('can also be sent as a JSON body'), hasQuery, operation.operationId);
    }
  });

  it('gives every enum and every type list one type, as code generators need', () => {
    const mixed: string[] = [];
    const walk = (part: unknown, at: string): void => {
      if (typeof part !== 'object' || part === null) return;
      const { enum: values, type } = part as { enum?: unknown; type?: unknown };
      if (Array.isArray(values) && values.some((value) => typeof value !== jsTypes[String(type)])) mixed.push(at);
      if (Array.isArray(type)) mixed.push(at);
      for (const [key, value] of Object.entries(part)) if (!key.startsWith('example')) walk(value, `${at}/${key}`);
    };
    walk(document, '');
    assert.deepEqual(mixed, []);
  });

  it('declares every form of a flag that requests may use', () => {
    const ajv = new Ajv2020({ strict: false });
    for (const [operationId, body] of [
      ['editSeo', (value: unknown) => ({ enable: value, block_engine: value })],
      ['editBackground', (animate: unknown) => ({ settings: { gradient: { animate } } })],
      ['editOptions', (consent_bar: unknown) => ({ consent_bar })],
    ] as const) {
      const { operation } = operations.find((one) => one.operation.operationId === operationId)!;
      const schema = operation.requestBody!.content['application/json']!.schema;
      const isDeclared = ajv.compile({ ...schema, components: everything.components });
      for (const value of ['1', '0', 1, 0, true, false, null])
        assert.equal(isDeclared(body(value)), true, String(value));
      for (const value of ['2', 2, 'true', '', []]) assert.equal(isDeclared(body(value)), false, String(value));
    }
  });

  it('has a summary, a description and a known tag for every operation', () => {
    const headings = everything.tags.map(({ name }) => name);
    for (const { description } of everything.tags) assert.ok(description);
    const names = operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(names).size, names.length);
    for (const { path, operation } of operations) {
      const { operationId, summary, description, tags = [] } = operation;
      assert.match(summary ?? '', /^[A-Z].*[^.]$/, operationId);
      assert.match(description ?? '', /^[A-Z].*\.$/s, operationId);
      assert.ok(tags.length === 1 && headings.includes(tags[0]!), operationId);
      const inPath = operation.parameters?.filter((parameter) => parameter.in === 'path').map(({ name }) => name) ?? [];
      assert.deepEqual(inPath, path.match(/(?<=\{)\w+(?=\})/g) ?? [], operationId);
    }
  });

  it('lists every error of an operation, and 412 only for writes', () => {
    const statuses = new Set(Object.values(errorCatalogue).map(({ status }) => status));
    for (const { method, operation } of operations) {
      for (const status of statuses) {
        const isListed = status in operation.responses;
        assert.equal(isListed, status !== 412 || method !== 'GET', `${operation.operationId} ${status}`);
      }
    }
  });

  it('limits the length of every string and array in requests', () => {
    const unbounded: string[] = [];
    const walk = (schema: Bounded, at: string): void => {
      const { $ref, type, enum: values, const: value, format, pattern = '' } = schema;
      if ($ref) walk(everything.components.schemas![$ref.split('/').at(-1)!] as Bounded, at);
      const isText = [type].flat().includes('string') && !values && value === undefined && format !== 'binary';
      if (isText && schema.maxLength === undefined && !limitsLength(pattern)) unbounded.push(at);
      if (type === 'array' && schema.maxItems === undefined) unbounded.push(at);
      if (schema.items) walk(schema.items, `${at}/*`);
      for (const one of schema.anyOf ?? []) walk(one, at);
      for (const [name, property] of Object.entries(schema.properties ?? {})) walk(property, `${at}/${name}`);
    };
    for (const { operation } of operations) {
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) walk(schema, operation.operationId);
    }
    assert.deepEqual(unbounded, []);
  });
});

const jsTypes: Record<string, string> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' };

/** True if the pattern limits the length: it is anchored and no part repeats without limit. */
function limitsLength(pattern: string): boolean {
  return pattern.startsWith('^') && pattern.endsWith('$') && !/[\])][*+]/.test(pattern);
}

interface Bounded {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  items?: Bounded;
  anyOf?: Bounded[];
  properties?: Record<string, Bounded>;
}
