// A subset of Markdown for the texts of the OpenAPI document: headings, paragraphs, lists, tables, fenced code, `code`,
// **strong** and [links](…). Everything else is escaped text, including HTML.

import { type Html, html } from './html.ts';

export interface Section {
  /** Empty for the text before the first heading. */
  title: string;
  body: Html[];
}

/** Splits the text at its headings. */
export function proseSections(text: string): Section[] {
  const sections: Section[] = [{ title: '', body: [] }];
  for (const block of blocksOf(text)) {
    const title = /^#{1,6}\s+(.+)$/.exec(block)?.[1];
    if (title === undefined) sections.at(-1)!.body.push(renderBlock(block));
    else sections.push({ title, body: [] });
  }
  return sections.filter(({ title, body }) => title !== '' || body.length > 0);
}

export function prose(text: string): Html[] {
  return blocksOf(text).map(renderBlock);
}

/** Inline marks only, for table cells and the like. */
export function renderInline(text: string): Html {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/);
  return html`${parts.map((part, index) => (index % 2 === 1 ? mark(part) : part))}`;
}

function mark(part: string): Html | string {
  if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`;
  if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`;
  const [, label, target] = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part) ?? [];
  return /^(https?:\/\/|[/#])/.test(target ?? '') ? html`<a href="${target}">${label}</a>` : part;
}

/** Blocks are separated by empty lines, except within fences; a heading is its own block. */
function blocksOf(text: string): string[] {
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .flatMap((part) => (part.startsWith('```') ? [part] : part.split(/\n\s*\n|(?<=^#{1,6}\s.*)\n/m)))
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

function renderBlock(block: string): Html {
  if (block.startsWith('```'))
    return html`<pre tabindex="0" role="group" aria-label="Code"><code>${block.replace(/^```.*\n|\n?```$/g, '')}</code></pre>`;
  const lines = block.split('\n');
  if (lines.every((line) => line.startsWith('|')) && /^\|[\s:|-]+\|$/.test(lines[1] ?? '')) return table(lines);
  const start = lines.findIndex((line) => /^\s*([-*]|\d+\.)\s/.test(line));
  if (start < 0) return html`<p>${renderInline(block)}</p>`;
  const before = lines.slice(0, start).join(' ');
  return html`${before !== '' && html`<p>${renderInline(before)}</p>`}${list(lines.slice(start))}`;
}

function list(lines: string[]): Html {
  const items: string[] = [];
  for (const line of lines) {
    const [, item] = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line) ?? [];
    if (item !== undefined) items.push(item);
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  const entries = items.map((item) => html`<li>${renderInline(item)}</li>`);
  return /^\s*\d/.test(lines[0]!) ? html`<ol>${entries}</ol>` : html`<ul>${entries}</ul>`;
}

function table(lines: string[]): Html {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head.map((cell) => html`<th scope="col">${renderInline(cell)}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${renderInline(cell)}</td>`)}</tr>`)}</tbody></table></div>`;
}
