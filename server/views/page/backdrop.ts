// What lies behind the page, where its owner chose something else than the theme's own. What moves can be stopped by
// anybody, without script, and does not move at all for those who asked their system for less motion.
import type { Page } from '../../../contract/page/page.ts';
import { type Html, html } from '../html.ts';
import { ownPicture } from './own-picture.ts';
import { paintOf } from './style/paint.ts';

/** Nothing where a style says it all. */
export function backdrop(page: Page): Html | undefined {
  const { type, settings } = page.background;
  const address = pictured(page);
  if (type === 'image' && address) {
    return html`<img class="backdrop" src="${address}" alt="" decoding="async" fetchpriority="low">`;
  }
  if (type === 'video' && address) {
    return stoppable(html`<video class="backdrop" muted loop playsinline autoplay disablepictureinpicture tabindex="-1" aria-hidden="true">
<source src="${address}" media="(prefers-reduced-motion:no-preference)">
</video>`);
  }
  if (type !== 'gradient' || paintOf(page).ground?.length !== 2) return undefined;
  if (settings.gradient.animate !== '1') return html`<div class="backdrop"></div>`;
  return stoppable(html`<div class="backdrop flow"></div>`);
}

/** Foreign origins that the background is loaded from. */
export function mediaOf(page: Page): string[] {
  const url = URL.parse(pictured(page) ?? '');
  return url ? [url.origin] : [];
}

/** The address of a picture or film: a path of ours, or wherever the owner said that it lies. */
function pictured(page: Page): string | undefined {
  const { type, settings } = page.background;
  if (type !== 'image' && type !== 'video') return undefined;
  const { source, external_url: external } = settings[type];
  const own = type === 'image' ? settings.image.image : settings.video.video;
  if (source === 'upload') return own === '' ? undefined : ownPicture(page, own);
  const url = URL.parse(external ?? '');
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return ownPicture(page, url.href) ?? url.href;
}

function stoppable(moving: Html): Html {
  return html`<aside aria-label="Background"><input type="checkbox" id="still"><label for="still">Stop the background</label>${moving}</aside>`;
}

export function backdropStyle(page: Page): string {
  const { ground, panel } = paintOf(page);
  const rules = [];
  if (page.background.type !== null && (ground || panel)) rules.push('body{background:var(--bg)}');
  if (ground?.length === 2 || pictured(page)) {
    rules.push('.backdrop{position:fixed;inset:0;z-index:-1;inline-size:100%;block-size:100%;object-fit:cover}');
  }
  if (ground?.length === 2) {
    rules.push(`.backdrop{background:linear-gradient(160deg,${ground[0]},${ground[1]})}`);
    if (page.background.settings.gradient.animate === '1') rules.push(flow, still);
  }
  if (page.background.type === 'video' && pictured(page)) {
    rules.push(
      still,
      '#still:checked~.backdrop{display:none}@media (prefers-reduced-motion:reduce){aside{display:none}}',
    );
  }
  if (panel) rules.push(panelled(panel));
  return rules.join('\n');
}

const flow = `@media (prefers-reduced-motion:no-preference){.flow{block-size:250%;animation:flow 24s ease-in-out infinite alternate}}
@keyframes flow{to{transform:translateY(-60%)}}
@media (prefers-reduced-motion:reduce){aside{position:static}aside>:not(.backdrop){display:none}}
#still:checked~.flow{animation:none;block-size:100%}`;

const still = `#still{position:absolute;opacity:0}
#still+label{position:fixed;inset-block-end:.75rem;inset-inline-end:.75rem;z-index:8;padding:.4rem .9rem;border-radius:2rem;background:var(--surface);color:var(--text);border:1px solid var(--border);font-size:.8125rem;cursor:pointer}
#still:focus-visible+label{outline:3px solid var(--accent);outline-offset:2px}
#still:checked+label{text-decoration:line-through}`;

function panelled(panel: 'solid' | 'sheer'): string {
  const ground =
    panel === 'solid'
      ? 'background:var(--surface)'
      : 'background:color-mix(in srgb,var(--surface) 90%,transparent);backdrop-filter:blur(1.25rem)';
  return `main,body>footer{${ground};border-radius:max(var(--radius-small),1.25rem)}
main{flex:none;inline-size:min(100% - 1.5rem,var(--width) + 5rem);max-inline-size:none;margin-block:clamp(.75rem,6vw,4rem) 1rem;padding:clamp(1.5rem,6vw,3rem)}
body>footer{align-self:center;margin-block:auto 1rem;padding:.25rem .75rem}`;
}
