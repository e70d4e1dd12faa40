// A link as it stands in a page: it leads to its short address, which counts and sends on.
import type { ItemOf, Page, PageLink } from '../../../../../contract/page/page.ts';
import type { BlockType } from '../../../../../contract/vocabulary.ts';
import { type Html, html } from '../../../html.ts';
import { thumbnailPath } from '../../../pictures.ts';
import { icon } from '../../pictures/icons.ts';
import { ownPicture } from '../../pictures/own-picture.ts';

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** With a space before, to stand in a tag. */
export function linkAttributes({ path, language }: PageLink): Html {
  return html` href="${path}"${isLanguage(language) && html` hreflang="${language}"`} rel="noopener"`;
}

/** A caption is taken to be in the language of what it leads to. */
export function captionText(item: ItemOf<BlockType>): Html {
  const language = item.link?.language ?? '';
  return html`<span dir="auto"${isLanguage(language) && html` lang="${language}"`}>${captionOf(item)}</span>`;
}

/** What it leads to where its owner wrote nothing: a link without a name is none to those who cannot see it. */
export function captionOf({ caption, link }: ItemOf<BlockType>): string {
  if (caption.trim() !== '' || !link) return caption.trim();
  const url = new URL(link.url);
  return url.hostname || decoded(url.pathname) || link.url;
}

/** For everybody to see and hear before following it. */
export function sensitiveMark(link: PageLink | null): Html | false {
  return link?.isSensitive === true && html` <span class="mark">${icon('sensitive')}Sensitive</span>`;
}

/** The owner's picture if it is with us, or the one that is drawn in its place. */
export function pictureOf(item: ItemOf<BlockType>, page: Page): string {
  return (item.picture && ownPicture(page, item.picture)) || thumbnailPath(item.id);
}

function isLanguage(tag: string): boolean {
  try {
    return tag !== '' && languages.of(tag) !== undefined;
  } catch {
    return false;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
