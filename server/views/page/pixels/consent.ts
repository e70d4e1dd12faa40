// The consent bar for pixels. It is hidden until the script shows it: without JavaScript no pixel loads, so no consent
// is needed. It is at the end of the page and sticks to the bottom of the window, so that it covers nothing
// permanently. It uses system colours: a theme can neither hide it nor emphasise one answer.
import type { Page } from '../../../../contract/page/page.ts';
import type { PixelType } from '../../../../contract/vocabulary.ts';
import { formatList, localeOf } from '../../../i18n/formats.ts';
import { type I18n, i18nFor } from '../../../i18n/index.ts';
import { type Html, html } from '../../html.ts';
import { ownWords } from '../own-words.ts';
import { pixelViews } from './platforms.ts';

/** An answer applies to this page and these vendors; new vendors need a new answer. */
export function consentBar(page: Page, types: readonly PixelType[]): Html {
  const named = [...new Set(types)].sort();
  const i18n = i18nFor(page.language);
  const names = formatList(
    localeOf(i18n.language),
    named.map((type) => pixelViews[type].vendor.name),
  );
  return html`<section id="ask"${ownWords(page)} aria-label="${i18n.t('Privacy')}" data-key="pixels ${page.accountId} ${named.join(' ')}" hidden>
<p>${i18n.t('May this page load {names}? That shows its owner how the page is used, and may let others recognise you elsewhere.', { names })}</p>
<p><button type="button" value="0">${i18n.t('Decline')}</button> <button type="button" value="1">${i18n.t('Accept')}</button></p>
</section>`;
}

/** To change the answer later. */
export function consentButton(i18n: I18n): Html {
  return html`<button type="button" id="privacy" hidden>${i18n.t('Privacy')}</button>`;
}

export const consentStyle = `
#ask:not([hidden]){position:sticky;bottom:.75rem;z-index:9;display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.5rem;width:min(44rem,100% - 1.5rem);margin:0 auto .75rem;padding:1rem 1.25rem;box-sizing:border-box;background:Canvas;color:CanvasText;border:1px solid GrayText;border-radius:1rem;box-shadow:0 .5rem 2rem #0005;font-size:.9375rem;line-height:1.45;text-align:start}
#ask p{margin:0;flex:99 1 18rem}
#ask p+p{display:flex;flex:1 0 auto;gap:.5rem}
#ask button{flex:1;min-width:6.5rem;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:.75rem;background:CanvasText;color:Canvas;font:inherit;font-weight:600;cursor:pointer}
#ask :focus-visible{outline:3px solid CanvasText;outline-offset:2px}
#privacy{padding:.5rem;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;cursor:pointer}
html:has(#ask:not([hidden])){scroll-padding-block-end:13rem}
`.trim();
