// The background that the owner chose instead of the theme's. Animations can be stopped without JavaScript, and do not
// run for visitors who prefer reduced motion.
import type { Page } from '../../../../contract/page/page.ts';
import { i18nFor } from '../../../i18n/index.ts';
import { type Html, html } from '../../html.ts';
import { ownWords } from '../own-words.ts';
import { themeColours } from '../style/theme-colours.ts';
import { backgroundFile } from './background-file.ts';
import { pictureBehind } from './shown-picture.ts';

export { mediaOf } from './background-file.ts';

/** Undefined if CSS is enough. */
export function backgroundLayer(page: Page): Html | undefined {
  const { type, settings } = page.background;
  const address = backgroundFile(page);
  if (type === 'image' && address) {
    return pictureBehind(address);
  }
  if (type === 'video' && address) {
    return stoppable(
      page,
      html`<video class="backdrop" muted loop playsinline autoplay disablepictureinpicture tabindex="-1" aria-hidden="true">
<source src="${address}" media="(prefers-reduced-motion:no-preference)">
</video>`,
    );
  }
  const isMoving = type === 'gradient' && settings.gradient.animate === '1' && themeColours(page).ground !== undefined;
  return isMoving ? stoppable(page, html`<div class="backdrop flow"></div>`) : undefined;
}

/** The button is in the flow of the page, above its content, so that it never covers a link. */
function stoppable(page: Page, moving: Html): Html {
  const i18n = i18nFor(page.language);
  return html`<aside${ownWords(page)} aria-label="${i18n.t('Background')}"><input type="checkbox" id="still"><label for="still">${i18n.t('Stop the background')}</label>${moving}</aside>`;
}

export function backgroundLayerStyle(page: Page): string {
  const { type, settings } = page.background;
  const { ground, scrim } = themeColours(page);
  const [from, to] = ground ?? [];
  if (from && !to) return 'body{background:var(--bg)}';
  const gradient = `linear-gradient(160deg,${from},${to})`;
  if (to && settings.gradient.animate !== '1') return `body{background:${gradient}}`;
  if (to) return `${behind}\n.flow{background:${gradient}}\n${flow}\n${still}`;
  if (!backgroundFile(page)) return '';
  const parts = [behind, scrim !== undefined && layer(scrim), ...(type === 'video' ? [film, still] : [])];
  return parts.filter(Boolean).join('\n');
}

/** Comes after the picture in the page, so it is in front of it. */
function layer(opacity: number): string {
  return `body::after{content:"";position:fixed;inset:0;z-index:-1;background:var(--bg);opacity:${opacity}}`;
}

const behind = `body{background:var(--bg)}
.backdrop{position:fixed;inset:0;z-index:-1;inline-size:100%;block-size:100%;object-fit:cover}`;

const film = '#still:checked~.backdrop{display:none}@media (prefers-reduced-motion:reduce){aside{display:none}}';

const flow = `@media (prefers-reduced-motion:no-preference){.flow{block-size:250%;animation:flow 24s ease-in-out infinite alternate}}
@keyframes flow{to{transform:translateY(-60%)}}
@media (prefers-reduced-motion:reduce){aside>:not(.backdrop){display:none}}
#still:checked~.flow{animation:none;block-size:100%}`;

const still = `#still{position:absolute;inline-size:1px;block-size:1px;min-block-size:0;margin:0;opacity:0;pointer-events:none}
#still+label{display:grid;place-content:center;inline-size:2.5rem;block-size:2.5rem;margin:.75rem .75rem 0;margin-inline-start:auto;border:1px solid var(--border);border-radius:50%;background:var(--surface);color:var(--text);font-size:0;cursor:pointer}
#still+label::before{content:"";inline-size:.7rem;block-size:.8rem;border-inline:.24rem solid}
#still:checked+label::before{border:0;background:currentColor;clip-path:polygon(10% 0,100% 50%,10% 100%)}
#still:focus-visible+label{outline:3px solid var(--accent);outline-offset:2px}`;
