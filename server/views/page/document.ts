// The page as a document: what stands in its head, what in its body, and what a browser may load for it.
import type { Page } from '../../../contract/page/page.ts';
import { html, trusted } from '../html.ts';
import { backdrop } from './backdrop.ts';
import { renderBlock } from './blocks.ts';
import { pageHeader } from './header.ts';
import { pagePolicy } from './policy.ts';
import { pageStyle } from './style.ts';

export interface RenderedPage {
  /** Up to and with the style: pages of one look have it in common, so that it is compressed once for all of them. */
  start: string;
  rest: string;
  /** The Content-Security-Policy to send with it. */
  policy: string;
}

export interface RenderOptions {
  /** False where the visitor asked not to be followed. */
  withPixels: boolean;
}

export function renderPage(page: Page, _options: RenderOptions): RenderedPage {
  const style = pageStyle(page);
  const start = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${trusted(style)}</style>
`;
  const rest = html`<title>${page.seo.title}</title>
</head>
<body>
${backdrop(page)}
<main>
${pageHeader(page)}
${page.blocks.map((block) => renderBlock(block, page))}
</main>
</body>
</html>
`;
  return { start: String(start), rest: String(rest), policy: pagePolicy({ styles: [style] }) };
}
