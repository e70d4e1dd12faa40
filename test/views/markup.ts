// A small, strict parser for our own markup: every tag closed in order, every attribute quoted, every ampersand an
// entity. It rejects more than a browser would, so tests find more errors.

export interface Element {
  tag: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
}

const voids = new Set(['meta', 'link', 'br', 'hr', 'img', 'input', 'wbr', 'col']);
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const token =
  /<!doctype html>|<\/([a-zA-Z][\w-]*)>|<([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>|[^<]+|</giy;

export function readMarkup(text: string): Element {
  const root: Element = { tag: '#root', attributes: {}, children: [] };
  const open: Element[] = [root];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    const top = open.at(-1)!;
    if (!match || match[0] === '<') throw new Error(`Broken markup at ${at}: ${text.slice(at, at + 80)}`);
    if (match[1] !== undefined) {
      if (top.tag !== match[1]) throw new Error(`</${match[1]}> closes <${top.tag}> at ${at}`);
      open.pop();
    } else if (match[2] !== undefined) {
      const element: Element = { tag: match[2], attributes: readAttributes(match[3] ?? ''), children: [] };
      top.children.push(element);
      if (element.tag === 'style') {
        const end = text.indexOf('</style>', token.lastIndex);
        element.children.push(text.slice(token.lastIndex, end));
        token.lastIndex = end + '</style>'.length;
      } else if (!voids.has(element.tag) && match[4] !== '/') open.push(element);
    } else if (!/^<!doctype/i.test(match[0])) top.children.push(decode(match[0]));
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)!.tag}> is never closed`);
  return root;
}

export function elements(from: Element, ...tags: string[]): Element[] {
  const found: Element[] = [];
  for (const child of from.children) {
    if (typeof child === 'string') continue;
    if (tags.length === 0 || tags.includes(child.tag)) found.push(child);
    found.push(...elements(child, ...tags));
  }
  return found;
}

export function textOf(element: Element): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)];
  const names = pairs.map(([, name]) => name);
  if (new Set(names).size < names.length) throw new Error(`An attribute is given twice: ${text}`);
  return Object.fromEntries(pairs.map(([, name, value]) => [name, decode(value ?? '')]));
}

function decode(text: string): string {
  return text.replace(/&([^;\s]*;?)/g, (whole, name: string) => {
    const meant = entities[name.slice(0, -1)];
    if (meant === undefined || !name.endsWith(';')) throw new Error(`Unknown entity: ${whole}`);
    return meant;
  });
}
