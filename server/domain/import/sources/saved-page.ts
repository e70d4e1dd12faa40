// A link page saved with a browser. Reads what a visitor sees, in order: name, headings, links and players. Skips
// surroundings such as cookie notices.

import { type Attributes, breaksLine, isSilent, readMarkup } from './markup.ts';
import type { PageBuilder } from './page-builder.ts';

export interface PageRules {
  /** Whether an anchor was added by the owner of the page. */
  isOwners(attributes: Attributes): boolean;
  /** Whether a description is the default text of the service. */
  isDefault?(description: string): boolean;
}

const headings = new Set(['h1', 'h2', 'h3', 'h4']);
const surroundings = new Set(['footer', 'nav', 'dialog', 'noscript']);
/** A title may have many parts; the rest is ignored. */
const MAX_TEXT = 2000;

interface Anchor {
  attributes: Attributes;
  text: string;
}

/** The text of the script with this id; empty if there is none. */
export function scriptText(html: string, id: string): string {
  const pieces: string[] = [];
  let state: 'before' | 'in' | 'after' = 'before';
  readMarkup(html, {
    open(name, attributes) {
      if (state === 'before' && name === 'script' && attributes.get('id') === id) state = 'in';
    },
    close(name) {
      if (state === 'in' && name === 'script') state = 'after';
    },
    text() {},
    hidden(piece) {
      if (state === 'in') pieces.push(piece);
    },
  });
  return pieces.join('');
}

export function readSavedPage(html: string, builder: PageBuilder, rules: PageRules): void {
  let anchor: Anchor | undefined;
  let title: { tag: string; text: string; id: string } | undefined;
  let passed: { tag: string; depth: number } | undefined;

  const endAnchor = () => {
    if (anchor && builder.awaits() && rules.isOwners(anchor.attributes)) gatherAnchor(anchor, builder);
    anchor = undefined;
  };

  const endTitle = () => {
    if (title?.tag === 'h1') builder.name(title.text);
    else if (title?.id === 'profile-description') builder.bio(title.text);
    else if (title && title.text.trim() !== '') builder.heading(title.text);
    title = undefined;
  };

  readMarkup(html, {
    open(tag, attributes) {
      if (passed) {
        if (tag === passed.tag) passed.depth += 1;
      } else if (isSurrounding(tag, attributes)) {
        if (tag === 'iframe') gatherFrame(attributes, builder);
        passed = { tag, depth: 1 };
      } else if (tag === 'meta') {
        gatherMeta(attributes, builder, rules);
      } else if (tag === 'a' && attributes.has('href')) {
        endAnchor();
        // A link inside a heading replaces the heading.
        title = undefined;
        anchor = { attributes, text: '' };
      } else if (anchor === undefined && headings.has(tag)) {
        endTitle();
        title = { tag, text: '', id: attributes.get('id') ?? '' };
      } else if (anchor && breaksLine(tag) && anchor.text.length < MAX_TEXT) {
        anchor.text += ' ';
      }
    },
    close(tag) {
      if (passed) {
        if (tag === passed.tag) passed.depth -= 1;
        if (passed.depth === 0) passed = undefined;
      } else if (tag === 'a') endAnchor();
      else if (tag === title?.tag) endTitle();
    },
    text(piece) {
      const into = passed ? undefined : (anchor ?? title);
      if (into && into.text.length < MAX_TEXT) into.text += piece.slice(0, MAX_TEXT);
    },
  });
  endAnchor();
  endTitle();
}

function isSurrounding(tag: string, attributes: Attributes): boolean {
  return (
    isSilent(tag) ||
    surroundings.has(tag) ||
    attributes.get('role') === 'dialog' ||
    (attributes.get('id') ?? '').startsWith('onetrust') ||
    (tag !== 'a' && hasClass(attributes, 'footer'))
  );
}

export function hasClass(attributes: Attributes, name: string): boolean {
  return ` ${attributes.get('class') ?? ''} `.includes(` ${name} `);
}

function gatherMeta(attributes: Attributes, builder: PageBuilder, { isDefault }: PageRules): void {
  const content = attributes.get('content') ?? '';
  if (attributes.get('name') === 'description' && !isDefault?.(content)) builder.bio(content);
}

function gatherAnchor({ attributes, text }: Anchor, builder: PageBuilder): void {
  const address = attributes.get('href') ?? '';
  // A fragment of the same page.
  if (address.startsWith('#')) return;
  const label = attributes.get('aria-label') ?? attributes.get('title') ?? '';
  if (text.trim() === '') builder.social({ title: label, address });
  else builder.link({ title: text, address });
}

/** Only players: other frames are trackers or advertisements. */
function gatherFrame(attributes: Attributes, builder: PageBuilder): void {
  const address = attributes.get('src') ?? '';
  builder.player({ title: attributes.get('title') ?? '', address });
}
