// The owner's pixels, each through its vendor's snippet. They lie in a template, where nothing runs, until our script
// has seen that the visitor does not object (and agrees, where the page asks): so a page that some cache kept for
// everybody still keeps its word to the one who reads it. Being put in by script also lets them load what they load
// beside a Tag Manager, whose policy trusts nothing that the parser found.
import type { Page, PagePixel } from '../../../contract/page/page.ts';
import type { PixelType } from '../../../contract/vocabulary.ts';
import { type Html, html, trusted } from '../html.ts';
import { pixelTemplates } from '../pixel-templates.ts';

export interface Pixels {
  types: PixelType[];
  markup: Html;
  /** The text of each script in it, as the browser sees it. */
  scripts: string[];
  hasStyleAttributes: boolean;
}

/** Undefined where there is none to load. */
export function pixelsOf({ pixels, asksConsent }: Page): Pixels | undefined {
  const fitting = pixels.filter(isWritable);
  if (fitting.length === 0) return undefined;
  const snippets = fitting.map(({ type, id }) => pixelTemplates[type].template.replaceAll('{pixel}', () => id));
  // Without script nobody can be asked, so there is nothing for those who have none.
  const fallbacks = asksConsent ? [] : snippets.flatMap((snippet) => snippet.match(withoutScript) ?? []);
  const held = asksConsent ? snippets.map((snippet) => snippet.replaceAll(withoutScript, '')) : snippets;
  return {
    types: fitting.map(({ type }) => type),
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

/** An id is written into a script as it stands; the API takes no other, but a database can be written past it. */
function isWritable({ type, id }: PagePixel): boolean {
  return Object.hasOwn(pixelTemplates, type) && /^[A-Za-z0-9_.:-]{1,100}$/.test(id);
}
