// The owner's social profiles, as a row of icons or as buttons.
import { html } from '../../../html.ts';
import { icon } from '../../pictures/icons.ts';
import { socialLinks } from '../../social-links.ts';
import type { BlockView } from '../view.ts';

export const social: BlockView<'social'> = {
  render({ settings: { style } }, page) {
    const links = socialLinks(page);
    if (links.length === 0) return undefined;
    const isNamed = style === 'buttons';
    const entries = links.map(({ network, label, href }) =>
      isNamed
        ? html`<li><a class="btn" href="${href}" rel="me noopener">${icon(network)}${label}</a></li>`
        : html`<li><a href="${href}" rel="me noopener" aria-label="${label}">${icon(network)}</a></li>`,
    );
    return html`<ul class="${style}" role="list">${entries}</ul>`;
  },
  style: `
.b .icons{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem}
.a-left .icons{justify-content:start;margin-inline:-.85rem}.a-right .icons{justify-content:end;margin-inline:-.85rem}
.icons a{display:grid;place-items:center;inline-size:3rem;block-size:3rem;font-size:1.3rem;color:inherit;border-radius:50%}
.icons a:hover{background:var(--surface);color:var(--text)}
.buttons{grid-template-columns:repeat(auto-fill,minmax(min(100%,12rem),1fr))}
`,
};
