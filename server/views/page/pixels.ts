// The owner's pixels, as vendor snippets. They are in a template, where nothing runs, until our script has checked DNT
// and GPC, and the consent if the page asks for it. So opt-outs work even if a shared cache serves the page. Insertion
// by script also lets them work beside Tag Manager, whose `strict-dynamic` policy blocks parser-inserted scripts.
import type { Page, PagePixel } from '../../../contract/page/page.ts';
import type { PixelType } from '../../../contract/vocabulary.ts';
import { type Html, html, trusted } from '../html.ts';
import { pixelTemplates } from '../pixel-templates.ts';

export interface Pixels {
  types: PixelType[];
  markup: Html;
  /** The text of each inline script, for its hash. */
  scripts: string[];
  hasStyleAttributes: boolean;
}

/** Undefined if the page has no pixels. */
export function pixelsOf({ pixels, asksConsent }: Page): Pixels | undefined {
  const valid = pixels.filter(isSafe);
  if (valid.length === 0) return undefined;
  const snippets = valid.map(({ type, id }) => pixelTemplates[type].template.replaceAll('{pixel}', () => id));
  // Consent needs JavaScript, so there is no fallback without it.
  const fallbacks = asksConsent ? [] : snippets.flatMap((snippet) => snippet.match(withoutScript) ?? []);
  const held = asksConsent ? snippets.map((snippet) => snippet.replaceAll(withoutScript, '')) : snippets;
  return {
    types: valid.map(({ type }) => type),
    markup: html`<template id="held">
${trusted(held.join('\n'))}
</template>
${trusted(fallbacks.join('\n'))}`,
    scripts: snippets.flatMap((snippet) =>
      [...snippet.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text!),
    ),
    hasStyleAttributes: fallbacks.some((fallback) => fallback.includes(' style=')),
  };
}

const withoutScript = /<noscript>[\s\S]*?<\/noscript>/g;

/** The id is written into a script unescaped. The API validates it, but the database may have been edited directly. */
function isSafe({ type, id }: PagePixel): boolean {
  return Object.hasOwn(pixelTemplates, type) && /^[A-Za-z0-9_.:-]{1,100}$/.test(id);
}
