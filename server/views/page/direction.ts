// The direction of a page: that of its language, or of its text if the owner has not chosen one.
import { directionOf, directionOfText } from '../../../contract/languages.ts';
import type { Page } from '../../../contract/page/page.ts';

export function directionOfPage({ language, name, bio }: Pick<Page, 'language' | 'name' | 'bio'>): 'ltr' | 'rtl' {
  return language === null ? directionOfText(`${name} ${bio}`) : directionOf(language);
}
