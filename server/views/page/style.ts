// The page's style sheet: the same bones for every page, the look of its theme, and what its blocks need, no more.
import type { Page } from '../../../contract/page/page.ts';
import { blockStyles } from './blocks.ts';

export function pageStyle(page: Page): string {
  return blockStyles(page);
}
