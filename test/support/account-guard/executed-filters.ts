// Which account filters of the server's sources were executed, as V8 counts it.
import { type Profiler, Session } from 'node:inspector/promises';
import { type AccountFilter, accountFilters } from './account-filters.ts';

/** Returns a function that ends counting, and returns the filters in functions that were not called meanwhile. */
export async function countExecutedFilters(): Promise<() => Promise<AccountFilter[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
    const ranges = new Map(result.map(({ url, functions }) => [url, functions.flatMap((each) => each.ranges)]));
    return accountFilters().filter(({ url, start }) => !wasExecuted(ranges.get(url) ?? [], start));
  };
}

/** The smallest range around the place tells. That of the whole file was counted before. */
function wasExecuted(ranges: readonly Profiler.CoverageRange[], columnIndex: number): boolean {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= columnIndex && columnIndex < endOffset);
  const [smallest] = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset));
  return (smallest?.count ?? 0) > 0;
}
