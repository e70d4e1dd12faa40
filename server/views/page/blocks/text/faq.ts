// Questions with collapsible answers.
import { html } from '../../../html.ts';
import { markdown } from '../../text/markdown.ts';
import type { BlockView } from '../view.ts';

export const faq: BlockView<'faq'> = {
  sharedStyle: 'markdown',
  render({ items }) {
    const asked = items.filter(({ caption, element }) => caption.trim() !== '' && element.answer.trim() !== '');
    if (asked.length === 0) return undefined;
    return html`<div class="card">${asked.map(({ caption, element }) => html`<details><summary dir="auto">${caption}</summary><div class="md">${markdown(element.answer)}</div></details>`)}</div>`;
  },
  style: `
details+details{border-block-start:1px solid var(--line)}
summary{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-block-size:3.25rem;padding:.7rem 1.25rem;font-weight:600;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";flex:none;inline-size:.5em;block-size:.5em;margin-inline:.3em;border:solid;border-width:0 2px 2px 0;transform:translateY(-25%) rotate(45deg)}
[open]>summary::after{transform:translateY(25%) rotate(225deg)}
details .md{padding:0 1.25rem 1.1rem}
summary:focus-visible{outline-offset:-3px}
`,
};
