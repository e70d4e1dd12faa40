// Findings as a table for the eye and as a section of docs/operations.md, which has one for each drill.
import { existsSync, readFileSync } from 'node:fs';
import { machine, sectionText, tableText, writeSection } from '../bench/results.ts';
import type { Finding } from './drill.ts';

const DOCUMENT = new URL('../docs/operations.md', import.meta.url);

export function table(findings: readonly Finding[]): string {
  return tableText(findings.map(cells));
}

/** Which of these drills the document has a place for. */
export function placesFor(names: readonly string[]): string[] {
  const document = existsSync(DOCUMENT) ? readFileSync(DOCUMENT, 'utf8') : '';
  return names.filter((name) => document.includes(`<!-- drill: ${name} -->`));
}

/** Replaces what the document says of this drill, and nothing else. */
export async function writeFindings(name: string, findings: readonly Finding[]): Promise<void> {
  await writeSection(DOCUMENT, `drill: ${name}`, sectionText(findings.map(cells)));
}

export { machine };

function cells({ what, figure, target, met }: Finding): string[] {
  return [what, figure, target ?? '', !met ? 'MISSED' : target === undefined ? 'for information' : 'met'];
}
