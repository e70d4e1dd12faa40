// A picture with its caption and an optional link.
import type { ItemOf, Page } from '../../../../../contract/page/page.ts';
import { type Html, html } from '../../../html.ts';
import { type Frame, shownPicture } from '../../pictures/shown-picture.ts';
import { captionOf, captionText, linkAttributes, pictureOf, sensitiveMark } from '../links/link.ts';

/** With its own aspect ratio (`isWhole`), or cropped. */
export function pictureFigure(item: ItemOf<'image' | 'gallery'>, page: Page, frame: Frame, isWhole = false): Html {
  const { alt, link } = item;
  const image = shownPicture(pictureOf(item, page), frame, { alt, isLazy: true, isWhole });
  const isCaptioned = captionOf(item) !== '' || link?.isSensitive === true;
  const caption = html`${captionText(item)}${sensitiveMark(link, page)}`;
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
