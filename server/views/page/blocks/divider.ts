// A pause between blocks.
import { html } from '../../html.ts';
import type { BlockView } from './view.ts';

export const divider: BlockView<'divider'> = {
  isUntitled: true,
  render: ({ settings: { style } }) => html`<hr class="${style}">`,
  style: `
hr{margin:0;border:0;color:var(--muted)}
.line{border-block-start:1px solid}
.dots{inline-size:5.5rem;block-size:.5rem;margin-inline:auto;background:radial-gradient(circle,currentColor .2rem,transparent .22rem) 0/33.4%}
.wave{inline-size:8rem;block-size:.75rem;margin-inline:auto;background:radial-gradient(circle at 50% 115%,transparent .55rem,currentColor .57rem .69rem,transparent .71rem) 0 0/2rem .5rem repeat-x,radial-gradient(circle at 50% -15%,transparent .55rem,currentColor .57rem .69rem,transparent .71rem) 1rem .25rem/2rem .5rem repeat-x}
.space{block-size:2.5rem}
`,
};
