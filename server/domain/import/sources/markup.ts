// Reads HTML as a stream of tags and texts, in linear time. It builds no DOM and executes nothing.
import { Parser } from 'htmlparser2';
import { invalid } from '../../../../contract/errors.ts';

export type Attributes = ReadonlyMap<string, string>;

export interface MarkupReader {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  /** Visible text. */
  text(text: string): void;
  /** The text inside scripts and similar elements. */
  hidden?(text: string): void;
}

/** The only attributes that are kept: a tag may have a million. */
const known = new Set([
  'aria-label',
  'class',
  'content',
  'data-testid',
  'href',
  'id',
  'name',
  'personal_toolbar_folder',
  'property',
  'role',
  'src',
  'title',
  'unfiled_bookmarks_folder',
]);

/** Elements whose text is not visible. */
const silent = new Set([
  'iframe',
  'noembed',
  'noframes',
  'script',
  'select',
  'style',
  'template',
  'textarea',
  'title',
  'xmp',
]);
/** Twenty thousand bookmarks have a hundred thousand tags. */
const MAX_TAGS = 500_000;
const breaks = new Set(['blockquote', 'br', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'li', 'ol', 'p', 'tr', 'ul']);

export function readMarkup(html: string, reader: MarkupReader): void {
  new FlatParser(html, reader).end(html);
}

/** The visible text, with line breaks. */
export function readableText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  let text = '';
  const breakLine = (name: string) => {
    if (breaks.has(name)) text += '\n';
  };
  readMarkup(html, {
    open: breakLine,
    close: breakLine,
    text(piece) {
      text += piece;
    },
  });
  return text;
}

export function breaksLine(name: string): boolean {
  return breaks.has(name);
}

export function isSilent(name: string): boolean {
  return silent.has(name);
}

/**
 * The library keeps a stack of open elements and searches it at every closing tag, which is quadratic: a million tags take
 * hours. Here every element is void, so that the stack stays empty. Readers track nesting themselves.
 */
class FlatParser extends Parser {
  readonly #html: string;
  readonly #reader: MarkupReader;
  readonly #tag: { name: string; attributes: Map<string, string> };
  #tags = 0;
  #silent: string | undefined;

  constructor(html: string, reader: MarkupReader) {
    const tag = { name: '', attributes: new Map<string, string>() };
    super({
      onopentagname(name) {
        tag.name = name;
        tag.attributes = new Map();
      },
      onattribute(name, value) {
        if (known.has(name) && !tag.attributes.has(name)) tag.attributes.set(name, value);
      },
      ontext: (text) => this.#text(text),
    });
    this.#html = html;
    this.#reader = reader;
    this.#tag = tag;
  }

  protected override isVoidElement(): boolean {
    return true;
  }

  override onopentagend(endIndex: number): void {
    super.onopentagend(endIndex);
    this.#count();
    const { name, attributes } = this.#tag;
    if (silent.has(name)) this.#silent ??= name;
    this.#reader.open?.(name, attributes);
  }

  override onclosetag(start: number, endIndex: number): void {
    this.#count();
    const name = this.#html.slice(start, endIndex).toLowerCase();
    if (name === this.#silent) this.#silent = undefined;
    this.#reader.close?.(name);
    this.startIndex = endIndex + 1;
  }

  #text(text: string): void {
    if (this.#silent === undefined) this.#reader.text(text);
    else this.#reader.hidden?.(text);
  }

  #count(): void {
    this.#tags += 1;
    if (this.#tags > MAX_TAGS)
      throw invalid({ text: [`It has more than ${MAX_TAGS} tags, which is too many for a page of links.`] });
  }
}
