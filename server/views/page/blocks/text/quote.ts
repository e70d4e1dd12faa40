// What somebody said, with its line breaks. The author stands on the side on which the quote begins.
import { html } from '../../../html.ts';
import type { BlockView } from '../view.ts';

export const quote: BlockView<'quote'> = {
  render({ content }) {
    const said = content.text.trim();
    const author = content.author.trim();
    if (said === '') return undefined;
    return html`<figure class="card" dir="auto"><blockquote>${said}</blockquote>${author && html`<figcaption><bdi>${author}</bdi></figcaption>`}</figure>`;
  },
  style: `
:where(.b-quote) figure{margin:0;padding:1.5rem}
.b-quote blockquote{margin:0;padding-inline-start:1.1rem;border-inline-start:3px solid var(--accent);font:500 1.2rem/1.5 var(--font-display);white-space:pre-line}
.b-quote figcaption{margin-block-start:.75rem;padding-inline-start:1.3rem;color:var(--muted);font-size:.9rem}
`,
};
