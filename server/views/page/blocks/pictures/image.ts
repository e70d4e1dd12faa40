// One or more pictures, stacked.
import { html } from '../../../html.ts';
import type { BlockView } from '../view.ts';
import { pictureFigure } from './picture.ts';

const frame = { width: 640, height: 360, sizes: '(min-width:42rem) 40rem,calc(100vw - 2.5rem)' };

export const image: BlockView<'image'> = {
  sharedStyle: 'figure',
  render({ settings: { fit }, items }, page) {
    if (items.length === 0) return undefined;
    return html`<div class="${fit}">${items.map((item) => pictureFigure(item, page, frame, fit === 'contain'))}</div>`;
  },
  style: `
.cover,.contain{display:grid;gap:1rem}
.cover img{aspect-ratio:16/9}
.contain img{max-block-size:80vh;object-fit:contain}
`,
};
