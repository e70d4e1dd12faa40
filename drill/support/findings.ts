// What drills and benches find: figures with their targets, as a Markdown table that is aligned for the terminal.
import type { TestContext } from 'node:test';

export interface Finding {
  what: string;
  figure: string;
  /** A finding without a target is for information, and is met. */
  target?: string;
  met?: boolean;
}

/** A drill or a bench. */
export type Trial = (options: TrialOptions) => Promise<Finding[]>;

export interface TrialOptions {
  /** What is started with it is stopped when the trial is over. */
  t: TestContext;
  /** The short form: it shows that everything runs, and its figures are rough. */
  quick: boolean;
  /** Of benches: how often to measure, and for how long each time. */
  rounds: number;
  seconds: number;
  say(text: string): void;
}

/** This machine lacks what the drill needs: neither a pass nor a failure. */
export class CannotRun extends Error {}

/** Longer cells are not aligned. */
const MAX_WIDTH = 80;

export function table(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, figure, target, met = true }) => {
    return [what, figure, target ?? '', !met ? 'MISSED' : target === undefined ? 'for information' : 'met'];
  });
  const all = [['what', 'figure', 'target', ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => {
    const longest = Math.max(3, ...all.map((row) => row[column]!.length));
    return Math.min(longest, MAX_WIDTH);
  });
  const lines = all.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)));
  lines.splice(
    1,
    0,
    widths.map((width) => '-'.repeat(width)),
  );
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function labelled(label: string, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, what: `${label}: ${finding.what}` }));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that this share of the values does not reach. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
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

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}

export function seconds(ms: number): string {
  if (!Number.isFinite(ms)) return 'never';
  return `${(ms / 1000).toFixed(ms < 995 ? 2 : 1)} s`;
}

/** `1,204 × 200, 17 × 503` */
export function tally(values: readonly unknown[]): string {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return tallied(counts);
}

export function tallied(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([value, count]) => `${thousands(count)} × ${value}`).join(', ') || 'none';
}
