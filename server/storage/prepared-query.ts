// Compiles a frequent statement once per engine. After that, only its parameters change.
import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Executor } from './tables.ts';

/** Placeholders for the values while the statement is compiled. */
type Placeholders<Names extends string> = Record<Names, never>;

export function preparedQuery<Names extends string>(
  names: readonly Names[],
  build: (executor: Executor, placeholders: Placeholders<Names>) => Compilable,
): (executor: Executor, values: Record<Names, string | number>) => Promise<QueryResult<unknown>> {
  const cache = new WeakMap<object, { query: CompiledQuery; order: Names[] }>();

  function prepared(executor: Executor) {
    const cached = cache.get(executor.getExecutor().adapter);
    if (cached) return cached;
    const parameters = new Map(names.map((name) => [name, { placeholder: name }]));
    const query = build(executor, Object.fromEntries(parameters) as Placeholders<Names>).compile();
    const compiled = {
      query,
      order: query.parameters.map((parameter) => (parameter as { placeholder: Names }).placeholder),
    };
    cache.set(executor.getExecutor().adapter, compiled);
    return compiled;
  }

  return (executor, values) => {
    const { query, order } = prepared(executor);
    return executor.executeQuery({ ...query, parameters: order.map((name) => values[name]) });
  };
}
