// A text in a safe subset of Markdown.
import { html } from '../../../html.ts';
import { markdown } from '../../text/markdown.ts';
import { alignment, type BlockView } from '../view.ts';

export const text: BlockView<'text'> = {
  sharedStyle: 'markdown',
  render({ content, settings: { align } }) {
    if (content.trim() === '') return undefined;
    return html`<div class="md ${alignment(align)}">${markdown(content)}</div>`;
  },
  style: `
.b-text .to-center :is(ul,ol){inline-size:fit-content;margin-inline:auto;text-align:start}
`,
};

/** For all Markdown. */
export const markdownStyle = `
.md{line-height:1.6}
.md>*{margin-block:.6em 0}.md>:first-child{margin-block-start:0}
.md :is(ul,ol){padding-inline-start:1.4em}
.md a{color:inherit;text-decoration-color:var(--accent);text-decoration-thickness:2px;text-underline-offset:.2em}
.md code{font-size:.9em;padding:.1em .35em;border-radius:.3em;background:var(--surface);color:var(--text)}
.md blockquote{margin-inline:0;padding-inline-start:1em;border-inline-start:3px solid var(--accent)}
.md blockquote p{margin:0 0 .4em}
`;
