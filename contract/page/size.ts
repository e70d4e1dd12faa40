// How large a page is: in bytes of HTML, without the snippets of pixels, which are few and bounded on their own.
import type { Page, PageAddresses } from './page.ts';

/** What is stored for a page, as far as its size depends on it. */
export interface StoredAmount {
  blocks: number;
  items: number;
  /** Of the texts of blocks and items, in bytes of UTF-8. */
  contentBytes: number;
  /** Of the account's own settings. */
  accountBytes: number;
  /** Blocks that show settings of the account again. */
  repeats: number;
}

/** Measures pages. It knows how they are rendered, and so it is made where the views are. */
export interface PageMeasure {
  /** A bound that no page with this much stored can exceed, found without rendering it. */
  ceiling(amount: StoredAmount): number;
  /**
   * The exact size; if it is more than `enough`, only some number above that. `pause` is awaited again and again, so that
   * a large page stalls nobody.
   */
  bytesOf(page: Page, enough: number, pause: () => Promise<void>): Promise<number>;
  readonly addresses: PageAddresses;
}
