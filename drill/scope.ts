// What the tests' support is given as a test's context: here it is as long as one part of a drill.
import type { TestContext } from 'node:test';

const open: (() => unknown)[][] = [];

/** What was started inside is stopped again, the latest first, whatever happens. */
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

/** For who is told to stop in the middle of it. */
export async function endScopes(): Promise<void> {
  for (const tidying of open.toReversed()) await end(tidying);
}

async function end(tidying: (() => unknown)[]): Promise<void> {
  for (let tidy = tidying.pop(); tidy; tidy = tidying.pop()) await tidy();
}
