// The direction of a page: that of its language, or of its text if the owner has not chosen one.
import { directionOf } from '../../../contract/languages.ts';
import type { Page } from '../../../contract/page/page.ts';

export function directionOfPage({ language, name, bio }: Page): 'ltr' | 'rtl' {
  return language === null ? directionOfText(`${name} ${bio}`) : directionOf(language);
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Decided by the first letter, as browsers do for `dir="auto"`. */
function directionOfText(text: string): 'ltr' | 'rtl' {
  const first = /\p{L}/u.exec(text)?.[0];
  return first !== undefined && rightToLeft.test(first) ? 'rtl' : 'ltr';
}
