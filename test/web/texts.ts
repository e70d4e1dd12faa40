// The texts of the dashboard in another language, as its catalogues have them, and whether they fit.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page as Tab } from 'playwright-core';

const folder = new URL('../../web/src/locales/', import.meta.url);

/** The translation of a text without placeholders. */
export function textsIn(language: string): (english: string) => string {
  const files = [`${language}.po`, `signed-in/${language}.po`].map((path) =>
    readFileSync(new URL(path, folder), 'utf8'),
  );
  const entries = files.flatMap((file) => [...file.matchAll(/^msgid (".*")\nmsgstr (".*")$/gm)]);
  const texts = new Map(entries.map(([, id, text]) => [JSON.parse(id!), JSON.parse(text!)]));
  return (english) => texts.get(english) ?? assert.fail(`no translation: ${english}`);
}

/** Our own texts that are wider than their place: cut off, or reaching over what is beside them. */
export function cutOffTexts(tab: Tab): Promise<string[]> {
  return tab.locator('body').evaluate((body) => {
    const view = body.ownerDocument.defaultView;
    const hasOwnText = (part: { childNodes: Iterable<{ nodeType: number; textContent: string }> }) =>
      [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    return (
      [...body.querySelectorAll('*')]
        .filter((part) => part.textContent.trim() !== '' && part.clientWidth > 0 && part.checkVisibility())
        // What people typed may be of any length, and is shown as a whole where it is edited; code scrolls.
        .filter((part) => !part.matches('[dir=auto], [dir=auto] *, pre, pre *, option, textarea, svg *, script'))
        .filter((part) => !part.closest('[class*=hidden i], [class*=skip], [aria-hidden=true], [title]'))
        .filter((part) => {
          const { overflowX, overflowY } = view.getComputedStyle(part);
          const isTooWide = part.scrollWidth > part.clientWidth + 1;
          const isTooHigh = part.scrollHeight > part.clientHeight + 2;
          if (/hidden|clip/.test(overflowX) && isTooWide) return true;
          if (/hidden|clip/.test(overflowY) && isTooHigh) return true;
          return overflowX === 'visible' && isTooWide && hasOwnText(part);
        })
        .map((part) => `<${part.localName} class="${part.className}"> ${part.textContent} ${part.scrollWidth}`)
    );
  });
}
