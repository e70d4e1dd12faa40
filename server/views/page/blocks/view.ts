// The interface of a block type: its HTML and its styles. The section around it, its name and its subheading are
// rendered in one place for all types.
import type { BlockOf, Page } from '../../../../contract/page/page.ts';
import type { BlockType } from '../../../../contract/vocabulary.ts';
import type { Html } from '../../html.ts';

/** Included once, and only if one of the types that share it is on the page. */
export type SharedStyle = 'figure' | 'still' | 'markdown' | 'form';

export interface BlockView<T extends BlockType> {
  /** Undefined if there is nothing to show: then the section is omitted too. */
  render(block: BlockOf<T>, page: Page): Html | undefined;
  style: string;
  /** A style that it shares with other types. */
  sharedStyle?: SharedStyle;
  /** What the page's script does for it. */
  script?(block: BlockOf<T>): string | undefined;
  /** `render` includes name and subheading itself, or they are not shown. */
  isUntitled?: true;
  /** The player that opens on a click. */
  player?(block: BlockOf<T>): Player | undefined;
}

export interface Player {
  /** Display name. */
  provider: string;
  src: string;
  /** The URL on the provider's own site. */
  page: string;
}

const directions = { left: 'start', center: 'center', right: 'end' } as const;

/** Relative to the text direction; the classes are in the base style. */
export function alignment(align: keyof typeof directions): string {
  return `to-${directions[align]}`;
}
