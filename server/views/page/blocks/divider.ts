// A divider between blocks.
import { html } from '../../html.ts';
import type { BlockView } from './view.ts';

const wave = html`<svg class="wave" viewBox="0 0 128 12" aria-hidden="true"><path d="M2 6q7.75-8 15.5 0t15.5 0 15.5 0 15.5 0 15.5 0 15.5 0 15.5 0 15.5 0"/></svg>`;

export const divider: BlockView<'divider'> = {
  isUntitled: true,
  render: ({ settings: { style } }) => (style === 'wave' ? wave : html`<hr class="${style}">`),
  style: `
hr{margin:0;border:0;color:var(--muted)}
.line{border-block-start:1px solid var(--line)}
.dots{inline-size:2.8rem;margin-inline:auto;border-block-start:.4rem dotted}
.wave{display:block;inline-size:8rem;margin-inline:auto;fill:none;stroke:var(--muted);stroke-width:2;stroke-linecap:round}
.space{block-size:2.5rem}
`,
};
