// A safe subset of Markdown for owners' texts: paragraphs, line breaks, lists and quotes, with the inline marks of
// inline.ts. Everything else is escaped text, including HTML. The run time is linear in the length of the text.
import { type Html, html } from '../../html.ts';
import { renderInline } from './inline.ts';

export function markdown(text: string): Html {
  const blocks = blocksOf(text).filter(({ lines }) => lines.some((line) => line !== ''));
  return html`${blocks.map(drawn)}`;
}

interface Block {
  kind: 'text' | 'bullets' | 'numbers' | 'quote';
  /** In a list, each line is an entry. */
  lines: string[];
  start: number;
}

/** A list continues over empty lines if entries follow; an indented line belongs to the previous entry. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let isParted = true;
  for (const line of text.split(/\r\n|\r|\n/).map((whole) => whole.trimEnd())) {
    if (line === '') {
      isParted = true;
      continue;
    }
    const { kind, text, start } = lineOf(line);
    const last = blocks.at(-1);
    if (last && isList(last.kind) && !isParted && kind === 'text' && /^\s/.test(line)) {
      last.lines.push(`${last.lines.pop()}\n${text.trimStart()}`);
    } else if (last?.kind === kind && (isList(kind) || !isParted)) last.lines.push(text);
    else blocks.push({ kind, lines: [text], start });
    isParted = false;
  }
  return blocks;
}

function isList(kind: Block['kind']): boolean {
  return kind === 'bullets' || kind === 'numbers';
}

function lineOf(line: string): { kind: Block['kind']; text: string; start: number } {
  const [, bullet] = /^ {0,3}[-*]\s+(\S.*)$/.exec(line) ?? [];
  if (bullet !== undefined) return { kind: 'bullets', text: bullet, start: 1 };
  const [, number, entry] = /^ {0,3}(\d{1,9})[.)]\s+(\S.*)$/.exec(line) ?? [];
  if (entry !== undefined) return { kind: 'numbers', text: entry, start: Number(number) };
  if (line.startsWith('>')) return { kind: 'quote', text: line.slice(1).trim(), start: 1 };
  return { kind: 'text', text: line, start: 1 };
}

function drawn({ kind, lines, start }: Block): Html {
  if (kind === 'text') return html`<p dir="auto">${renderInline(lines.join('\n').trim())}</p>`;
  if (kind === 'quote') return html`<blockquote dir="auto">${paragraphs(lines)}</blockquote>`;
  const entries = lines.map((line) => html`<li>${renderInline(line)}</li>`);
  if (kind === 'bullets') return html`<ul dir="auto">${entries}</ul>`;
  return html`<ol dir="auto"${start !== 1 && html` start="${start}"`}>${entries}</ol>`;
}

/** Paragraphs of a quote, separated by empty lines. */
function paragraphs(lines: readonly string[]): Html[] {
  return lines
    .join('\n')
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => html`<p>${renderInline(part.trim())}</p>`);
}
