// A list of links: one in each line, Markdown, or a table.
import { titleOf } from '../../../../contract/page/address-titles.ts';
import { pastedLines, withScheme } from '../../../../contract/page/pasted-links.ts';
import { createPageBuilder, type PageBuilder, type SourceResult } from './page-builder.ts';
import { readBareTable, readTable, type Table } from './table.ts';

const columns = {
  address: ['url', 'link', 'address', 'href', 'website', 'uri'],
  title: ['title', 'name', 'caption', 'label', 'text'],
  description: ['description', 'note', 'excerpt', 'comment'],
  section: ['folder', 'group', 'category', 'section'],
};

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|www\.)/i;
/** A list of links has one in its first lines. */
const MAX_LINES_TO_DETECT = 100;

export function readLinkList(text: string): SourceResult {
  const builder = createPageBuilder();
  const table =
    readTable(text, (name) => columns.address.includes(name)) ?? readBareTable(text, (value) => ADDRESS.test(value));
  if (table) readRows(table, builder);
  else readLines(text, builder);
  return builder.finish();
}

export function hasAddress(text: string): boolean {
  if (/(?:https?:\/\/|mailto:|tel:|www\.)\S/i.test(text)) return true;
  let lines = 0;
  for (const line of pastedLines(text)) {
    if ('address' in line && line.address !== '') return true;
    lines += 1;
    if (lines >= MAX_LINES_TO_DETECT) break;
  }
  return false;
}

function readLines(text: string, builder: PageBuilder): void {
  for (const line of pastedLines(text)) {
    if (!builder.awaits()) return;
    if ('heading' in line) builder.heading(line.heading);
    else builder.link({ title: line.title || titleOf(line.address), address: line.address });
  }
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
    const link = withScheme(value(address).trim());
    builder.link(
      { title: value(title).trim() || titleOf(link), address: link, description: value(description) },
      sectionNamed(value(section).trim().slice(0, 1000)),
    );
  }
}
