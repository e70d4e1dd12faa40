// The background that the owner chose instead of the theme's. Animations can be stopped without JavaScript, and do not
// run for visitors who prefer reduced motion.
import type { Page } from '../../../../contract/page/page.ts';
import { type Html, html } from '../../html.ts';
import { paintOf } from '../style/paint.ts';
import { backgroundFile } from './background-file.ts';
import { pictureBehind } from './shown-picture.ts';

export { mediaOf } from './background-file.ts';

/** Undefined if CSS is enough. */
export function backdrop(page: Page): Html | undefined {
  const { type, settings } = page.background;
  const address = backgroundFile(page);
  if (type === 'image' && address) {
    return pictureBehind(address);
  }
  if (type === 'video' && address) {
    return stoppable(html`<video class="backdrop" muted loop playsinline autoplay disablepictureinpicture tabindex="-1" aria-hidden="true">
<source src="${address}" media="(prefers-reduced-motion:no-preference)">
</video>`);
  }
  const isMoving = type === 'gradient' && settings.gradient.animate === '1' && paintOf(page).ground !== undefined;
  return isMoving ? stoppable(html`<div class="backdrop flow"></div>`) : undefined;
}

function stoppable(moving: Html): Html {
  return html`<aside aria-label="Background"><input type="checkbox" id="still"><label for="still">Stop the background</label>${moving}</aside>`;
}

export function backdropStyle(page: Page): string {
  const { type, settings } = page.background;
  const [from, to] = paintOf(page).ground ?? [];
  if (from && !to) return 'body{background:var(--bg)}';
  const gradient = `linear-gradient(160deg,${from},${to})`;
  if (to && settings.gradient.animate !== '1') return `body{background:${gradient}}`;
  if (to) return `${behind}\n.flow{background:${gradient}}\n${flow}\n${still}`;
  if (!backgroundFile(page)) return '';
  return type === 'video' ? `${behind}\n${film}\n${still}` : behind;
}

const behind = `body{background:var(--bg)}
.backdrop{position:fixed;inset:0;z-index:-1;inline-size:100%;block-size:100%;object-fit:cover}`;

const film = '#still:checked~.backdrop{display:none}@media (prefers-reduced-motion:reduce){aside{display:none}}';

const flow = `@media (prefers-reduced-motion:no-preference){.flow{block-size:250%;animation:flow 24s ease-in-out infinite alternate}}
@keyframes flow{to{transform:translateY(-60%)}}
@media (prefers-reduced-motion:reduce){aside>:not(.backdrop){display:none}}
#still:checked~.flow{animation:none;block-size:100%}`;

const still = `#still{position:absolute;inline-size:1px;block-size:1px;min-block-size:0;margin:0;opacity:0;pointer-events:none}
#still+label{position:fixed;inset-block-end:.75rem;inset-inline-end:.75rem;z-index:8;display:grid;place-content:center;inline-size:2.5rem;block-size:2.5rem;margin:0;border:1px solid var(--border);border-radius:50%;background:var(--surface);color:var(--text);font-size:0;cursor:pointer}
#still+label::before{content:"";inline-size:.7rem;block-size:.8rem;border-inline:.24rem solid}
#still:checked+label::before{border:0;background:currentColor;clip-path:polygon(10% 0,100% 50%,10% 100%)}
#still:focus-visible+label{outline:3px solid var(--accent);outline-offset:2px}`;
