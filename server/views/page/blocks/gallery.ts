// Square pictures in columns; a phone shows four of them in two.
import { html } from '../../html.ts';
import { pictureFigure } from './picture.ts';
import type { BlockView } from './view.ts';

export const gallery: BlockView<'gallery'> = {
  render({ settings: { columns }, items }, page) {
    if (items.length === 0) return undefined;
    return html`<ul class="c${columns}" role="list">${items.map((item) => html`<li>${pictureFigure(item, page, 320, 320)}</li>`)}</ul>`;
  },
  style: `
.c2,.c4{grid-template-columns:1fr 1fr}.c3{grid-template-columns:repeat(3,1fr)}
.b-gallery img{aspect-ratio:1}
@media(min-width:34rem){.c4{grid-template-columns:repeat(4,1fr)}}
`,
};
