// Renders a page as an HTML document, with its Content-Security-Policy.
import type { Page } from '../../../contract/page/page.ts';
import { i18nFor } from '../../i18n/index.ts';
import { type Html, html, trusted } from '../html.ts';
import { blockScripts, framesOf, renderBlock, socialLinks } from './blocks.ts';
import { pageHead } from './head.ts';
import { pageHeader } from './header.ts';
import { ownWords } from './own-words.ts';
import { backgroundLayer, mediaOf } from './pictures/background-layer.ts';
import { consentBar, consentButton, consentStyle } from './pixels/consent.ts';
import { type Pixels, pixelsOf } from './pixels.ts';
import { pagePolicy } from './policy.ts';
import { pageScript, playerTemplate } from './script.ts';
import { blockSubsets } from './style/faces.ts';
import { themeColours } from './style/theme-colours.ts';
import { pageStyle, rootAttributes } from './style.ts';

export interface RenderedPage {
  /**
   * Everything up to the end of the style. Pages of one theme share it, so that it is compressed once for all of them.
   */
  start: string;
  rest: string;
  /** The Content-Security-Policy to send with it. */
  policy: string;
}

export interface RenderOptions {
  /** False if the visitor sends DNT or GPC. */
  withPixels: boolean;
  /** False for a page in a frame: our frames run no script, and the browser would report ours as blocked. */
  withScript?: boolean;
  /** The rendered blocks, if available. */
  blocks?: readonly Html[];
}

/** Blocks take most of the time. `pause` is awaited before each, so that a large page does not block the event loop. */
export async function renderBlocks(page: Page, pause: () => Promise<void>): Promise<Html[]> {
  const rendered: Html[] = [];
  for (const block of page.blocks) {
    await pause();
    rendered.push(renderBlock(block, page));
    // For the style, which is rendered at once.
    blockSubsets(block);
  }
  return rendered;
}

export function renderPage(page: Page, options: RenderOptions): RenderedPage {
  const { withPixels, withScript = true, blocks } = options;
  const pixels = withPixels ? pixelsOf(page) : undefined;
  const asksConsent = pixels !== undefined && page.asksConsent;
  const frames = framesOf(page);
  const script = withScript
    ? pageScript({
        embeds: frames.length > 0,
        blocks: blockScripts(page),
        pixels: pixels === undefined ? 'none' : asksConsent ? 'ask' : 'load',
      })
    : undefined;
  const style = [footerStyle, pageStyle(page), asksConsent && consentStyle].filter(Boolean).join('\n');
  return {
    start: String(opening(page, style)),
    rest: String(html`${pageHead(page, profiles(page))}
</head>
${body(page, { pixels, asksConsent, hasPlayers: frames.length > 0, script, blocks: blocks ?? page.blocks.map((block) => renderBlock(block, page)) })}
</html>
`),
    policy: pagePolicy({
      styles: [style],
      scripts: [...(script ? [script] : []), ...(pixels?.scripts ?? [])],
      pixels: pixels?.types ?? [],
      hasStyleAttributes: pixels?.hasStyleAttributes ?? false,
      frames,
      media: mediaOf(page),
      isSecure: page.origin.startsWith('https:'),
    }),
  };
}

/** The page in the dashboard's preview: without scripts, players and pixels. */
export function renderPreview(page: Page, blocks: readonly Html[]): string {
  const style = `${footerStyle}\n${pageStyle(page)}`;
  const none = { pixels: undefined, asksConsent: false, hasPlayers: false, script: undefined };
  return String(html`${opening(page, style)}${pageHead(page, profiles(page))}
</head>
${body(page, { ...none, blocks })}
</html>
`);
}

function opening(page: Page, style: string): Html {
  const { classes, dir, fonts } = rootAttributes(page);
  return html`<!doctype html>
<html lang="${page.language ?? 'en'}" dir="${dir}" class="${classes}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${barColour(page)}${fonts.map(({ href }) => html`<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>\n`)}<style>${trusted(style)}</style>
`;
}

/** The colour for the browser's own bars. */
function barColour(page: Page): Html {
  const { first, night } = themeColours(page);
  const byDark = night && html`<meta name="theme-color" content="${night.bg}" media="(prefers-color-scheme:dark)">\n`;
  return html`${byDark}<meta name="theme-color" content="${first.bg}">\n`;
}

interface Parts {
  pixels: Pixels | undefined;
  asksConsent: boolean;
  hasPlayers: boolean;
  script: string | undefined;
  blocks: readonly Html[];
}

function body(page: Page, { pixels, asksConsent, hasPlayers, script, blocks }: Parts): Html {
  const i18n = i18nFor(page.language);
  return html`<body>
${backgroundLayer(page)}
<main>
${pageHeader(page)}
${blocks}
</main>
<footer${ownWords(page)}><a href="/">${i18n.t('Made with Fingerpost')}</a>${asksConsent && consentButton(i18n)}</footer>
${asksConsent && consentBar(page, pixels!.types)}
${hasPlayers && playerTemplate(i18n)}
${pixels?.markup}
${script && html`<script>${trusted(script)}</script>`}
</body>`;
}

const footerStyle = `
body>footer{padding:.5rem 1rem;color:var(--muted);font-size:.8125rem;text-align:center}
body>footer a{display:inline-block;padding:.5rem;color:inherit}
`.trim();

/** URLs of the owner's social profiles, without e-mail addresses and telephone numbers. */
function profiles(page: Page): string[] {
  const contacts = ['email', 'whatsapp', 'signal'];
  return socialLinks(page).flatMap(({ network, href }) => (contacts.includes(network) ? [] : href));
}
