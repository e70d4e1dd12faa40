// The page as a document: what stands in its head, what in its body, and what a browser may load for it.
import type { Page } from '../../../contract/page/page.ts';
import { type Html, html, trusted } from '../html.ts';
import { backdrop } from './backdrop.ts';
import { renderBlock } from './blocks.ts';
import { consentBar, consentButton, consentStyle } from './consent.ts';
import { pageHead } from './head.ts';
import { pageHeader } from './header.ts';
import { type Pixels, pixelsOf } from './pixels.ts';
import { pagePolicy } from './policy.ts';
import { pageScript, playerTemplate } from './script.ts';
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

export function renderPage(page: Page, { withPixels }: RenderOptions): RenderedPage {
  const pixels = withPixels ? pixelsOf(page) : undefined;
  const asks = pixels !== undefined && page.asksConsent;
  const frames = framesOf(page);
  const script = pageScript({
    embeds: frames.length > 0,
    countdowns: page.blocks.some(({ type }) => type === 'countdown'),
    pixels: pixels === undefined ? 'none' : asks ? 'ask' : 'load',
  });
  const style = [pageStyle(page), footerStyle, asks && consentStyle].filter(Boolean).join('\n');
  return {
    start: String(opening(page, style)),
    rest: String(html`${pageHead(page, sameAs(page))}
</head>
${body(page, { pixels, asks, hasPlayers: frames.length > 0, script })}
</html>
`),
    policy: pagePolicy({
      styles: [style],
      scripts: [...(script === '' ? [] : [script]), ...(pixels?.scripts ?? [])],
      pixels: pixels?.types ?? [],
      hasStyleAttributes: pixels?.hasStyleAttributes ?? false,
      frames,
      media: mediaOf(page),
      isSecure: page.origin.startsWith('https:'),
    }),
  };
}

function opening(_page: Page, style: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${trusted(style)}</style>
`;
}

interface Parts {
  pixels: Pixels | undefined;
  asks: boolean;
  hasPlayers: boolean;
  script: string;
}

function body(page: Page, { pixels, asks, hasPlayers, script }: Parts): Html {
  return html`<body>
${backdrop(page)}
<main>
${pageHeader(page)}
${page.blocks.map((block) => renderBlock(block, page))}
</main>
<footer>
<a href="/">Made with Fingerpost</a>${asks && consentButton}
</footer>
${asks && consentBar(page, pixels!.types)}
${hasPlayers && playerTemplate}
${pixels?.markup}
${script !== '' && html`<script>${trusted(script)}</script>`}
</body>`;
}

const footerStyle = `
body>footer{padding:1rem;color:var(--muted);font-size:.8125rem;text-align:center}
body>footer a{display:inline-block;padding:.5rem;color:inherit}
`.trim();

function framesOf(_page: Page): string[] {
  return [];
}
function mediaOf(_page: Page): string[] {
  return [];
}
function sameAs(_page: Page): string[] {
  return [];
}
