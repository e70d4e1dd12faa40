// Compiles the schema of a request when the first one arrives that it is for. To compile all of them takes a good part
// of a start.
import AjvCompiler from '@fastify/ajv-compiler';
import type { FastifySchemaCompiler } from 'fastify';

type Compile = FastifySchemaCompiler<unknown>;
type Validate = ReturnType<Compile>;

const compilerFor = AjvCompiler();

/** Fastify leaves the schemas of headers to it as they are: their names have to be in lower case. */
export function buildValidator(...given: Parameters<typeof compilerFor>) {
  const compile = compilerFor(...given) as unknown as Compile;
  return ((route) => {
    let compiled: Validate | undefined;
    const validate: Validate = (data) => {
      compiled ??= compile(route);
      const isValid = compiled(data);
      validate.errors = compiled.errors ?? null;
      return isValid;
    };
    return validate;
  }) satisfies Compile as unknown as ReturnType<typeof compilerFor>;
}
