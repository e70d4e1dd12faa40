// A placeholder for a player with a play button. Nothing is loaded from the provider before a click; then the script
// replaces the still with the player. Without JavaScript it is a link to the provider's page.
import type { Page } from '../../../../../contract/page/page.ts';
import { i18nFor } from '../../../../i18n/index.ts';
import { type Html, html } from '../../../html.ts';
import { ownWords } from '../../own-words.ts';
import { icon } from '../../pictures/icons.ts';
import type { Player } from '../view.ts';

interface Still {
  /** The title of the player. */
  name: string | null;
  shape: string;
  /** Beside the text. */
  ornament?: Html;
}

export function still({ provider, src, page: href }: Player, page: Page, { name, shape, ornament }: Still): Html {
  const i18n = i18nFor(page.language);
  const title = name?.trim() || i18n.t('{provider} player', { provider });
  return html`<div class="player ${shape} card"><a class="embed" data-src="${src}" data-title="${title}" href="${href}" rel="noopener"><span class="play">${icon('play')}</span><span${ownWords(page)}><b>${i18n.t('Play on {provider}', { provider })}</b><small>${i18n.t('This loads content from {provider}.', { provider })}</small></span>${ornament}</a></div>`;
}

export const stillStyle = `
.player>*{inline-size:100%;block-size:100%;border:0}
.embed{display:flex;align-items:center;justify-content:center;gap:1rem;padding:1rem;color:inherit;text-decoration:none;background:radial-gradient(circle at 85% 10%,color-mix(in srgb,var(--accent) 25%,transparent),transparent 60%),radial-gradient(circle at 10% 95%,color-mix(in srgb,var(--button) 18%,transparent),transparent 55%)}
.embed:focus-visible{outline-offset:-4px}
.embed :is(b,small){display:block}
.play{display:grid;place-items:center;flex:none;inline-size:4rem;block-size:4rem;border-radius:50%;font-size:1.5rem;color:var(--surface);background:var(--text);border:1px solid transparent}
`;
