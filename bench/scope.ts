// A stand-in for a test's context, for test/support; it lasts for one part of a drill.
import type { TestContext } from 'node:test';

const open: (() => unknown)[][] = [];

/** Always stops everything started inside, latest first. */
export async function inScope<T>(work: (t: TestContext) => Promise<T>): Promise<T> {
  const tidying: (() => unknown)[] = [];
  open.push(tidying);
  try {
    return await work({ after: (tidy: () => unknown) => void tidying.push(tidy) } as TestContext);
  } finally {
    await end(tidying);
    open.splice(open.indexOf(tidying), 1);
  }
}

/** For a stop in the middle of a drill. */
export async function endScopes(): Promise<void> {
  for (const tidying of open.toReversed()) await end(tidying);
}

async function end(tidying: (() => unknown)[]): Promise<void> {
  for (let tidy = tidying.pop(); tidy; tidy = tidying.pop()) await tidy();
}
