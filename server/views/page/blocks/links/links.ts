// Links as a list of buttons, as buttons with a picture, as cards, or as a grid of tiles.
import type { ItemOf, Page, PageLink } from '../../../../../contract/page/page.ts';
import { type Html, html } from '../../../html.ts';
import { shownPicture } from '../../pictures/shown-picture.ts';
import type { BlockView } from '../view.ts';
import { captionText, linkAttributes, pictureOf, sensitiveMark } from './link.ts';

type Link = ItemOf<'links'> & { link: PageLink };

const frames = {
  thumbnails: { width: 48, height: 48, sizes: '3rem' },
  cards: { width: 320, height: 180, sizes: '(min-width:36rem) 20rem,calc(100vw - 2.5rem)' },
  grid: { width: 240, height: 240, sizes: '(min-width:36rem) 14rem,calc(50vw - 1.6rem)' },
};

export const links: BlockView<'links'> = {
  render({ settings: { layout }, items }, page) {
    const shown = items.filter((item): item is Link => item.link !== null);
    if (shown.length === 0) return undefined;
    return html`<ul class="${layout}" role="list">${shown.map((item) => entry(item, layout, page))}</ul>`;
  },
  style: `
.hot{outline:2px solid var(--accent);outline-offset:3px}
.hot:focus-visible{outline:4px solid var(--text);outline-offset:4px}
.thumbnails .btn{padding-inline-start:.6rem;text-align:start}
.thumbnails span:not(.mark){flex:1}
.thumbnails img{inline-size:2.75rem;block-size:2.75rem;flex:none;object-fit:cover;border-radius:var(--radius-small)}
.cards{grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr))}
.grid{grid-template-columns:repeat(auto-fill,minmax(min(44%,9rem),1fr))}
.tile{display:flex;flex-direction:column;gap:.5rem;block-size:100%;padding-block-end:.9rem;font-weight:600;line-height:1.35;text-decoration:none}
.tile>span{margin-inline:1rem}
.tile .mark{align-self:start}
.tile img{inline-size:100%;aspect-ratio:16/9;object-fit:cover}
.grid img{aspect-ratio:1}
.grid .tile{text-align:center}
.grid .mark{align-self:center}
@media(prefers-reduced-motion:no-preference){.hot{animation:hot 1.2s 1s 2}@keyframes hot{50%{scale:1.025}}.tile{transition:translate .18s}.tile:hover{translate:0 -2px}}
`,
};

function entry(item: Link, layout: keyof typeof frames | 'stack', page: Page): Html {
  const { link, element } = item;
  return html`<li><a class="${layout === 'cards' || layout === 'grid' ? 'card tile' : 'btn'}${link.isHighlighted && ' hot'}"${linkAttributes(link)}>${layout !== 'stack' && shownPicture(pictureOf(item, page), frames[layout], { alt: item.alt, isLazy: true })}<span>${captionText(item)}${element.description !== '' && html`<small dir="auto">${element.description}</small>`}</span>${sensitiveMark(link, page)}</a></li>`;
}
