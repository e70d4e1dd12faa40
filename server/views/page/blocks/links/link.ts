// A link on a page. Its href is the short URL, which counts the click and redirects.
import type { ItemOf, Page, PageLink } from '../../../../../contract/page/page.ts';
import type { BlockType } from '../../../../../contract/vocabulary.ts';
import { i18nFor } from '../../../../i18n/index.ts';
import { type Html, html } from '../../../html.ts';
import { thumbnailPath } from '../../../pictures.ts';
import { icon } from '../../pictures/icons.ts';
import { ownPicture } from '../../pictures/own-picture.ts';

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** With a leading space, for use in a tag. */
export function linkAttributes({ path, language }: PageLink): Html {
  return html` href="${path}"${isLanguage(language) && html` hreflang="${language}"`} rel="noopener"`;
}

/** The caption is assumed to be in the language of the target. */
export function captionText(item: ItemOf<BlockType>): Html {
  const language = item.link?.language ?? '';
  return html`<span dir="auto"${isLanguage(language) && html` lang="${language}"`}>${captionOf(item)}</span>`;
}

/** The target if the owner wrote no caption: screen readers need a name for every link. */
export function captionOf({ caption, link }: ItemOf<BlockType>): string {
  if (caption.trim() !== '' || !link) return caption.trim();
  const url = new URL(link.url);
  return url.hostname || decoded(url.pathname) || link.url;
}

/** Visible and announced before the link is followed. */
export function sensitiveMark(link: PageLink | null, page: Page): Html | false {
  if (link?.isSensitive !== true) return false;
  const i18n = i18nFor(page.language);
  return html` <span class="mark">${icon('sensitive')}${i18n.t('Sensitive')}</span>`;
}

/** The owner's picture if it is on this service, or the generated one. */
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
