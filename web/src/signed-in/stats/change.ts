// A figure against that of the period before: the difference, and its share of what was before.
export interface Change {
  readonly difference: number;
  /** Undefined if there was nothing before. */
  readonly share: number | undefined;
}

/** Undefined if one of them is not known. */
export function changeOf(now: number | null, before: number | null | undefined): Change | undefined {
  if (now === null || before === null || before === undefined) return undefined;
  const difference = now - before;
  return { difference, share: before === 0 ? undefined : difference / before };
}
