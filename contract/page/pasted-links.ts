// Pasted text with a link in each line: an address with a title before or after it, or Markdown. The dashboard and the
// import of lists read it the same way. It takes time linear in the length of the text.
import { titleOf } from './address-titles.ts';
import { blockLimits } from './block-limits.ts';
import { cut } from './cut-text.ts';
import { linkTarget } from './targets.ts';

export interface PastedLink {
  caption: string;
  link: string;
}

/** `address` is empty if the line has none. It may be one that cannot be followed. */
export type PastedLine = { heading: string } | { title: string; address: string };

const MAX_LINKS = blockLimits.blocks * blockLimits.items;
/** Longer lines are truncated; an address is far shorter. */
const MAX_LINE = 10_000;
const MAX_HOST = 253;
/** Fewer are a number in the text: "+1". */
const MIN_PHONE_DIGITS = 7;
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|www\.)/i;
/** Other schemes, which are found so that they can be reported. */
const SCHEME = /^(?:javascript|data|file|vbscript|ftp|about|chrome|blob):/i;
/** Names of files, which look like hosts. */
const FILE = /\.(?:txt|pdf|docx?|xlsx?|csv|json|xml|html?|css|jsx?|tsx?|jpe?g|png|gif|webp|svg|mp[34]|zip|exe)$/i;

/** Only links that can be followed, each address once. */
export function linksIn(text: string): PastedLink[] {
  const links = new Map<string, string>();
  for (const line of pastedLines(text)) {
    if (links.size >= MAX_LINKS) break;
    const link = 'address' in line ? linkTarget(line.address) : undefined;
    if (link === undefined || link.length > blockLimits.url || links.has(link) || !('address' in line)) continue;
    links.set(link, cut(plain(line.title) || plain(titleOf(line.address)), blockLimits.caption));
  }
  return [...links].map(([link, caption]) => ({ caption, link }));
}

export interface InvalidLine {
  /** From 1, as editors count. */
  number: number;
  text: string;
  problem: 'no_address' | 'not_followable' | 'too_long';
}

/** Lines that `linksIn` leaves out, except headings and repeated addresses. */
export function invalidLines(text: string): InvalidLine[] {
  const invalid: InvalidLine[] = [];
  for (const { number, line } of filledLines(text)) {
    const problems = partsOf(line).map(problemOf);
    const problem = problems.find((one) => one !== undefined);
    if (problem && !problems.includes(undefined)) invalid.push({ number, text: line, problem });
    if (invalid.length >= MAX_LINKS) break;
  }
  return invalid;
}

function problemOf(part: PastedLine): InvalidLine['problem'] | undefined {
  if ('heading' in part) return undefined;
  if (part.address === '') return 'no_address';
  const link = linkTarget(part.address);
  if (link === undefined) return part.address.length > blockLimits.url ? 'too_long' : 'not_followable';
  return link.length > blockLimits.url ? 'too_long' : undefined;
}

/** In one line, without control characters and characters that reorder the text around them. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
}

export function* pastedLines(text: string): Generator<PastedLine> {
  for (const { line } of filledLines(text)) yield* partsOf(line);
}

/** One line at a time: there may be millions of empty ones. */
function* filledLines(text: string): Generator<{ number: number; line: string }> {
  const separator = text.includes('\n') ? '\n' : '\r';
  for (let start = 0, number = 1; start < text.length; number += 1) {
    const next = text.indexOf(separator, start);
    const end = next < 0 ? text.length : next;
    const line = end === start ? '' : text.slice(start, Math.min(end, start + MAX_LINE)).trim();
    if (line !== '') yield { number, line };
    start = end + 1;
  }
}

function partsOf(line: string): PastedLine[] {
  const heading = /^#{1,6}\s/.exec(line);
  if (heading) return [{ heading: line.slice(heading[0].length) }];
  const found = markdownLinks(line);
  return found.length > 0 ? found : [linkIn(line)];
}

/** All `[Title](https://…)` of the line, but no images. */
function markdownLinks(line: string): PastedLine[] {
  const links: PastedLine[] = [];
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
      links.push({ title: before.slice(start + 1), address: withScheme(isOpen ? `${address})` : address) });
    }
    from = end + 1;
  }
}

function linkIn(line: string): PastedLine {
  const words = line.split(/[\s|]+/).filter((word) => word !== '');
  const withAddress = words.findIndex((word) => ADDRESS.test(bare(word)) || SCHEME.test(bare(word)));
  const index = withAddress >= 0 ? withAddress : words.findIndex((word) => withScheme(word) !== bare(word));
  if (index < 0) return { title: line, address: '' };
  const address = withScheme(words[index]!);
  // Telephone numbers are often written in groups.
  const isNumber = (word: string) => /^tel:/i.test(address) && /^[\d()./-]+$/.test(word);
  const rest = words.slice(index + 1);
  const digits = rest.findIndex((word) => !isNumber(word));
  const groups = rest.splice(0, digits < 0 ? rest.length : digits);
  const whole = address + groups.join('');
  if (words[index]!.startsWith('+') && whole.replace(/\D/g, '').length < MIN_PHONE_DIGITS) {
    return { title: line, address: '' };
  }
  const title = titleIn(words.slice(0, index).join(' ')) || titleIn(rest.join(' '));
  return { title, address: whole };
}

/** Without a list marker before it and a separator after it. */
function titleIn(words: string): string {
  return words
    .replace(/^(?:[-*+•]|\d{1,4}[.)])(?:\s|$)/, '')
    .replace(/^[:–—=>,;-]{1,3}/, '')
    .replace(/[:–—=>,;-]{1,3}$/, '')
    .trim();
}

/** Adds the scheme to a host, an e-mail address or an international telephone number; anything else stays as it is. */
export function withScheme(word: string): string {
  const typed = bare(word);
  if (/^www\./i.test(typed)) return `https://${typed}`;
  if (ADDRESS.test(typed) || SCHEME.test(typed)) return typed;
  if (/^\+\d[\d()./-]*$/.test(typed)) return `tel:${typed}`;
  const [host = ''] = typed.split(/[/?#]/, 1);
  const at = host.lastIndexOf('@');
  if (at >= 0) return at > 0 && host === typed && isHost(host.slice(at + 1)) ? `mailto:${typed}` : typed;
  const isFile = host === typed && FILE.test(host);
  return isHost(host.replace(/:\d{1,5}$/, '')) && !isFile ? `https://${typed}` : typed;
}

function isHost(name: string): boolean {
  if (name.length > MAX_HOST) return false;
  const labels = name.split('.');
  const hasTop = labels.length > 1 && /^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)$/iu.test(labels.at(-1)!);
  return hasTop && labels.every((label) => /^[\p{L}\p{N}\p{M}_-]{1,63}$/u.test(label));
}

function bare(word: string): string {
  return word.startsWith('<') && word.endsWith('>') ? word.slice(1, -1) : word;
}
