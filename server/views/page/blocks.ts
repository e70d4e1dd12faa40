// A block is drawn by the file that is named like its type, and brings its own part of the style sheet.
import type { Page, PageBlock } from '../../../contract/page/page.ts';
import { type Html, html } from '../html.ts';

export function renderBlock(block: PageBlock, _page: Page): Html {
  return html`<section id="b${block.id}">${block.name}</section>`;
}

/** For the types that the page has. */
export function blockStyles(_page: Page): string {
  return '';
}
