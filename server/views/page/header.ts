// The header: avatar, name, bio and social profiles. The theme positions it.
import type { Page } from '../../../contract/page/page.ts';
import { type Html, html } from '../html.ts';
import { icon } from './pictures/icons.ts';
import { ownAvatar } from './pictures/own-picture.ts';
import { shownPicture } from './pictures/shown-picture.ts';
import { type SocialLink, socialLinks } from './social-links.ts';

/** Longer names get a smaller font size in every theme. */
const longName = 28;
/** The largest avatar of all themes. */
const portrait = { width: 112, height: 112, sizes: '10rem' };

export function pageHeader(page: Page): Html {
  const { name, username, bio } = page;
  const shown = name.trim() || username;
  const said = bio.trim();
  const links = ownLinks(page);
  return html`<header>
${shownPicture(ownAvatar(page), portrait, { alt: '', className: 'avatar' })}
<div>
<h1 dir="auto"${shown.length > longName && html` class="long"`}>${shown}</h1>
${said !== '' && html`<p class="bio" dir="auto">${said}</p>`}
${links.length > 0 && html`<ul class="me" role="list">${links.map(({ network, label, href }) => html`<li><a href="${href}" rel="me noopener" aria-label="${label}">${icon(network)}</a></li>`)}</ul>`}
</div>
</header>`;
}

/** More icons than this do not fit into one row of a phone. */
const MAX_IN_ROW = 6;

export function headerStyle(page: Page): string {
  const { length } = ownLinks(page);
  if (length === 0) return '';
  return `.me{display:flex;justify-content:center;list-style:none;margin:.75rem -.6rem 0;padding:0}
.me li{inline-size:2.75rem;min-inline-size:1.75rem}
.me a{display:grid;place-items:center;block-size:2.75rem;color:inherit;border-radius:50%}
.me svg{inline-size:1.4rem;block-size:1.4rem;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.me .f{fill:currentColor}
.me a:hover{background:var(--line)}
.a-left .me{justify-content:start}
.a-right .me{justify-content:end}${length > MAX_IN_ROW ? '.me{flex-wrap:wrap}' : ''}`;
}

/** Empty if the page has a block for them. */
function ownLinks(page: Page): SocialLink[] {
  return page.blocks.some(({ type }) => type === 'social') ? [] : socialLinks(page);
}
