// The result of a check, in sentences.
import { withoutNodeAdvice } from './certificate.ts';

export interface Finding {
  check: string;
  /** A problem breaks the service or endangers data now. A warning may do so later, or for some visitors. */
  state: 'ok' | 'warning' | 'problem';
  finding: string;
  /** What to do about it, unless the state is ok. */
  remedy?: string;
}

export interface Verdict {
  state: Finding['state'];
  finding: string;
  remedy?: string;
}

export const ok = (finding: string): Verdict => ({ state: 'ok', finding });
export const warning = (finding: string, remedy: string): Verdict => ({ state: 'warning', finding, remedy });
export const problem = (finding: string, remedy: string): Verdict => ({ state: 'problem', finding, remedy });

/** `12.5 GB` */
export function shownBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let amount = bytes;
  while (amount >= 1000 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  return `${unit > 0 && amount < 100 ? amount.toFixed(1) : Math.round(amount)} ${units[unit]}`;
}

/** The first line of an error, as the end of a sentence. */
export function reason(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { message, cause, code } = first as Error & { code?: string };
  const inner = cause instanceof Error && cause.message ? cause.message : message;
  return withoutNodeAdvice((inner || code || 'unknown error').split('\n')[0]!).replace(/\.$/, '');
}
