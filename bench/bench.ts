// The result of a bench: figures with their targets, each relative to a baseline of the same run.

export interface Figure {
  readonly name: string;
  readonly figure: string;
  /** A figure without a target is for information. */
  readonly target?: string;
  readonly met?: boolean;
}

export interface Outcome {
  readonly figures: readonly Figure[];
  /** How it was measured, and how to read it. */
  readonly notes: readonly string[];
}

export interface BenchOptions {
  readonly rounds: number;
  /** The duration of one load. */
  readonly seconds: number;
  /** Use the sizes that the targets refer to, however long it takes. */
  readonly full: boolean;
  say(text: string): void;
}

export type Bench = (options: BenchOptions) => Promise<Outcome>;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median and the range of the rounds: a wide range means that the machine was busy. */
export function spread(values: readonly number[], digits = 2): string {
  const format = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${format(median(values))} (${format(Math.min(...values))} to ${format(Math.max(...values))})`;
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}
