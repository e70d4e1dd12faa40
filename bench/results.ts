// Figures as a table on the terminal and as the bench's section of docs/performance.md.
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { basename } from 'node:path';
import type { Figure, Outcome } from './bench.ts';

const DOCUMENT = new URL('../docs/performance.md', import.meta.url);
const HEAD = ['what', 'figure', 'target', ''];

export function table({ figures, notes }: Outcome): string {
  return [tableText(figures.map(cells)), '', ...notes.map((note) => `- ${note}`)].join('\n');
}

/** Replaces the section of this bench, and nothing else. */
export async function writeResults(name: string, { figures, notes }: Outcome): Promise<void> {
  const text = [sectionText(figures.map(cells)), '', ...notes.map((note) => `- ${note}`)].join('\n');
  await writeSection(DOCUMENT, `bench: ${name}`, text);
}

/** Aligned rows under a header, for the terminal. */
export function tableText(rows: readonly string[][]): string {
  const all = [HEAD, ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The same as Markdown, with the date and the machine. */
export function sectionText(rows: readonly string[][]): string {
  return [
    `${new Date().toISOString().slice(0, 10)}, ${machine()}.`,
    '',
    '| what | figure | target | |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

/** Replaces the text between the document's markers for "kind: name". */
async function writeSection(documentUrl: URL, marker: string, text: string): Promise<void> {
  const document = await readFile(documentUrl, 'utf8');
  const [begin, end] = [`<!-- ${marker} -->`, `<!-- end: ${marker.split(': ')[1]} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/${basename(documentUrl.pathname)} has no markers for "${marker}"`);
  await writeFile(documentUrl, `${document.slice(0, from)}${begin}\n${text}\n${document.slice(to)}`);
}

export function machine(): string {
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, SQLite ${process.versions.sqlite}`;
}

function cells({ name, figure, target, met }: Figure): string[] {
  return [name, figure, target ?? '', met === undefined ? 'for information' : met ? 'met' : 'MISSED'];
}
