// Checks one value. Code is generated for a schema when its first value arrives: that is ten times as fast as to
// interpret the schema, and to do it for all schemas at once would take a good part of a start.
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Check } from 'typebox/value';
import type { Schema } from './schema.ts';

type Checker = (value: unknown) => boolean;

const checkers = new WeakMap<Schema, Checker>();

/** The Content-Security-Policy of the dashboard forbids `eval`, and reports the attempt. */
const isBrowser = 'document' in globalThis;

export function isValid(schema: Schema, value: unknown): boolean {
  let check = checkers.get(schema);
  if (!check) {
    check = checkerFor(schema as TSchema);
    checkers.set(schema, check);
  }
  return check(value);
}

function checkerFor(schema: TSchema): Checker {
  if (isBrowser) return (value) => Check(schema, value);
  const compiled = Compile(schema);
  return (value) => compiled.Check(value);
}
