// Marks our own words where they are in another language than the page.
import type { Page } from '../../../contract/page/page.ts';
import { i18nFor } from '../../i18n/index.ts';
import { type Html, html } from '../html.ts';
import { directionOfPage } from './direction.ts';

/** With leading spaces, for use in a tag. Empty on most pages. */
export function ownWords(page: Page): Html {
  const { language, dir } = i18nFor(page.language);
  const isOther = (page.language ?? 'en').split('-')[0] !== language;
  return html`${isOther && html` lang="${language}"`}${directionOfPage(page) !== dir && html` dir="${dir}"`}`;
}
