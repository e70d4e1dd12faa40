// A statement that is asked for with every commit is put together once, as the engine takes it; after that only its values
// change.
import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Executor } from './tables.ts';

/** Stands for a value while a statement is put together. */
type Places<Names extends string> = Record<Names, never>;

export function preparedQuery<Names extends string>(
  names: readonly Names[],
  build: (executor: Executor, places: Places<Names>) => Compilable,
): (executor: Executor, values: Record<Names, string | number>) => Promise<QueryResult<unknown>> {
  const kept = new WeakMap<object, { query: CompiledQuery; order: Names[] }>();

  function prepare(executor: Executor) {
    const marks = new Map(names.map((name) => [name, { place: name }]));
    const query = build(executor, Object.fromEntries(marks) as Places<Names>).compile();
    return { query, order: query.parameters.map((mark) => (mark as { place: Names }).place) };
  }

  return (executor, values) => {
    const { adapter } = executor.getExecutor();
    const { query, order } = kept.get(adapter) ?? prepare(executor);
    if (!kept.has(adapter)) kept.set(adapter, { query, order });
    return executor.executeQuery({ ...query, parameters: order.map((name) => values[name]) });
  };
}
