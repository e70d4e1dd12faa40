// A placeholder for a player with a play button. Nothing is loaded from the provider before a click; then the script
// replaces the still with the player. Without JavaScript it is a link to the provider's page.
import { type Html, html } from '../../../html.ts';
import { icon } from '../../pictures/icons.ts';
import type { Player } from '../view.ts';

/** `name` is the title of the player; the ornament is beside the text. */
export function still({ provider, src, page }: Player, name: string | null, shape: string, ornament?: Html): Html {
  const title = name?.trim() || `${provider} player`;
  return html`<div class="player ${shape} card"><a class="embed" data-src="${src}" data-title="${title}" href="${page}" rel="noopener"><span class="play">${icon('play')}</span><span dir="ltr"><b>Play on ${provider}</b><small>This loads content from ${provider}.</small></span>${ornament}</a></div>`;
}

export const stillStyle = `
.player>*{inline-size:100%;block-size:100%;border:0}
.embed{display:flex;align-items:center;justify-content:center;gap:1rem;padding:1rem;color:inherit;text-decoration:none;background:radial-gradient(circle at 85% 10%,color-mix(in srgb,var(--accent) 25%,transparent),transparent 60%),radial-gradient(circle at 10% 95%,color-mix(in srgb,var(--button) 18%,transparent),transparent 55%)}
.embed:focus-visible{outline-offset:-4px}
.embed :is(b,small){display:block}
.play{display:grid;place-items:center;flex:none;inline-size:4rem;block-size:4rem;border-radius:50%;font-size:1.5rem;color:var(--surface);background:var(--text);border:1px solid transparent}
`;
