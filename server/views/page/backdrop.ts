// What lies behind the page, where its owner chose something else than the theme's own.
import type { Page } from '../../../contract/page/page.ts';
import type { Html } from '../html.ts';

/** Nothing where a style says it all. */
export function backdrop(_page: Page): Html | undefined {
  return undefined;
}
