// A heading between blocks. The account's name is the only h1 and every block's name an h2, so a heading is always an
// h2, and its level only sets the size. So no level is skipped, whatever the order.
import { html } from '../../../html.ts';
import { alignment, type BlockView } from '../view.ts';

export const heading: BlockView<'heading'> = {
  isUntitled: true,
  render({ name, subheading, settings: { level, align } }) {
    const title = name?.trim();
    const sub = subheading?.trim();
    if (!title && !sub) return undefined;
    return html`<div class="l${level} ${alignment(align)}">${title && html`<h2 dir="auto">${title}</h2>`}${sub && html`<p class="sub" dir="auto">${sub}</p>`}</div>`;
  },
  style: `
.b-heading .sub{margin-block-start:.25rem}
.b .l1 h2{font-size:1.75rem}.b .l2 h2{font-size:1.4rem}.b .l3 h2{font-size:1.125rem}
`,
};
