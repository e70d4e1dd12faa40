// The variants of a union (`anyOf`).
import type { Schema } from './schema.ts';

export interface Variants {
  /** All variants except null. */
  only?: Schema;
  /** The discriminator, such as `block`, with the schema for each of its values. */
  tag?: { name: string; schemas: ReadonlyMap<unknown, Schema> };
}

const known = new WeakMap<Schema, Variants>();

export function variantsOf(union: Schema): Variants {
  let variants = known.get(union);
  if (!variants) {
    variants = findVariants(union.anyOf ?? []);
    known.set(union, variants);
  }
  return variants;
}

function findVariants(choices: readonly Schema[]): Variants {
  const [first, ...others] = choices.filter(({ type }) => type !== 'null');
  if (first && others.length === 0) return { only: first };
  const name = Object.keys(first?.properties ?? {}).find((field) =>
    choices.every(({ properties }) => properties?.[field]?.const !== undefined),
  );
  if (name === undefined) return {};
  return { tag: { name, schemas: new Map(choices.map((choice) => [choice.properties![name]!.const, choice])) } };
}
