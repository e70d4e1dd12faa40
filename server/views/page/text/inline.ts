// Inline Markdown: **bold**, *italic*, `code`, [a link](https://…) and line breaks. A mark is text until its closing
// mark is found; then it is replaced by a tag in the output. Closing a mark discards the open ones in between, so tags
// always nest, and each mark is opened and discarded at most once, so the run time is linear.
import { followable } from '../../../../contract/page/targets.ts';
import { type Content, type Html, html } from '../../html.ts';

interface Scan {
  readonly text: string;
  at: number;
  /** Start of the text that is not in the output yet. */
  from: number;
  readonly out: Content[];
  readonly open: Mark[];
  /** Indexes into `open`, by mark. */
  readonly offsets: Map<string, number[]>;
}

interface Mark {
  mark: string;
  /** Its index in the output, and its end in the text. */
  out: number;
  end: number;
}

const tags = {
  1: { start: html`<em>`, end: html`</em>` },
  2: { start: html`<strong>`, end: html`</strong>` },
} as const;

export function renderInline(text: string): Html {
  const scan: Scan = { text, at: 0, from: 0, out: [], open: [], offsets: new Map() };
  while (scan.at < text.length) {
    const character = text[scan.at]!;
    if (character === '\n') put(scan, html`<br>`, 1);
    else if (character === '\\') escaped(scan);
    else if (character === '`') code(scan);
    else if (character === '[') opening(scan, '[', scan.at + 1);
    else if (character === ']') link(scan);
    else if (character === '*' || character === '_') emphasis(scan, character);
    else scan.at++;
  }
  put(scan, '', 0);
  return html`${scan.out}`;
}

/** Outputs the pending text, then `content` instead of the next `length` characters. */
function put(scan: Scan, content: Content, length: number): void {
  if (scan.at > scan.from) scan.out.push(scan.text.slice(scan.from, scan.at));
  scan.out.push(content);
  scan.at += length;
  scan.from = scan.at;
}

function opening(scan: Scan, mark: string, end: number): void {
  put(scan, mark, mark.length);
  const offsets = scan.offsets.get(mark);
  if (offsets) offsets.push(scan.open.length);
  else scan.offsets.set(mark, [scan.open.length]);
  scan.open.push({ mark, out: scan.out.length - 1, end });
}

/** Closes the nearest open mark of this kind, and discards those opened after it. */
function closing(scan: Scan, mark: string): Mark | undefined {
  const offset = scan.offsets.get(mark)?.at(-1);
  if (offset === undefined) return undefined;
  for (;;) {
    const last = scan.open.pop()!;
    scan.offsets.get(last.mark)!.pop();
    if (scan.open.length === offset) return last;
  }
}

function escaped(scan: Scan): void {
  if (/[!-/:-@[-`{-~]/.test(scan.text[scan.at + 1] ?? '')) put(scan, scan.text[scan.at + 1], 2);
  else scan.at++;
}

function code(scan: Scan): void {
  const end = scan.text.indexOf('`', scan.at + 1);
  const inside = scan.text.slice(scan.at + 1, end);
  if (end < 0) scan.at++;
  else if (inside.trim() === '') scan.at = end + 1;
  else put(scan, html`<code>${inside}</code>`, end + 1 - scan.at);
}

/** Links do not nest: once one is found, earlier opening brackets are text. */
function link(scan: Scan): void {
  const opened = scan.offsets.get('[')?.at(-1);
  const address = opened === undefined ? undefined : addressAt(scan.text, scan.at + 1);
  const href = address === undefined ? undefined : followable(address);
  if (opened === undefined || href === undefined || isBlank(scan.text, scan.open[opened]!.end, scan.at)) {
    scan.at++;
    return;
  }
  put(scan, html`</a>`, address!.length + 3);
  scan.out[closing(scan, '[')!.out] = html`<a href="${href}" rel="noopener nofollow">`;
  scan.offsets.set('[', []);
}

/** The address in parentheses, which may be nested. Stops at a square bracket, so that no text is scanned twice. */
function addressAt(text: string, start: number): string | undefined {
  if (text[start] !== '(') return undefined;
  let depth = 0;
  for (let at = start; at < text.length && !/[\s[\]]/.test(text[at]!); at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    if (depth === 0) return text.slice(start + 1, at);
  }
  return undefined;
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === '';
}

function emphasis(scan: Scan, character: '*' | '_'): void {
  const { text, at } = scan;
  let end = at;
  while (text[end] === character) end++;
  const before = text[at - 1] ?? ' ';
  const after = text[end] ?? ' ';
  // Names_like_this are not emphasis, half*words* are.
  const mayClose = /\S/.test(before) && !(character === '_' && isWord(after));
  const mayOpen = /\S/.test(after) && !(character === '_' && isWord(before));
  let left = end - at;
  if (left > 3) {
    scan.at = end;
    return;
  }
  while (mayClose && left > 0) {
    const size = closable(scan, character, left);
    if (size === 0) break;
    put(scan, tags[size].end, size);
    scan.out[closing(scan, character.repeat(size))!.out] = tags[size].start;
    left -= size;
  }
  if (!mayOpen) scan.at = end;
  else {
    if (left > 1) opening(scan, character.repeat(2), end);
    if (left % 2 === 1) opening(scan, character, end);
  }
}

/** How many of the marks close something: two close a double mark, otherwise the nearest; 0 if nothing matches. */
function closable(scan: Scan, character: string, left: number): 0 | 1 | 2 {
  const one = scan.offsets.get(character)?.at(-1) ?? -1;
  const two = left > 1 ? (scan.offsets.get(character.repeat(2))?.at(-1) ?? -1) : -1;
  if (one < 0 && two < 0) return 0;
  return two > one || (left === 2 && two >= 0) ? 2 : 1;
}

function isWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
