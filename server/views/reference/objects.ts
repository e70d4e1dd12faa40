// Objects that several operations of a page use. They are described once, at the end of the page, and linked. An object
// that is small, or used only once, is described in place.

import { type Operation, type Schema, slug } from './document.ts';
import { alternatives, mapValues } from './schema-words.ts';

export interface SharedObjects {
  /** In the order in which the page first mentions them. */
  readonly schemas: readonly Schema[];
  /** The id of its description, for a schema that is shared. */
  idOf(schema: Schema): string | undefined;
}

/** Smaller objects are described wherever they are used. */
const MIN_FIELDS = 4;

export function sharedObjects(operations: readonly Operation[]): SharedObjects {
  const uses = new Map<string, { schema: Schema; count: number }>();
  const visit = (schema: Schema): void => {
    const { title } = schema;
    if (title !== undefined) {
      const known = uses.get(title);
      if (known) {
        known.count += 1;
        return;
      }
      uses.set(title, { schema, count: 1 });
    }
    for (const inner of insideOf(schema)) visit(inner);
  };
  for (const { body, responses } of operations) {
    const [media] = Object.values(body?.content ?? {});
    for (const part of [media, ...responses.filter(({ status }) => status < '4').map((one) => one.media)]) {
      if (!part?.schema) continue;
      visit(part.schema);
      // Descriptions of lists only name it, so it always needs its own description.
      const { meta } = part.schema.properties ?? {};
      if (meta) visit(meta);
    }
  }
  const shared = [...uses.values()].filter(({ schema, count }) => count > 1 && size(schema) >= MIN_FIELDS);
  const names = new Set(shared.map(({ schema }) => schema.title));
  return {
    schemas: shared.map(({ schema }) => schema),
    idOf: ({ title }) => (names.has(title) ? `object-${slug(title!)}` : undefined),
  };
}

function insideOf(schema: Schema): Schema[] {
  const values = mapValues(schema);
  return [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(values ? [values] : []),
    ...alternatives(schema),
  ];
}

function size(schema: Schema): number {
  return insideOf(schema).reduce((sum, inner) => sum + size(inner), Object.keys(schema.properties ?? {}).length);
}
