// What the file of a block type gives: how it looks, and the rules it brings to the style sheet. The section around it,
// its name and its subheading are drawn for all of them in one place.
import type { BlockOf, Page } from '../../../../contract/page/page.ts';
import type { BlockType } from '../../../../contract/vocabulary.ts';
import type { Html } from '../../html.ts';

export interface BlockView<T extends BlockType> {
  /** Undefined where there is nothing to show: then there is no section either. */
  render(block: BlockOf<T>, page: Page): Html | undefined;
  style: string;
  /** Name and subheading are part of what `render` gives, or not shown at all. */
  isUntitled?: true;
  /** The player that opens on a click. */
  player?(block: BlockOf<T>): Player | undefined;
}

export interface Player {
  /** As visitors know it. */
  provider: string;
  src: string;
  /** Where the same thing is on the provider's own site. */
  page: string;
}

const directions = { left: 'start', center: 'center', right: 'end' } as const;

/** In terms of the reading direction; the classes are in the base style. */
export function alignment(align: keyof typeof directions): string {
  return `to-${directions[align]}`;
}
