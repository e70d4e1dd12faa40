// Square pictures in columns; on phones, four columns become two.
import { html } from '../../../html.ts';
import type { BlockView } from '../view.ts';
import { pictureFigure } from './picture.ts';

const onPhones: Record<number, string> = {
  1: 'calc(100vw - 2.5rem)',
  2: 'calc(50vw - 1.6rem)',
  3: 'calc(33vw - 1.3rem)',
  4: 'calc(50vw - 1.6rem)',
};

export const gallery: BlockView<'gallery'> = {
  sharedStyle: 'figure',
  render({ settings: { columns }, items }, page) {
    if (items.length === 0) return undefined;
    const frame = {
      width: 320,
      height: 320,
      sizes: `(min-width:42rem) ${Math.ceil(40 / columns)}rem,${onPhones[columns]}`,
    };
    return html`<ul class="c${columns}" role="list">${items.map((item) => html`<li>${pictureFigure(item, page, frame)}</li>`)}</ul>`;
  },
  style: `
.c2,.c4{grid-template-columns:1fr 1fr}.c3{grid-template-columns:repeat(3,1fr)}
.b-gallery img{aspect-ratio:1}
@media(min-width:34rem){.c4{grid-template-columns:repeat(4,1fr)}}
`,
};
