// A figure against that of the period before: the difference, and its share of what was before.
import type { Series } from '../../../../clients/typescript/index.ts';

const DAY_MS = 86_400_000;

export interface Change {
  readonly difference: number;
  /** Undefined if there was nothing before. */
  readonly share: number | undefined;
}

/**
 * The period to compare with. Undefined if it is older than the single visits that filters are computed from: what looks
 * like a rise would be the start of what is stored.
 */
export function comparable({ compare, events_since: since }: Series): Series['compare'] | undefined {
  const first = compare?.points[0];
  return first && isStored(first.start, since) ? compare : undefined;
}

/** Without filters, everything is. */
export function isStored(start: string, since: string | null | undefined): boolean {
  return since === undefined || (since !== null && Date.parse(start) >= Date.parse(since) - DAY_MS);
}

/** Undefined if one of them is not known. */
export function changeOf(now: number | null, before: number | null | undefined): Change | undefined {
  if (now === null || before === null || before === undefined) return undefined;
  const difference = now - before;
  return { difference, share: before === 0 ? undefined : difference / before };
}
