// Checks one value. A schema is compiled when its first value is checked: compiled code is ten times faster than
// interpreting the schema, and compiling all schemas at startup would delay it noticeably.
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
