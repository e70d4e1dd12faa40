// A picture with its caption, and with a link where it has one.
import type { ItemOf, Page } from '../../../../contract/page/page.ts';
import { type Html, html } from '../../html.ts';
import { captionOf, captionText, linkAttributes, pictureOf, sensitiveMark } from './link.ts';

/** Sizes for the browser to keep room with; the style has the last word. */
export function pictureFigure(item: ItemOf<'image' | 'gallery'>, page: Page, width: number, height: number): Html {
  const { alt, link } = item;
  const image = html`<img src="${pictureOf(item, page)}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`;
  const isCaptioned = captionOf(item) !== '' || link?.isSensitive === true;
  const caption = html`${captionText(item)}${sensitiveMark(link)}`;
  return link
    ? html`<figure><a${linkAttributes(link)}>${image}${isCaptioned && html`<span class="cap">${caption}</span>`}</a></figure>`
    : html`<figure>${image}${isCaptioned && html`<figcaption class="cap">${caption}</figcaption>`}</figure>`;
}

export const figureStyle = `
figure{margin:0}
figure img{inline-size:100%;object-fit:cover;border-radius:var(--radius);background:var(--surface)}
figure a{display:block;color:inherit;border-radius:var(--radius)}
.cap{display:block;margin-block-start:.5rem;font-size:.9rem;text-align:center}
`;
