// The validator checks objects, lists and unions itself, and leaves only plain values to TypeBox. It would ignore a
// keyword that it does not know there, such as `minItems`.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Schema } from '../../contract/validation/schema.ts';

const root = fileURLToPath(new URL('../../contract/', import.meta.url));
const notes = ['title', 'description', 'default', 'x-rule'];
const kinds = {
  properties: ['type', 'properties', 'required', 'additionalProperties', ...notes],
  items: ['type', 'items', 'maxItems', ...notes],
  anyOf: ['anyOf', ...notes],
};
type Kind = keyof typeof kinds;
const unknownToAll = ['allOf', 'oneOf', 'not', '$ref', 'if'];

describe('The schemas of the contract', () => {
  it('have only keywords that the validator checks', async () => {
    const files = globSync(['schemas/*.ts', 'page/{block-shapes,document}.ts'], { cwd: root });
    const found: Record<Kind, number> = { properties: 0, items: 0, anyOf: 0 };
    for (const file of files) {
      for (const [name, exported] of Object.entries(await import(root + file)))
        visitExport(exported, `${file} ${name}`);
    }
    assert.ok(found.properties > 100 && found.items > 10 && found.anyOf > 10, JSON.stringify(found));

    /** A schema, or schemas by name. */
    function visitExport(exported: unknown, at: string): void {
      if (typeof exported !== 'object' || exported === null) return;
      if (isSchema(exported)) visit(exported, at);
      else for (const [name, value] of Object.entries(exported)) visitExport(value, `${at}.${name}`);
    }

    function visit(schema: Schema, at: string): void {
      const kind = (Object.keys(kinds) as Kind[]).find((keyword) => Object.hasOwn(schema, keyword));
      if (kind) found[kind] += 1;
      const isUnknown = (keyword: string) => (kind ? !kinds[kind].includes(keyword) : unknownToAll.includes(keyword));
      assert.deepEqual(Object.keys(schema).filter(isUnknown), [], at);
      for (const [name, field] of Object.entries(schema.properties ?? {})) visit(field, `${at}.${name}`);
      for (const part of [schema.items ?? [], schema.anyOf ?? []].flat()) visit(part, `${at}.${kind}`);
    }
  });
});

function isSchema(value: object): value is Schema {
  const { type, anyOf, enum: values } = value as Schema;
  return typeof type === 'string' || Array.isArray(type) || Array.isArray(anyOf) || Array.isArray(values);
}
