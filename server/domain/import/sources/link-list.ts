// A list of links: one address per line with its title before or after it, Markdown, or a table.
import { createPageBuilder, type PageBuilder, type SourceResult } from './page-builder.ts';
import { readBareTable, readTable, type Table } from './table.ts';

const columns = {
  address: ['url', 'link', 'address', 'href', 'website', 'uri'],
  title: ['title', 'name', 'caption', 'label', 'text'],
  description: ['description', 'note', 'excerpt', 'comment'],
  section: ['folder', 'group', 'category', 'section'],
};

/** Longer lines are truncated; an address is far shorter. */
const MAX_LINE = 10_000;
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|www\.)/i;
/** Other schemes, which are left out with a warning. */
const SCHEME = /^(?:javascript|data|file|vbscript|ftp|about|chrome|blob):/i;

export function readLinkList(text: string): SourceResult {
  const builder = createPageBuilder();
  const table =
    readTable(text, (name) => columns.address.includes(name)) ?? readBareTable(text, (value) => ADDRESS.test(value));
  if (table) readRows(table, builder);
  else for (const line of linesIn(text)) if (builder.awaits()) readLine(line, builder);
  return builder.finish();
}

export function hasAddress(text: string): boolean {
  return /(?:https?:\/\/|mailto:|tel:|www\.)\S/i.test(text);
}

function readRows({ headings, rows }: Table, builder: PageBuilder): void {
  const column = (names: string[]) => headings.findIndex((heading) => names.includes(heading));
  const [address, title, description, section] = [
    column(columns.address),
    column(columns.title),
    column(columns.description),
    column(columns.section),
  ];
  const sections = new Map<string, { name: string }>();
  const sectionNamed = (name: string) => sections.get(name) ?? sections.set(name, { name }).get(name)!;
  for (const row of rows) {
    const value = (index: number) => row[index] ?? '';
    if (row.every((cell) => cell.trim() === '') || !builder.awaits()) continue;
    builder.link(
      { title: value(title), address: withScheme(value(address).trim()), description: value(description) },
      sectionNamed(value(section).trim().slice(0, 1000)),
    );
  }
}

/** Yields the lines that are not empty, one at a time: there may be millions of empty ones. */
function* linesIn(text: string): Generator<string> {
  const separator = text.includes('\n') ? '\n' : '\r';
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf(separator, start);
    const end = next < 0 ? text.length : next;
    const line = end === start ? '' : text.slice(start, Math.min(end, start + MAX_LINE)).trim();
    if (line !== '') yield line;
    start = end + 1;
  }
}

function readLine(line: string, builder: PageBuilder): void {
  const heading = /^#{1,6}\s/.exec(line);
  const found = markdownLinks(line);
  if (heading) builder.heading(line.slice(heading[0].length));
  else if (found.length > 0) for (const link of found) builder.link(link);
  else readWords(line, builder);
}

/** All `[Title](https://…)` of the line, but no images. */
function markdownLinks(line: string): { title: string; address: string }[] {
  const links: { title: string; address: string }[] = [];
  let from = 0;
  for (;;) {
    const middle = line.indexOf('](', from);
    const end = middle < 0 ? -1 : line.indexOf(')', middle);
    if (end < 0) return links;
    const before = line.slice(from, middle);
    const start = before.lastIndexOf('[');
    const [address = ''] = line
      .slice(middle + 2, end)
      .trim()
      .split(/\s/);
    // An address may contain a pair of parentheses.
    const isOpen = address.includes('(') && line[end + 1] === ')';
    if (start >= 0 && before[start - 1] !== '!') {
      links.push({ title: before.slice(start + 1), address: withScheme(bare(isOpen ? `${address})` : address)) });
    }
    from = end + 1;
  }
}

function readWords(line: string, builder: PageBuilder) {
  const words = line.split(/[\s|]+/).filter((word) => word !== '');
  const place = words.findIndex((word) => ADDRESS.test(bare(word)) || SCHEME.test(bare(word)));
  if (place < 0) return builder.link({ title: line, address: '' });
  const address = withScheme(bare(words[place]!));
  // Telephone numbers are often written in groups.
  const isNumber = (word: string) => /^tel:/i.test(address) && /^[\d()./-]+$/.test(word);
  const rest = words.slice(place + 1);
  const digits = rest.findIndex((word) => !isNumber(word));
  const groups = rest.splice(0, digits < 0 ? rest.length : digits);
  const title = titleIn(words.slice(0, place).join(' ')) || titleIn(rest.join(' '));
  return builder.link({ title, address: address + groups.join('') });
}

/** Without a list marker before it and a separator after it. */
function titleIn(words: string): string {
  return words
    .replace(/^(?:[-*+•]|\d{1,4}[.)])(?:\s|$)/, '')
    .replace(/^[:–—=>,;-]{1,3}/, '')
    .replace(/[:–—=>,;-]{1,3}$/, '')
    .trim();
}

function bare(word: string): string {
  return word.startsWith('<') && word.endsWith('>') ? word.slice(1, -1) : word;
}

function withScheme(address: string): string {
  return /^www\./i.test(address) ? `https://${address}` : address;
}
