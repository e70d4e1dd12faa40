// Findings as a table on the terminal, and as docs/results/NAME.md: one file for each drill.
import { writeFile } from 'node:fs/promises';
import { machine, sectionText, tableText } from '../bench/results.ts';
import type { Finding } from './drill.ts';

export function table(findings: readonly Finding[]): string {
  return tableText(findings.map(cells));
}

export async function writeFindings(name: string, findings: readonly Finding[]): Promise<void> {
  const file = new URL(`../docs/results/${name}.md`, import.meta.url);
  await writeFile(file, `${heading(name)}\n${sectionText(findings.map(cells))}\n`);
}

export { machine };

function heading(name: string): string {
  return `# Drill: ${name}

What this drill does, and what is expected: [operations.md](../operations.md#when-something-breaks). This file is written
by \`npm run drill -- ${name} --write\`.
`;
}

function cells({ what, figure, target, met }: Finding): string[] {
  return [what, figure, target ?? '', !met ? 'MISSED' : target === undefined ? 'for information' : 'met'];
}
