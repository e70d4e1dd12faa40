import { isDeepStrictEqual } from 'node:util';

/** What is undefined is as good as not there. */
export function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(bare(one), bare(other));
}

function bare(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
