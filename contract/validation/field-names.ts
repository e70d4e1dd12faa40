// The names of an object's fields, with those of objects in it as `content.caption`: a field that is sent one level too
// high is found among them.
import { nonNull, type Schema } from './schema.ts';

const known = new WeakMap<Record<string, Schema>, readonly string[]>();

/** The object's own fields come first. */
export function fieldNames(properties: Record<string, Schema>): readonly string[] {
  let names = known.get(properties);
  if (!names) {
    names = [...Object.keys(properties), ...namesWithin(properties)];
    known.set(properties, names);
  }
  return names;
}

function namesWithin(properties: Record<string, Schema>): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = nonNull(schema)?.properties;
    return inner ? fieldNames(inner).map((one) => `${name}.${one}`) : [];
  });
}
