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

  function prepared(executor: Executor) {
    const known = kept.get(executor.getExecutor().adapter);
    if (known) return known;
    const marks = new Map(names.map((name) => [name, { place: name }]));
    const query = build(executor, Object.fromEntries(marks) as Places<Names>).compile();
    const made = { query, order: query.parameters.map((mark) => (mark as { place: Names }).place) };
    kept.set(executor.getExecutor().adapter, made);
    return made;
  }

  return (executor, values) => {
    const { query, order } = prepared(executor);
    return executor.executeQuery({ ...query, parameters: order.map((name) => values[name]) });
  };
}
