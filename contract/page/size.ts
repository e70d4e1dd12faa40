// The size of a page in bytes of HTML, without the snippets of pixels, which have their own limit.
import type { Page, PageAddresses } from './page.ts';

/** The stored data that the size of a page depends on. */
export interface StoredAmount {
  blocks: number;
  items: number;
  /** Texts of blocks and items, in bytes of UTF-8. */
  contentBytes: number;
  /** Settings of the account. */
  accountBytes: number;
  /** The number of blocks that repeat settings of the account. */
  repeats: number;
}

/** Measures pages. It depends on rendering, so the views implement it. */
export interface PageMeasure {
  /** An upper bound for a page with this much stored data, computed without rendering. */
  ceiling(amount: StoredAmount): number;
  /**
   * The exact size; if it is more than `enough`, any number above that. `pause` is awaited repeatedly, so that a large
   * page does not block the event loop.
   */
  bytesOf(page: Page, enough: number, pause: () => Promise<void>): Promise<number>;
  readonly addresses: PageAddresses;
}
