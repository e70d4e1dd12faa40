// What every bench gives back: figures beside their targets, each taken against a baseline of the same run.

export interface Figure {
  readonly name: string;
  readonly figure: string;
  /** A figure without one is told for information. */
  readonly target?: string;
  readonly met?: boolean;
}

export interface Outcome {
  readonly figures: readonly Figure[];
  /** How it was measured, and what to know when reading it. */
  readonly notes: readonly string[];
}

export interface BenchOptions {
  readonly rounds: number;
  /** How long one load lasts. */
  readonly seconds: number;
  /** Take the sizes that the targets speak of, however long it takes. */
  readonly full: boolean;
  say(text: string): void;
}

export type Bench = (options: BenchOptions) => Promise<Outcome>;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median, and between which values the rounds lay: a wide span says that the machine had other things to do. */
export function spread(values: readonly number[], digits = 2): string {
  const told = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${told(median(values))} (${told(Math.min(...values))} to ${told(Math.max(...values))})`;
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}
