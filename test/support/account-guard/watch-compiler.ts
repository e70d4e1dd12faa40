// Checks each statement where the server makes it, on every engine.
import { fileURLToPath } from 'node:url';
import { DefaultQueryCompiler } from 'kysely';
import { checkStatement } from './guard.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const server = `${root}server/`;
const MAX_FRAMES = 40;

const { prototype } = DefaultQueryCompiler;
const { compileQuery } = prototype;
prototype.compileQuery = function (this: DefaultQueryCompiler, ...given) {
  const compiled = compileQuery.apply(this, given);
  checkStatement(compiled.sql, callerInServer);
  return compiled;
};

/** Undefined for a statement of a test, which may read and write what it likes. */
function callerInServer(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = MAX_FRAMES;
  const lines = new Error().stack!.split('\n');
  Error.stackTraceLimit = stackTraceLimit;
  const paths = lines.flatMap((line) => /file:\/\/(\/.*?):\d+:\d+\)?$/.exec(line)?.[1] ?? []);
  const caller = paths.find((path) => path.startsWith(root) && !/\/(?:node_modules|account-guard)\//.test(path));
  return caller?.startsWith(server) ? caller.slice(server.length) : undefined;
}
