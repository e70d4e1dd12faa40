// Figures as a table for the eye and as a section of docs/performance.md, which has one for each bench.
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import type { Figure, Outcome } from './bench.ts';

const DOCUMENT = new URL('../docs/performance.md', import.meta.url);

export function table({ figures, notes }: Outcome): string {
  const rows = [['what', 'figure', 'target', ''], ...figures.map(cells)];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', ...notes.map((note) => `- ${note}`)].join('\n');
}

/** Replaces what the document says of this bench, and nothing else. */
export async function writeResults(name: string, outcome: Outcome): Promise<void> {
  const document = await readFile(DOCUMENT, 'utf8');
  const [begin, end] = [`<!-- bench: ${name} -->`, `<!-- end: ${name} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for the results of "${name}"`);
  await writeFile(DOCUMENT, `${document.slice(0, from)}${begin}\n${section(outcome)}\n${document.slice(to)}`);
}

function section({ figures, notes }: Outcome): string {
  const rows = figures.map((figure) => `| ${cells(figure).join(' | ')} |`);
  return [
    `${new Date().toISOString().slice(0, 10)}, ${machine()}.`,
    '',
    '| what | figure | target | |',
    '|---|---|---|---|',
    ...rows,
    '',
    ...notes.map((note) => `- ${note}`),
  ].join('\n');
}

export function machine(): string {
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, SQLite ${process.versions.sqlite}`;
}

function cells({ name, figure, target, met }: Figure): string[] {
  return [name, figure, target ?? '', met === undefined ? 'for information' : met ? 'met' : 'MISSED'];
}
